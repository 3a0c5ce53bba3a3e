import { applyPatternsGreedily, definePass } from '@shardform/ir-core';
import { iotaPattern } from './iota.ts';

/** Simplifies as XLA's own dialect does that it exports from: the last step before HLO. */
export const simplifyForHlo = /* @__PURE__ */ definePass({
  name: 'hlo-simplify',
  className: 'HloSimplifyPass',
  summary: "Simplifies as XLA's dialect does",
  anchor: 'func.func',
  run(func, { context }) {
    applyPatternsGreedily(func, [iotaPattern], context, { topDown: true });
  },
});
