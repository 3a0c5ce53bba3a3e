import { DotGeneralOp } from '@shardform/dialect-stablehlo';
import type { InterfaceImplementation } from '@shardform/ir-core';
import { NO_DIM, ShardingRuleBuilder } from './rule-builder.ts';
import { ruleOfTypes } from './rule-of-types.ts';

/** Batching dimensions, then free ones of each side, then contracted ones, which are reduction factors. */
export const dotGeneralRule: InterfaceImplementation = /* @__PURE__ */ ruleOfTypes(DotGeneralOp, (op) => {
  const {
    lhsBatchingDimensions: lhsBatching,
    rhsBatchingDimensions: rhsBatching,
    lhsContractingDimensions: lhsContracting,
    rhsContractingDimensions: rhsContracting,
  } = op.dotDimensionNumbers;
  const [lhs, rhs] = [op.lhs.type.shape, op.rhs.type.shape];
  const builder = new ShardingRuleBuilder(op);
  let resultDim = 0;
  lhsBatching.forEach((dim, i) =>
    builder.addFactor([dim, rhsBatching[i]!], [resultDim++], op.lhs.type.dimSize(dim)),
  );
  lhs.forEach((size, dim) => {
    if (lhsBatching.includes(dim) || lhsContracting.includes(dim)) return;
    builder.addFactor([dim, NO_DIM], [resultDim++], size);
  });
  rhs.forEach((size, dim) => {
    if (rhsBatching.includes(dim) || rhsContracting.includes(dim)) return;
    builder.addFactor([NO_DIM, dim], [resultDim++], size);
  });
  lhsContracting.forEach((dim, i) =>
    builder.addFactor([dim, rhsContracting[i]!], [NO_DIM], op.lhs.type.dimSize(dim), { type: 'reduction' }),
  );
  return builder.build();
});
