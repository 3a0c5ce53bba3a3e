import { pythonString } from '@shardform/ir-core';
import type { PlanFormat } from './plan-format.ts';
import { argumentRoots, resultRoots } from './roots.ts';

/** Trees of `NamedSharding`s for `jax.jit` and `jax.device_put`. */
export const namedShardingFormat: PlanFormat = {
  imports: [],
  usage(specs) {
    const roots = argumentRoots(specs);
    const call = (root: string | null): string =>
      root === null ? 'None' : `shardings(${root}, ${pythonString(root, "'")})`;
    const results = resultRoots(specs);
    const out = results.length === 1 ? call(results[0]!) : `(${results.map(call).join(', ')})`;
    return roots.length === 0 || roots.includes(null)
      ? [
          'Place each argument before the step is called:',
          '',
          "    argument = jax.device_put(argument, shardings(argument, 'its name'))",
        ]
      : [
          'Give jax.jit the shardings of arguments and of the results that take their place:',
          '',
          '    step = jax.jit(',
          '        step,',
          `        in_shardings=(${roots.map(call).join(', ')}${roots.length === 1 ? ',' : ''}),`,
          ...(results.some((root) => root !== null) ? [`        out_shardings=${out},`] : []),
          '    )',
        ];
  },
  body: () => [],
};
