import {
  type Attribute,
  type EncodingReader,
  type EncodingWriter,
  type EnumAttrClass,
  isInstance,
} from '@shardform/ir-core';
import {
  ComparisonDirectionAttr,
  ComparisonTypeAttr,
  FftTypeAttr,
  PrecisionAttr,
  ResultAccuracyModeAttr,
  RngAlgorithmAttr,
  RngDistributionAttr,
  TransposeAttr,
} from '../attrs/enums.ts';
import { attributeCode } from './codes.ts';

/** An enumeration with the numbers that stand for its values. */
interface NumberedEnum {
  readonly mnemonic: string;
  /** The number of an attribute's value, or -1 when it is of another class. */
  numberOf(attribute: Attribute): number;
  at(number: number): Attribute | null;
}

/** Numbers the values in their order. */
function numbered<const V extends string>(enumClass: EnumAttrClass<V>, first = 0): NumberedEnum {
  return {
    mnemonic: enumClass.mnemonic,
    numberOf: (attribute) =>
      isInstance(enumClass, attribute) ? first + enumClass.values.indexOf(attribute.value) : -1,
    at(number) {
      const value = enumClass.values[number - first];
      return value === undefined ? null : enumClass.get(value);
    },
  };
}

const enums = /* @__PURE__ */ new Map<number, NumberedEnum>([
  [attributeCode.comparisonDirection, numbered(ComparisonDirectionAttr)],
  [attributeCode.comparisonType, numbered(ComparisonTypeAttr)],
  [attributeCode.fftType, numbered(FftTypeAttr)],
  [attributeCode.precision, numbered(PrecisionAttr)],
  [attributeCode.resultAccuracyMode, numbered(ResultAccuracyModeAttr)],
  [attributeCode.rngAlgorithm, numbered(RngAlgorithmAttr)],
  [attributeCode.rngDistribution, numbered(RngDistributionAttr, 1)],
  [attributeCode.transpose, numbered(TransposeAttr)],
]);

/** Writes an attribute of an enumeration. @returns whether it was one. */
export function writeEnum(attribute: Attribute, writer: EncodingWriter): boolean {
  for (const [code, each] of enums) {
    const number = each.numberOf(attribute);
    if (number < 0) continue;
    writer.varint(code);
    writer.varint(number);
    return true;
  }
  return false;
}

/** Reads an attribute of the enumeration with this number, or nothing when it is no enumeration's. */
export function readEnum(code: number, reader: EncodingReader): Attribute | null {
  const found = enums.get(code);
  if (found === undefined) return null;
  const number = reader.varint();
  return found.at(number) ?? reader.fail(`unknown value of ${found.mnemonic}: ${number}`);
}
