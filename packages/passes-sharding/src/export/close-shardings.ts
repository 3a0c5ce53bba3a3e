import { definePass } from '@shardform/ir-core';
import { transformShardings } from '../module/transform-shardings.ts';

/** `sdy-close-shardings`. */
export const closeShardings = /* @__PURE__ */ definePass({
  name: 'sdy-close-shardings',
  className: 'CloseShardingsPass',
  summary: 'Closes tensor shardings and drops replicated axes.',
  anchor: 'builtin.module',
  run(module, { context }) {
    transformShardings(module, context, (sharding) => sharding.closed().with({ replicatedAxes: [] }));
  },
});
