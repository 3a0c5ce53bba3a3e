import { definePass, verifyOp } from '@shardform/ir-core';
import { entryFunction } from '../entry-function.ts';
import { refinePatterns } from './patterns.ts';
import { Refinement } from './refinement.ts';

/** Makes types as static as the program's arguments allow; upstream's pass of this name. */
export const refineShapes = /* @__PURE__ */ definePass({
  name: 'stablehlo-refine-shapes',
  className: 'StablehloRefineShapesPass',
  summary: 'Refines shapes across a StableHLO program.',
  description:
    'Walks through the program from `main`, or its only function, refining shapes within ops: what follows from the ' +
    'types of operands and from constants that hold shapes. Integer arithmetic on constants is computed on the way. ' +
    'Called functions are specialised in place, so that all calls of one have to agree; integer constants that they are ' +
    'called with are moved into them.',
  anchor: 'builtin.module',
  run(root, pass) {
    const func = entryFunction(root, pass);
    if (func === null || func.isDeclaration) return;
    if (func.body.blocks.length !== 1) {
      pass.opError(func, 'must have exactly one block');
      return;
    }
    const refinement = new Refinement(root, pass.context, refinePatterns);
    const argumentTypes = func.functionType.inputs;
    refinement.refine(func, { callee: func.symName.value, tokenCount: 0, constants: [], argumentTypes });
    if (!refinement.failed) return;
    // What could not be specialised no longer fits its callers: each is named, as the verifier would.
    verifyOp(root, pass.context);
    pass.fail();
  },
});
