import { defineAttr, stringParameter } from '@shardform/ir-core';

/** C++ as it stands: `#emitc.opaque<"::ttnn::DataType::BFLOAT16">`. */
export class OpaqueAttr extends defineAttr('emitc.opaque', {
  summary: 'An opaque attribute',
  parameters: { value: stringParameter },
  format: '`<` $value `>`',
}) {
  static of(value: string): OpaqueAttr {
    return OpaqueAttr.get({ value });
  }
}
