import {
  decodeFloat,
  type DenseElementsAttr,
  FloatType,
  IntegerType,
  readFloatBits,
  readInteger,
} from '@shardform/ir-core';
import { UnwritableValue } from '../binary/attribute-value.ts';
import { pythonFloat } from './python-value.ts';

/** Returns the elements of a constant as a list, of one number a product: `[1.5] * 64`. @throws UnwritableValue */
export function elementNumbers(value: DenseElementsAttr): string {
  const { elementType, elementCount: count } = value.type;
  const size = value.bytes.length / (value.isSplat ? 1 : count);
  const at = (i: number): string => {
    if (elementType instanceof FloatType)
      return pythonFloat(decodeFloat(elementType.format, readFloatBits(value.bytes, i * size, elementType)));
    if (elementType instanceof IntegerType) return String(readInteger(value.bytes, i * size, elementType));
    throw new UnwritableValue(`constants of '${String(elementType)}' have no form in Python`);
  };
  if (value.isSplat) return `[${at(0)}] * ${count}`;
  return `[${Array.from({ length: count }, (_, i) => at(i)).join(', ')}]`;
}
