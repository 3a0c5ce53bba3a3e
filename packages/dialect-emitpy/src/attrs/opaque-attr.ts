import { defineAttr, stringParameter } from '@shardform/ir-core';

/** Python as it stands: `#emitpy.opaque<"ttnn.DataType.BFLOAT16">`. */
export class OpaqueAttr extends defineAttr('emitpy.opaque', {
  summary: 'An opaque attribute',
  parameters: { value: stringParameter },
  format: '`<` $value `>`',
}) {
  static of(value: string): OpaqueAttr {
    return OpaqueAttr.get({ value });
  }
}
