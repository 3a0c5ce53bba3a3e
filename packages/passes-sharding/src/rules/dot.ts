import { DotOp } from '@shardform/dialect-stablehlo';
import type { InterfaceImplementation } from '@shardform/ir-core';
import { NO_DIM, ShardingRuleBuilder } from './rule-builder.ts';
import { shardingRule } from './sharding-rule.ts';

/** The free dimension of each matrix, then the contracted one, which is a reduction factor. */
export const dotRule: InterfaceImplementation = /* @__PURE__ */ shardingRule.implementFor(
  DotOp,
  (op) => () => {
    const [lhs, rhs] = [op.lhs.type.shape, op.rhs.type.shape];
    const lhsContracting = lhs.length - 1;
    const builder = new ShardingRuleBuilder(op);
    if (lhs.length === 2) builder.addFactor([0, NO_DIM], [0], op.lhs.type.dimSize(0));
    if (rhs.length === 2) builder.addFactor([NO_DIM, 1], [lhsContracting], op.rhs.type.dimSize(1));
    builder.addFactor([lhsContracting, 0], [NO_DIM], op.rhs.type.dimSize(0), { type: 'reduction' });
    return builder.build();
  },
);
