import { pythonString } from '@shardform/ir-core';
import type { PlanSpecs } from '../plan-specs.ts';
import type { PlanFormat } from './plan-format.ts';
import { argumentRoots } from './roots.ts';

/** Sharded arrays of equinox modules. */
export const equinoxFormat: PlanFormat = {
  imports: ['import equinox as eqx'],
  usage(specs) {
    if (isFilterJit(specs))
      return [
        'Place the arguments of the step of eqx.filter_jit before it is called:',
        '',
        '    args, kwargs = place(*args, **kwargs)',
      ];
    const [root] = argumentRoots(specs);
    const name = root ?? 'model';
    return [
      "Shard modules and the optimizer's state before training, and again what a step returns, inside eqx.filter_jit:",
      '',
      `    ${name} = shard(${name}, ${pythonString(name, "'")})`,
    ];
  },
  body: (specs) => (isFilterJit(specs) ? PLACE : SHARD),
};

const SHARD = [
  'def shard(module, name=""):',
  '    """Returns the module with its arrays on the mesh. `name` is that of the argument of the step."""',
  '    return eqx.filter_shard(module, shardings(eqx.filter(module, eqx.is_array), name))',
];

const PLACE = [
  'def place(*args, **kwargs):',
  '    """Returns the arguments of an eqx.filter_jit with their arrays on the mesh."""',
  '    def placed(tree, part):',
  '        leaves, structure = jax.tree.flatten(tree)',
  '        specs = [spec(f"dynamic_nodonate/{part}/{i}") or spec(f"dynamic_donate/{part}/{i}") for i in range(len(leaves))]',
  '        on_mesh = lambda leaf, own: jax.device_put(leaf, NamedSharding(mesh, own)) if eqx.is_array(leaf) else leaf',
  '        return jax.tree.unflatten(structure, map(on_mesh, leaves, specs))',
  '',
  '    rest, kwargs = placed((args[1:], kwargs), "rest")',
  '    return (placed(args[0], "first"), *rest), kwargs',
];

/** Whether the step was lowered by `equinox.filter_jit`, which passes the leaves of its arguments by number. */
function isFilterJit({ argumentPaths }: PlanSpecs): boolean {
  return argumentPaths.some(([root]) => /^dynamic_(?:no)?donate$/.test(root ?? ''));
}
