import { defineType, stringParameter } from '@shardform/ir-core';

/** A type of Python by its text: `!emitpy.opaque<"ttnn.Tensor">`. */
export class OpaqueType extends defineType('emitpy.opaque', {
  summary: 'EmitPy opaque type',
  parameters: { value: stringParameter },
  format: '`<` $value `>`',
  verify: ({ value }) => (value === '' ? 'expected non-empty string in !emitpy.opaque type' : null),
}) {
  static of(value: string): OpaqueType {
    return OpaqueType.get({ value });
  }
}

/** Objects of a class of the program: `!emitpy.class<"Model">`. */
export class ClassType extends defineType('emitpy.class', {
  summary: 'EmitPy class type',
  parameters: { class_name: stringParameter },
  format: '`<` $class_name `>`',
  verify: ({ className }) => (className === '' ? 'expected non-empty string in !emitpy.class type' : null),
}) {}

/** Text: `!emitpy.str`. */
export class StringType extends defineType('emitpy.str', { summary: 'EmitPy string type.' }) {}
