import { anyTypeParameter, defineType, stringParameter, type Type } from '@shardform/ir-core';

/** A type of C++ by its text: `!emitc.opaque<"::ttnn::Tensor">`. */
export class OpaqueType extends defineType('emitc.opaque', {
  summary: 'EmitC opaque type',
  parameters: { value: stringParameter },
  format: '`<` $value `>`',
  verify: ({ value }) => {
    if (value === '') return 'expected non empty string in !emitc.opaque type';
    return value.endsWith('*')
      ? 'pointer not allowed as outer type with !emitc.opaque, use !emitc.ptr instead'
      : null;
  },
}) {
  static of(value: string): OpaqueType {
    return OpaqueType.get({ value });
  }
}

/** What is assigned, or whose address is taken: a variable, or an element of a container. */
export class LValueType extends defineType('emitc.lvalue', {
  summary: 'EmitC lvalue type',
  parameters: { value_type: anyTypeParameter },
  format: '`<` $value_type `>`',
  verify: ({ valueType }) =>
    isVariable(valueType)
      ? `!emitc.lvalue must wrap supported emitc type, but got ${String(valueType)}`
      : null,
}) {
  static of(valueType: Type): LValueType {
    return LValueType.get({ valueType });
  }
}

/** A declaration does not refer to its own class. */
function isVariable(type: Type): boolean {
  return type instanceof LValueType;
}

/** A pointer: `!emitc.ptr<!emitc.opaque<"ttnn::distributed::MeshDevice">>`. */
export class PointerType extends defineType('emitc.ptr', {
  summary: 'EmitC pointer type',
  parameters: { pointee: anyTypeParameter },
  format: '`<` $pointee `>`',
  verify: ({ pointee }) => (isVariable(pointee) ? 'pointers to lvalues are not allowed' : null),
}) {
  static of(pointee: Type): PointerType {
    return PointerType.get({ pointee });
  }
}
