import type { TensorShardingAttr } from '@shardform/dialect-sdy';
import { definePass } from '@shardform/ir-core';
import { transformShardings } from '../module/transform-shardings.ts';

/** `sdy-close-shardings`. */
export const closeShardings = /* @__PURE__ */ definePass({
  name: 'sdy-close-shardings',
  className: 'CloseShardingsPass',
  summary: 'Closes tensor shardings and drops replicated axes.',
  anchor: 'builtin.module',
  run(module, { context }) {
    // Those of many values are the same few.
    const known = new Map<TensorShardingAttr, TensorShardingAttr>();
    transformShardings(module, context, (sharding) => {
      let closed = known.get(sharding);
      if (closed === undefined)
        known.set(sharding, (closed = sharding.closed().with({ replicatedAxes: [] })));
      return closed;
    });
  },
});
