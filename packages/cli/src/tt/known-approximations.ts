import type { ModuleOp, Operation } from '@shardform/ir-core';

/** Where stages compute a function of the program by another one, on purpose: what, how far apart, and what prevents it. */
export function knownApproximation(program: ModuleOp, stage: ModuleOp): string | null {
  if (!has(program, ({ name }) => name === 'stablehlo.tanh') || !has(stage, computesGelu)) return null;
  return "a GELU by tanh became 'gelu', which is by erf, as tt-mlir has it: up to 4.8e-4 apart for each number; with enable-fusing-pass=false, ttir-to-ttnn-backend-pipeline leaves it as it is";
}

/** By an operation, or as the activation of one. */
function computesGelu(op: Operation): boolean {
  return (
    /^tt(?:ir|nn)\.gelu$/.test(op.name) ||
    op.sortedAttrs().some(([, attribute]) => /\bgelu\b/.test(String(attribute)))
  );
}

function has(module: ModuleOp, isSought: (op: Operation) => boolean): boolean {
  let found = false;
  module.walk((op) => {
    found ||= isSought(op);
  });
  return found;
}
