import { type Context, definePass, type ModuleOp } from '@shardform/ir-core';
import { deviceFunctions, type DeviceFunctions } from './device-functions.ts';
import { localFragments } from './local-fragments.ts';
import { meshProgramOf, mpmdEntry } from './mesh-program.ts';

/** `mpmd-lower-to-stablehlo`. */
export const lowerToStablehlo = /* @__PURE__ */ definePass({
  name: 'mpmd-lower-to-stablehlo',
  summary: 'Makes a StableHLO function for each device of an MPMD program, and an entry that runs them.',
  description:
    'Fragments are partitioned over the devices of their meshes, whose numbers follow each other in the order of the topology. A transfer becomes a `stablehlo.send` and a `stablehlo.recv` for each part of a tensor that another device needs. The entry takes and returns whole tensors.',
  anchor: 'builtin.module',
  dependentDialects: ['func', 'stablehlo', 'interpreter'],
  run(module, pass) {
    const { context } = pass;
    if (mpmdEntry(module) === null) {
      context.diagnostics.error(
        module.location,
        'no function with a topology to begin with: no MPMD program',
      );
      return;
    }
    const functions = deviceFunctionsOf(module, context);
    if (functions === null) {
      pass.fail();
      return;
    }
    for (const op of [...module.body]) op.erase();
    for (const op of [...functions.module.body]) {
      op.remove();
      module.body.append(op);
    }
  },
});

/** Returns the functions of an MPMD program's devices; `null` with diagnostics if there are none. */
export function deviceFunctionsOf(module: ModuleOp, context: Context): DeviceFunctions | null {
  const program = meshProgramOf(module, context);
  const fragments = program === null ? null : localFragments(program, context);
  return program === null || fragments === null ? null : deviceFunctions(program, fragments, context);
}
