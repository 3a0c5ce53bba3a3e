import { type Attribute, type EncodingReader, type EncodingWriter, FloatAttr } from '@shardform/ir-core';
import { ResultAccuracyModeV1, readEnum, writeEnum } from './enums.ts';
import * as field from './field.ts';
import { type AnyForm, attributeForm, VhloAttribute } from './form.ts';
import { FloatV1, IntegerV1 } from './number-attributes.ts';
import { TensorV1 } from './tensor-attribute.ts';
import { TypeExtensionsV1 } from './type-extensions.ts';
import { isVhlo } from './types.ts';

/** An array of attributes. */
export const ArrayV1 = /* @__PURE__ */ attributeForm({
  mnemonic: 'array_v1',
  code: 1,
  since: '0.9.0',
  fields: { value: field.attributes },
  format: '$value',
});

/** A boolean, encoded as 0 or 1. */
export const BooleanV1 = /* @__PURE__ */ attributeForm({
  mnemonic: 'bool_v1',
  code: 2,
  since: '0.9.0',
  fields: { value: field.bool },
  format: '$value',
});

/** A dictionary, encoded as pairs of name and value. */
export const DictionaryV1 = /* @__PURE__ */ attributeForm({
  mnemonic: 'dict_v1',
  code: 6,
  since: '0.9.0',
  fields: { value: field.attributePairs },
  format: '$value',
  problem: ({ value }) => (value.every(([name]) => isVhlo(name)) ? null : 'expected VHLO key attribute'),
});

/** An element of a custom call's results that aliases an element of an operand. */
export const OutputOperandAliasV1 = /* @__PURE__ */ attributeForm({
  mnemonic: 'output_operand_alias_v1',
  code: 10,
  since: '0.9.0',
  fields: {
    outputTupleIndices: field.sizes,
    operandIndex: field.integer,
    operandTupleIndices: field.sizes,
  },
  format: 'struct',
});

/** A string. */
export const StringV1 = /* @__PURE__ */ attributeForm({
  mnemonic: 'string_v1',
  code: 14,
  since: '0.9.0',
  fields: { value: field.string },
  format: '$value',
});

/** An attribute that holds a type. */
export const TypeV1 = /* @__PURE__ */ attributeForm({
  mnemonic: 'type_v1',
  code: 17,
  since: '0.9.0',
  fields: { value: field.type },
  format: '$value',
  problem: ({ value }) => (isVhlo(value) ? null : 'expected VHLO type'),
});

/** The accuracy of a function's results: tolerances and a mode. */
export const ResultAccuracyV1 = /* @__PURE__ */ attributeForm({
  mnemonic: 'result_accuracy_v1',
  code: 20,
  since: '1.9.0',
  fields: { atol: field.float, rtol: field.float, ulps: field.integer, mode: field.attribute },
  format: 'struct',
  problem: ({ mode }) => (isVhlo(mode) ? null : 'expected VHLO result accuracy mode'),
});

/** No accuracy is asked for. */
export function standardAccuracy(): VhloAttribute {
  const zero = FloatAttr.get(0);
  return ResultAccuracyV1.get({
    atol: zero,
    rtol: zero,
    ulps: 0n,
    mode: ResultAccuracyModeV1.get('DEFAULT'),
  });
}

/** A sub-axis of a mesh axis. */
export const SubAxisInfoV1 = /* @__PURE__ */ attributeForm({
  mnemonic: 'sub_axis_info_v1',
  code: 21,
  since: '1.16.0',
  fields: { pre_size: field.integer, size: field.integer },
  format: 'struct',
});

/** A mesh axis, or a sub-axis of it. */
export const AxisRefV1 = /* @__PURE__ */ attributeForm({
  mnemonic: 'axis_ref_v1',
  code: 22,
  since: '1.16.0',
  fields: { name: field.attribute, sub_axis_info: field.flaggedAttribute },
  format: 'struct',
});

/** Replica groups that are given by axes of a mesh. */
export const ReplicaGroupMeshAxesV1 = /* @__PURE__ */ attributeForm({
  mnemonic: 'replica_group_mesh_axes_v1',
  code: 23,
  since: '1.16.0',
  fields: { mesh: field.attribute, axes: field.attribute },
  format: 'struct',
});

/** An axis of a mesh: its name and size. */
export const MeshAxisV1 = /* @__PURE__ */ attributeForm({
  mnemonic: 'mesh_axis_v1',
  code: 24,
  since: '1.16.0',
  fields: { name: field.attribute, size: field.integer },
  format: 'struct',
});

/** A mesh: its axes, and device ids where their order is not that of the positions. */
export const MeshV1 = /* @__PURE__ */ attributeForm({
  mnemonic: 'mesh_v1',
  code: 25,
  since: '1.16.0',
  fields: { axes: field.attribute, device_ids: field.optionalAttribute },
  format: 'struct',
});

/** All attributes of the dialect but its enumerations. */
export const attributeForms: readonly AnyForm[] = [
  ArrayV1,
  BooleanV1,
  DictionaryV1,
  FloatV1,
  IntegerV1,
  OutputOperandAliasV1,
  StringV1,
  TensorV1,
  TypeV1,
  TypeExtensionsV1,
  ResultAccuracyV1,
  SubAxisInfoV1,
  AxisRefV1,
  ReplicaGroupMeshAxesV1,
  MeshAxisV1,
  MeshV1,
] as unknown as readonly AnyForm[];

const formsByCode = /* @__PURE__ */ new Map(attributeForms.map((form) => [form.spec.code, form]));

/** Reads an attribute of VHLO, by the number of its kind. Unknown numbers stop the reading. */
export function readAttribute(reader: EncodingReader): Attribute {
  const code = reader.varint();
  return (
    readEnum(code, reader) ??
    formsByCode.get(code)?.read(reader) ??
    reader.fail(`unknown vhlo attribute code: ${code}`)
  );
}

/** @returns whether the attribute is one of VHLO's. */
export function writeAttribute(attribute: Attribute, writer: EncodingWriter): boolean {
  if (!(attribute instanceof VhloAttribute)) return writeEnum(attribute, writer);
  attribute.form.write(writer, attribute.params);
  return true;
}
