import { FuncOp } from '@shardform/dialect-func';
import {
  definePass,
  type NoOptions,
  type OptionSpecs,
  type OptionValues,
  type Pass,
  type PassRun,
  type PassSpec,
} from '@shardform/ir-core';
import { isDistributed, isMpmdFunction } from './functions.ts';

/** The declaration of a pass on functions. */
export interface FunctionPassSpec<O extends OptionSpecs> extends Omit<PassSpec<O>, 'anchor' | 'run'> {
  run(func: FuncOp, pass: PassRun<OptionValues<O>>): void;
}

/** Declares a pass on functions with a body. */
/* @__NO_SIDE_EFFECTS__ */
export function functionPass<const O extends OptionSpecs = NoOptions>(spec: FunctionPassSpec<O>): Pass<O> {
  return definePass<O, 'func.func'>({
    ...spec,
    anchor: 'func.func',
    run(op, pass) {
      if (op instanceof FuncOp && !op.isDeclaration) spec.run(op, pass);
    },
  });
}

/** Declares a pass on MPMD functions and bodies of fragments, which leaves other functions alone. */
/* @__NO_SIDE_EFFECTS__ */
export function distributedPass<const O extends OptionSpecs = NoOptions>(spec: FunctionPassSpec<O>): Pass<O> {
  return functionPass<O>({
    ...spec,
    run(func, pass) {
      if (isDistributed(func)) spec.run(func, pass);
    },
  });
}

/** Declares a pass on MPMD functions. */
/* @__NO_SIDE_EFFECTS__ */
export function mpmdPass<const O extends OptionSpecs = NoOptions>(spec: FunctionPassSpec<O>): Pass<O> {
  return functionPass<O>({
    ...spec,
    run(func, pass) {
      if (isMpmdFunction(func)) spec.run(func, pass);
    },
  });
}
