import type { Extension } from '../ir/extension.ts';
import { builtinBytecode } from '../bytecode/builtin-bytecode.ts';
import { AffineMapAttr, IntegerSetAttr } from './attrs/affine-map-attr.ts';
import { DistinctAttr } from './attrs/distinct-attr.ts';
import { ModuleOp } from './ops/module-op.ts';
import { UnrealizedConversionCastOp } from './ops/unrealized-conversion-cast-op.ts';

/** The dialect that every context has: modules and what types and attributes need. */
export const builtinExtension: Extension = {
  name: 'builtin',
  dialects: [
    {
      name: 'builtin',
      bytecode: builtinBytecode,
      suggestAlias(attribute) {
        if (attribute instanceof AffineMapAttr) return 'map';
        if (attribute instanceof IntegerSetAttr) return 'set';
        return attribute instanceof DistinctAttr && !attribute.referenced.isUnit ? 'distinct' : null;
      },
    },
  ],
  ops: [ModuleOp, UnrealizedConversionCastOp],
};
