import { definePass } from '@shardform/ir-core';
import {
  functionArgumentSharding,
  functionResultSharding,
  setFunctionArgumentSharding,
  setFunctionResultSharding,
  type TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { mainFunction } from '../module/main-function.ts';

/** `sdy-remove-sub-axes-in-input-output-shardings`. */
export const removeSubAxesInInputOutputShardings = /* @__PURE__ */ definePass({
  name: 'sdy-remove-sub-axes-in-input-output-shardings',
  className: 'RemoveSubAxesInInputOutputShardingsPass',
  summary: 'Removes all trailing axes from a non-closed dim shardings starting from the first sub-axis.',
  description: 'Only arguments and results of the main function change, where callers may not know sub-axes.',
  anchor: 'builtin.module',
  run(module) {
    // The anchor is the module.
    const main = mainFunction(module);
    if (main === null) return;
    const { inputs, results } = main.functionType;
    for (const i of inputs.keys()) {
      const sharding = functionArgumentSharding(main, i);
      if (sharding !== null) setFunctionArgumentSharding(main, i, withoutSubAxes(sharding));
    }
    for (const i of results.keys()) {
      const sharding = functionResultSharding(main, i);
      if (sharding !== null) setFunctionResultSharding(main, i, withoutSubAxes(sharding));
    }
  },
});

function withoutSubAxes(sharding: TensorShardingAttr): TensorShardingAttr {
  return sharding.with({
    dims: sharding.dims.map((dim) => {
      const first = dim.isClosed ? -1 : dim.axes.findIndex((axis) => axis.isSubAxis);
      return first < 0 ? dim : dim.withAxes(dim.axes.slice(0, first));
    }),
  });
}
