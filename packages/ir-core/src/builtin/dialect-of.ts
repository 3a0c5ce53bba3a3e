import type { Attribute } from '../ir/attribute.ts';
import { dialectOfName } from '../ir/deferred-extension.ts';
import { OpaqueAttr } from './attrs/basic-attrs.ts';
import { OpaqueType } from './types/composite-types.ts';

/** The dialect that an attribute or type belongs to: classes of dialects tell by their mnemonic. */
export function dialectOf(attribute: Attribute): string {
  if (attribute instanceof OpaqueAttr || attribute instanceof OpaqueType) return attribute.dialect;
  // Classes of dialects' attributes have a mnemonic, those of ir-core have none.
  const { mnemonic } = attribute.constructor as { readonly mnemonic?: string };
  return mnemonic === undefined ? 'builtin' : dialectOfName(mnemonic);
}
