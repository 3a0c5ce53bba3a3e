import { programEntry, setValueAttr } from '@shardform/dialect-func';
import { SHARDING, ShardingConstraintOp, type TensorShardingAttr } from '@shardform/dialect-sdy';
import { OptimizationBarrierOp } from '@shardform/dialect-stablehlo';
import { copyOf } from '@shardform/inspect';
import { BlockArgument, type ModuleOp, type Operation, type Value } from '@shardform/ir-core';
import type { ShardingMove } from '../../explain/sharding-move.ts';

/** A small change of a program, one that a line of the user's program makes. */
export type ProgramChange =
  /** Arguments, and results that have to be split like them, have another sharding. */
  | { readonly kind: 'arguments'; readonly move: ShardingMove }
  /** A value is constrained where it is computed. `now` is the sharding that it has without. */
  | {
      readonly kind: 'constrain';
      readonly value: Value;
      readonly sharding: TensorShardingAttr;
      readonly now: TensorShardingAttr | null;
    }
  /** A constraint of the program asks for another sharding; `null` takes it out. */
  | {
      readonly kind: 'constraint';
      readonly op: ShardingConstraintOp;
      readonly sharding: TensorShardingAttr | null;
    }
  /** A result of the program has another sharding; `null` leaves it to propagation. */
  | { readonly kind: 'result'; readonly index: number; readonly sharding: TensorShardingAttr | null }
  /** What `jax.checkpoint` would compute again is kept. */
  | { readonly kind: 'save'; readonly barrier: OptimizationBarrierOp };

/** Returns a copy of a program with changes. */
export function changedProgram(module: ModuleOp, changes: readonly ProgramChange[]): ModuleOp {
  const copy = copyOf(module);
  const copies = new Copies(module, copy);
  for (const change of changes) apply(change, copy, copies);
  return copy;
}

function apply(change: ProgramChange, copy: ModuleOp, copies: Copies): void {
  const func = programEntry(copy);
  switch (change.kind) {
    case 'arguments':
      if (func === null) return;
      for (const index of change.move.args)
        setValueAttr(func, 'arg_attrs', index, SHARDING, change.move.sharding);
      for (const index of change.move.results)
        setValueAttr(func, 'res_attrs', index, SHARDING, change.move.sharding);
      return;
    case 'result':
      if (func !== null) setValueAttr(func, 'res_attrs', change.index, SHARDING, change.sharding);
      return;
    case 'constrain':
      constrain(copies.valueOf(change.value), change.sharding);
      return;
    case 'constraint': {
      const op = copies.of(change.op);
      if (!(op instanceof ShardingConstraintOp)) return;
      if (change.sharding !== null) constrain(op.result, change.sharding);
      op.result.replaceAllUsesWith(op.input);
      op.erase();
      return;
    }
    case 'save': {
      const op = copies.of(change.barrier);
      for (const [i, result] of op.results.entries()) result.replaceAllUsesWith(op.getOperand(i));
      op.erase();
    }
  }
}

function constrain(value: Value, sharding: TensorShardingAttr): void {
  const location = value.definingOp?.location;
  const constraint = ShardingConstraintOp.create(
    { input: value, sharding },
    [value.type],
    location === undefined ? {} : { location },
  );
  value.replaceAllUsesWith(constraint.result);
  constraint.setOperand(0, value);
  if (value.definingOp !== null) constraint.moveAfter(value.definingOp);
  else value.parentBlock?.prepend(constraint);
}

/** The operations and values of a copy of a program. */
class Copies {
  readonly #copies = new Map<Operation, Operation>();

  constructor(module: ModuleOp, copy: ModuleOp) {
    const copied: Operation[] = [];
    copy.walk((op) => {
      copied.push(op);
    }, 'pre');
    let at = 0;
    module.walk((op) => {
      this.#copies.set(op, copied[at++]!);
    }, 'pre');
  }

  of(op: Operation): Operation {
    const copy = this.#copies.get(op);
    if (copy === undefined) throw new Error(`'${op.name}' is not an operation of the program`);
    return copy;
  }

  valueOf(value: Value): Value {
    if (value.definingOp !== null)
      return this.of(value.definingOp).getResult(value.definingOp.results.findIndex((own) => own === value));
    const { parentOp } = value.parentBlock!;
    if (!(value instanceof BlockArgument) || parentOp === null) throw new Error('a value is of no operation');
    const region = parentOp.regions.findIndex((own) => own === value.parentBlock!.parent);
    const block = parentOp.getRegion(region).blocks.indexOf(value.parentBlock!);
    return this.of(parentOp).getRegion(region).blocks[block]!.getArgument(value.index);
  }
}
