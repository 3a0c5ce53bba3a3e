import {
  definePass,
  integerOption,
  isInstance,
  IntegerType,
  RankedTensorType,
  type Type,
} from '@shardform/ir-core';
import { quant } from '@shardform/dialects-mlir';
import { convertTypes } from '../element-type/convert-types.ts';

const WIDTHS: readonly number[] = [8, 16, 32, 64];

/** The type with integers of `width` bits, of which all values are used. */
function widened(
  { storage, expressedType, scalings, dimension }: quant.UniformQuantizedType,
  width: number,
): Type {
  const { isSigned } = storage;
  const half = 1n << BigInt(width - 1);
  const [min, max] = isSigned ? [-half, half - 1n] : [0n, 2n * half - 1n];
  const type = IntegerType.get(width);
  return quant.UniformQuantizedType.get({
    storage: { type, isSigned, min, max },
    expressedType,
    scalings,
    dimension,
  });
}

/** Quantized integers get the width that the library has. */
export const ttirQuantDataTypeConversion = definePass({
  name: 'ttir-quant-data-type-conversion',
  className: 'TTIRQuantDataTypeConversionPass',
  summary: 'sets the width of quantized integers',
  anchor: 'builtin.module',
  options: { 'target-bit-width': integerOption('bits: 8, 16, 32 or 64', 32, 'uint') },
  run(op, pass) {
    const width = pass.options['target-bit-width'];
    if (!WIDTHS.includes(width)) {
      pass.context.diagnostics.error(
        op.location,
        'Invalid quantization bit width (must be 8, 16, 32, or 64). ',
      );
      pass.fail();
      return;
    }
    const problems = new Set<number>();
    convertTypes(op, (type) => {
      if (!isInstance(RankedTensorType, type)) return type;
      const { elementType } = type;
      if (!isInstance(quant.UniformQuantizedType, elementType)) return type;
      const from = elementType.storage.type.width;
      if (from > width) problems.add(from);
      return from > width ? type : type.withElementType(widened(elementType, width));
    });
    for (const from of problems) {
      pass.context.diagnostics.error(
        op.location,
        `Target integer type of width ${width} is smaller than quantized type of width ${from}. Out of range.`,
      );
      pass.fail();
    }
  },
});
