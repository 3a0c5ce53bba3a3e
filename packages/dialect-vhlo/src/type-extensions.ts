import * as field from './field.ts';
import { attributeForm } from './form.ts';

/** Bounds of the dimensions of a tensor type, as its encoding. */
export const TypeExtensionsV1 = /* @__PURE__ */ attributeForm({
  mnemonic: 'type_extensions_v1',
  code: 18,
  since: '0.9.0',
  fields: { bounds: field.sizes },
  format: 'struct',
});
