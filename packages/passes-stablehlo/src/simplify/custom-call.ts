import { DictionaryAttr, i32Attr, pattern, type RewritePattern, StringAttr } from '@shardform/ir-core';
import { CustomCallOp } from '@shardform/dialect-stablehlo';

const BACKEND_CONFIG = 'mhlo.backend_config';
/** Numbers of the conventions API_VERSION_ORIGINAL and API_VERSION_TYPED_FFI. */
const ORIGINAL = 1n;
const TYPED_FFI = 4;

/** A configuration that stood beside the operation's own, for lack of a convention that takes dictionaries. */
const withTypedConfig = /* @__PURE__ */ pattern(
  CustomCallOp,
  'custom_call with typed config',
  (op, rewriter) => {
    const config = op.getAttr(BACKEND_CONFIG);
    const own = op.backendConfig;
    if (!(config instanceof DictionaryAttr) || (op.apiVersion?.value ?? ORIGINAL) !== ORIGINAL) return false;
    if (own !== null && !(own instanceof StringAttr && own.value === '')) return false;
    rewriter.modifyInPlace(op, () => {
      op.apiVersion = i32Attr(TYPED_FFI);
      op.backendConfig = config;
      op.setAttr(BACKEND_CONFIG, null);
    });
    return true;
  },
);

/** Patterns of `custom_call`. */
export const customCallPatterns: readonly RewritePattern[] = [withTypedConfig];
