import type { ConstantOp } from '@shardform/dialect-ttnn';
import { DenseElementsAttr, FloatType, isInstance } from '@shardform/ir-core';
import { cpp, elementTexts, listType, tensorText, UnwritableValue } from '@shardform/ttnn-calls';

/** The elements of a constant, and what the library makes a tensor of them by. */
export interface ConstantText {
  readonly elements: string;
  readonly spec: string;
}

/** Returns a constant as a vector and a specification. @throws UnwritableValue */
export function constantText({ value, result }: ConstantOp): ConstantText {
  if (!isInstance(DenseElementsAttr, value))
    throw new UnwritableValue('constants whose elements stand elsewhere have no form in C++ here');
  const { dtype, layout, memory, shape } = tensorText(result.type, cpp);
  const format = value.type.elementType instanceof FloatType ? 'float' : INTEGERS[dtype.replace(/.*::/, '')];
  if (format === undefined)
    throw new UnwritableValue(`constants of '${String(value.type.elementType)}' have no form in C++`);
  const texts = elementTexts(value, cpp);
  const elements = value.isSplat
    ? `${listType(`vector<${format}>`)}(${value.type.elementCount}, ${texts[0]!})`
    : cpp.list(texts, `vector<${format}>`);
  const own = memory === cpp.none ? '::ttnn::MemoryConfig{}' : memory;
  const page = `::tt::tt_metal::PageConfig(${layout})`;
  return {
    elements,
    spec: `::ttnn::TensorSpec(${shape}, ::tt::tt_metal::TensorLayout(${dtype}, ${page}, ${own}))`,
  };
}

const INTEGERS: Readonly<Record<string, string>> = {
  INT32: 'int32_t',
  UINT32: 'uint32_t',
  UINT16: 'uint16_t',
  UINT8: 'uint8_t',
};
