import {
  decodeFloat,
  type DenseElementsAttr,
  FloatType,
  IntegerType,
  readFloatBits,
  readInteger,
} from '@shardform/ir-core';
import type { Language } from '../languages/language.ts';
import { UnwritableValue } from '../unwritable.ts';

/** Returns the elements of a constant as they are written; one only, if all are the same. @throws UnwritableValue */
export function elementTexts(value: DenseElementsAttr, language: Language): readonly string[] {
  const { elementType, elementCount: count } = value.type;
  const stored = value.isSplat ? 1 : count;
  const size = value.bytes.length / stored;
  const at = (i: number): string => {
    if (elementType instanceof FloatType)
      return language.float(
        decodeFloat(elementType.format, readFloatBits(value.bytes, i * size, elementType)),
      );
    if (elementType instanceof IntegerType) return String(readInteger(value.bytes, i * size, elementType));
    throw new UnwritableValue(`constants of '${String(elementType)}' have no form in ${language.name}`);
  };
  return Array.from({ length: stored }, (_, i) => at(i));
}
