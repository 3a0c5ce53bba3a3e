import { pythonString } from '@shardform/ir-core';
import type { PlanFormat } from './plan-format.ts';
import { argumentRoots } from './roots.ts';

/** States of flax.nnx on the mesh. */
export const nnxFormat: PlanFormat = {
  imports: ['from flax import nnx'],
  usage(specs) {
    const [root] = argumentRoots(specs);
    const name = root ?? 'model';
    return [
      'Place modules and optimizers on the mesh before they are trained, each by the name of the argument of the step:',
      '',
      `    place(${name}, ${pythonString(name, "'")})`,
      '',
      'A module that is made on the mesh has the names of its axes in initializers:',
      '',
      "    nnx.Linear(..., kernel_init=nnx.with_partitioning(init, names('layers/0/kernel')))",
    ];
  },
  body: () => [
    'def place(module, name):',
    '    """Puts the variables of a module, which the step takes as the argument `name`, on the mesh; returns the module."""',
    '    state = nnx.state(module)',
    '    leaves, tree = jax.tree.flatten(state)',
    '    paths = [path for path, _ in jax.tree_util.tree_leaves_with_path(state)]',
    '    # jax.jit names the leaves of a state by their paths, nnx.jit by their numbers.',
    '    specs = [spec(path, name) or spec(f"{name}/states/0/{number}") for number, path in enumerate(paths)]',
    '    placed = [jax.device_put(leaf, NamedSharding(mesh, own)) for leaf, own in zip(leaves, specs)]',
    '    nnx.update(module, jax.tree.unflatten(tree, placed))',
    '    return module',
    '',
    '',
    'def names(path):',
    '    """Returns the names of mesh axes of a variable by its path, for nnx.with_partitioning."""',
    '    return tuple(spec(path))',
  ],
};
