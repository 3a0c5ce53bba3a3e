import { checkInterruptAfter } from '../../budget/budget.ts';
import type { Type } from '../../ir/attribute.ts';
import { printFloat } from '../../number/index.ts';
import type { Printer } from '../../text/printer.ts';
import { ComplexType } from '../types/composite-types.ts';
import { FloatType } from '../types/float-type.ts';
import { i1, IndexType, IntegerType } from '../types/integer-type.ts';
import type { DenseElementsAttr } from './dense-elements-attr.ts';
import { elementByteSize, readFloatBits, readInteger } from './element-bytes.ts';

/** Writes what stands between the angle brackets of `dense<...>`. */
export function printDenseElements(printer: Printer, attribute: DenseElementsAttr): void {
  const { type, bytes, isSplat } = attribute;
  const { elementType } = type;
  if (isSplat) {
    printer.write(elementText(elementType, bytes, 0));
    return;
  }
  const count = attribute.elementCount;
  if (count === 0) return;
  if (count > printer.options.hexElementsLimit) {
    printer.write('"0x');
    printer.writeHex(bytes);
    printer.write('"');
    return;
  }
  const size = elementByteSize(elementType)!;
  const shape = type.shape!;
  let at = 0;
  const list = (dimension: number): void => {
    if (dimension === shape.length) {
      checkInterruptAfter(STEPS_PER_ELEMENT);
      printer.write(elementText(elementType, bytes, at));
      at += size;
      return;
    }
    printer.write('[');
    for (let i = 0; i < shape[dimension]!; i++) {
      if (i > 0) printer.write(', ');
      list(dimension + 1);
    }
    printer.write(']');
  };
  list(0);
}

/** An element takes as long to print as so many simple steps. */
const STEPS_PER_ELEMENT = 100;

function elementText(type: Type, bytes: Uint8Array, at: number): string {
  if (type === i1) return bytes[at] === 0 ? 'false' : 'true';
  if (type instanceof FloatType) return printFloat(type.format, readFloatBits(bytes, at, type));
  if (type instanceof ComplexType) {
    const part = elementByteSize(type.elementType)!;
    return `(${elementText(type.elementType, bytes, at)},${elementText(type.elementType, bytes, at + part)})`;
  }
  if (type instanceof IntegerType || type instanceof IndexType) return String(readInteger(bytes, at, type));
  throw new Error('elements of this type have no dense form');
}
