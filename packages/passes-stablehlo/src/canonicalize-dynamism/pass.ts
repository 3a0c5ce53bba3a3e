import { applyPatternsGreedily, definePass } from '@shardform/ir-core';
import { dynamismPatterns } from './patterns.ts';

/** Replaces operations whose shapes are computed by those of known shapes; upstream's pass of this name. */
export const canonicalizeDynamism = /* @__PURE__ */ definePass({
  name: 'stablehlo-canonicalize-dynamism',
  className: 'StablehloCanonicalizeDynamismPass',
  summary: 'Canonicalizes dynamic StableHLO ops into static ops.',
  description:
    'Replaces dynamic StableHLO ops like DynamicReshapeOp by the corresponding static counterparts like ReshapeOp, if ' +
    'all the dynamic elements of these ops are actually constant.',
  anchor: 'func.func',
  run(func, { context }) {
    applyPatternsGreedily(func, dynamismPatterns(), context);
  },
});
