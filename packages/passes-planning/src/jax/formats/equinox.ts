import { pythonString } from '@shardform/ir-core';
import type { PlanFormat } from './plan-format.ts';
import { argumentRoots } from './roots.ts';

/** Sharded arrays of equinox modules. */
export const equinoxFormat: PlanFormat = {
  imports: ['import equinox as eqx'],
  usage(specs) {
    const [root] = argumentRoots(specs);
    const name = root ?? 'model';
    return [
      "Shard modules and the optimizer's state before training, and again what a step returns, inside eqx.filter_jit:",
      '',
      `    ${name} = shard(${name}, ${pythonString(name, "'")})`,
    ];
  },
  body: () => [
    'def shard(module, name=""):',
    '    """Returns the module with its arrays on the mesh. `name` is that of the argument of the step."""',
    '    return eqx.filter_shard(module, shardings(eqx.filter(module, eqx.is_array), name))',
  ],
};
