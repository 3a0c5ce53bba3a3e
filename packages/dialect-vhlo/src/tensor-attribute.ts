import {
  DenseElementsAttr,
  elementByteSize,
  type EncodingReader,
  i1,
  i64,
  RankedTensorType,
  ShapedType,
  type Type,
} from '@shardform/ir-core';
import { typeFromVhlo, typeToVhlo } from './convert-types.ts';
import { type Field, type Fields, type as typeField } from './field.ts';
import { attributeForm, type VhloAttribute } from './form.ts';
import { isVhlo } from './types.ts';

/** Truth values take a bit each in a file; one byte with all bits set stands for as many as there are. */
function packed(elements: DenseElementsAttr): Uint8Array {
  const { bytes, isSplat, elementCount } = elements;
  if (isSplat && elementCount > 1) return Uint8Array.of(bytes[0] === 0 ? 0 : 0xff);
  const bits = new Uint8Array(Math.ceil(elementCount / 8));
  for (let i = 0; i < elementCount; i++) if (bytes[i] !== 0) bits[i >> 3]! |= 1 << (i & 7);
  return bits;
}

/** Files of early versions have a byte for each truth value. */
function unpacked(blob: Uint8Array, count: number): Uint8Array {
  if (blob.length === 1 && blob[0] === 0xff) return Uint8Array.of(1);
  if (blob.length !== Math.ceil(count / 8) || blob.length === count) return blob;
  return Uint8Array.from({ length: count }, (_, i) => (blob[i >> 3]! >> (i & 7)) & 1);
}

function elementsFrom(reader: EncodingReader, vhloType: Type): DenseElementsAttr {
  const type = typeFromVhlo(vhloType);
  const blob = reader.blob();
  const size = type instanceof ShapedType ? elementByteSize(type.elementType) : null;
  if (!(type instanceof ShapedType) || size === null || !type.hasStaticShape) {
    return reader.fail(`no elements of this type: ${String(vhloType)}`);
  }
  const bytes = type.elementType === i1 ? unpacked(blob, type.elementCount) : blob;
  if (bytes.length !== size * type.elementCount && bytes.length !== size) {
    return reader.fail(`got ${bytes.length} bytes for elements of ${String(vhloType)}`);
  }
  return DenseElementsAttr.fromBytes(type, bytes);
}

const elements: Field<DenseElementsAttr> = {
  key: (value) => String(value.id),
  write: (writer, value) => writer.blob(value.type.elementType === i1 ? packed(value) : value.bytes),
  // The declaration has a type under this name.
  read: (reader, { type }) => elementsFrom(reader, type as Type),
  parse(parser) {
    const { offset } = parser;
    const attribute = parser.parseAttribute();
    return attribute instanceof DenseElementsAttr
      ? attribute
      : parser.fail('invalid kind of attribute specified', offset);
  },
  print: (printer, value) => printer.printAttribute(value),
};

const fields = { type: typeField, data: elements } satisfies Fields;

/** `#vhlo.tensor_v1<dense<1> : tensor<2xi64>>`. */
export const TensorV1 = /* @__PURE__ */ attributeForm({
  mnemonic: 'tensor_v1',
  code: 15,
  since: '0.9.0',
  fields,
  format: {
    parse(parser) {
      const { offset } = parser;
      const data = elements.parse(parser);
      const type = typeToVhlo(data.type);
      return type === null ? parser.fail('expected VHLO type', offset) : { type, data };
    },
    print: (printer, { data }) => printer.printAttribute(data),
  },
  problem: ({ type }) => (isVhlo(type) ? null : 'expected VHLO type'),
});

/** Returns an attribute for elements, or `null` for ones whose type VHLO doesn't have. */
export function tensorAttribute(data: DenseElementsAttr): VhloAttribute | null {
  const type = typeToVhlo(data.type);
  return type === null ? null : TensorV1.get({ type, data });
}

/** A list of integers of 64 bits. */
export function integersAttribute(values: readonly (number | bigint)[]): VhloAttribute {
  const data = DenseElementsAttr.fromNumbers(RankedTensorType.get([values.length], i64), values);
  // There are tensors of 64 bits in VHLO.
  return tensorAttribute(data)!;
}

/** Returns the integers that an attribute of VHLO holds, or `null`. */
export function integersOf(attribute: Parameters<typeof TensorV1.of>[0]): number[] | null {
  const data = TensorV1.of(attribute)?.data;
  return data?.type.elementType === i64 ? data.integers().map(Number) : null;
}
