import {
  decodeFloat,
  type DenseElementsAttr,
  FloatAttr,
  type FloatBits,
  FloatType,
  IntegerType,
  isInstance,
  printFloatDigits,
  RankedTensorType,
  readFloatBits,
  readInteger,
  type Type,
} from '@shardform/ir-core';
import { python, UnwritableValue, valueText } from '@shardform/ttnn-calls';

const FORMATS: Readonly<Record<string, string>> = {
  f32: 'torch.float32',
  bf16: 'torch.bfloat16',
  f16: 'torch.float16',
  i32: 'torch.int32',
  i64: 'torch.int64',
  i16: 'torch.int16',
  i8: 'torch.int8',
  i1: 'torch.bool',
};

/** Returns the format of a tensor of PyTorch. @throws UnwritableValue for those that PyTorch has not. */
export function torchFormat(type: Type): string {
  const element = isInstance(RankedTensorType, type) ? String(type.elementType) : '';
  const found = FORMATS[element];
  if (found === undefined) throw new UnwritableValue(`PyTorch has no tensors of '${element}'`);
  return found;
}

/** Returns an attribute in Python; floats have all digits that they need. @throws UnwritableValue */
export function hostValue(value: unknown): string {
  return value instanceof FloatAttr ? floatText(value.type, value.bits) : valueText(value, python);
}

function floatText(type: FloatType, bits: FloatBits): string {
  const value = decodeFloat(type.format, bits);
  if (Number.isNaN(value)) return "float('nan')";
  if (!Number.isFinite(value)) return value < 0 ? "float('-inf')" : "float('inf')";
  return printFloatDigits(type.format, bits);
}

/** Returns the arguments that give a constant its elements: one number, or a flat list of all. @throws UnwritableValue */
export function elementArgument(value: DenseElementsAttr): {
  readonly keyword: string;
  readonly argument: string;
} {
  const { elementType, elementCount } = value.type;
  const size = value.bytes.length / (value.isSplat ? 1 : Math.max(elementCount, 1));
  const at = (i: number): string => {
    if (elementType instanceof FloatType)
      return floatText(elementType, readFloatBits(value.bytes, i * size, elementType));
    if (elementType instanceof IntegerType) return String(readInteger(value.bytes, i * size, elementType));
    throw new UnwritableValue(`constants of '${String(elementType)}' have no form in Python`);
  };
  if (value.isSplat) return { keyword: 'fill_value', argument: at(0) };
  return {
    keyword: 'data',
    argument: `[${Array.from({ length: elementCount }, (_, i) => at(i)).join(', ')}]`,
  };
}
