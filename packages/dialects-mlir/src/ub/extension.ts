import type { Extension } from '@shardform/ir-core';
import { PoisonAttr, PoisonOp } from './poison-op.ts';

/** Values of erroneous computations. */
export const ubDialect: Extension = {
  name: 'dialects-mlir/ub',
  dialects: [
    {
      name: 'ub',
      documentation: async () => (await import('../docs/small-dialects-documentation.ts')).ubDocumentation,
      inlining: { isLegalToInlineOp: () => true },
      materializeConstant: (value, type, location) =>
        value instanceof PoisonAttr ? PoisonOp.create({ value }, [type], { location }) : null,
    },
  ],
  attrs: [PoisonAttr],
  ops: [PoisonOp],
};
