import type { FuncOp } from '@shardform/dialect-func';
import {
  communicationOps,
  FreeOp,
  PipelineOp,
  PlacedTensorType,
  PmapOp,
  SelectOp,
  TupleOp,
} from '@shardform/dialect-dist';
import { Builder, cloneOp, type Context, IrMapping, type Operation, type Value } from '@shardform/ir-core';
import { backwardOps, markBackward } from './backward.ts';
import { returnedValues } from './dist-function.ts';

const communicates: ReadonlySet<string> = new Set(communicationOps.map(({ definition }) => definition.name));

/** Options of {@link recompute}. */
export interface RecomputeOptions {
  /** Every how many-th activation is kept; 0, the default, keeps none that can be computed again. */
  readonly every?: number;
}

/**
 * Frees activations after their last use in the forward pass, and recomputes them where the backward pass uses them,
 * from the nearest preceding values that are kept. Results of the function are kept, and so is, among the other values
 * used by the backward pass, every `every`-th. The values stay the same. Existing frees are removed.
 *
 * @returns the number of recomputed operations.
 */
export function recompute(func: FuncOp, options: RecomputeOptions, context: Context): number {
  const { entry } = func.body;
  dropFrees(func);
  const backward = backwardOps(entry);
  const dropped = droppedValues(func, backward, options.every ?? 0);
  const builder = new Builder(context);
  const again = new Map<Value, Value>();
  let count = 0;
  const recomputed = (value: Value, before: Operation): Value => {
    if (!dropped.has(value)) return value;
    const known = again.get(value);
    if (known !== undefined) return known;
    const source = value.definingOp!;
    const mapping = new IrMapping();
    for (const operand of source.operandValues()) mapping.values.set(operand, recomputed(operand, before));
    builder.setInsertionPoint(before);
    const copy = builder.insert(cloneOp(source, mapping));
    markBackward(copy);
    count += 1;
    source.results.forEach((result, i) => {
      if (dropped.has(result)) again.set(result, copy.getResult(i));
    });
    return copy.getResult(value.definingOp!.results.findIndex((result) => result === value));
  };
  for (const op of [...entry]) {
    if (!backward.has(op)) continue;
    op.operands.forEach((operand) => operand.set(recomputed(operand.value, op)));
  }
  const late = backwardOps(entry);
  for (const value of [...dropped, ...again.values()]) freeAfterLastUse(value, late, builder);
  return count;
}

/**
 * Frees each tensor after its last use, but for arguments and results, in a function and in the bodies of its maps and
 * pipelines. Elements of tuples are left alone: they may have several names.
 */
export function insertFrees(func: FuncOp, context: Context): void {
  const builder = new Builder(context);
  const blocks = [func.body.entry];
  func.walk((op) => {
    if (op instanceof PmapOp || op instanceof PipelineOp) blocks.push(op.entry);
  });
  for (const block of blocks) {
    const returned = new Set(block.terminator?.operandValues() ?? []);
    const late = backwardOps(block);
    for (const op of [...block]) {
      if (op instanceof SelectOp || op instanceof TupleOp) continue;
      for (const result of op.results) {
        const users = result.users();
        const hasNames = users.some((user) => user instanceof TupleOp || user instanceof FreeOp);
        const isTensor = result.type instanceof PlacedTensorType;
        if (isTensor && !hasNames && !returned.has(result)) freeAfterLastUse(result, late, builder);
      }
    }
  }
}

/**
 * Removes all frees of a function, so that values can be used where they could not be.
 *
 * @returns whether there were any.
 */
export function dropFrees(func: FuncOp): boolean {
  const frees: FreeOp[] = [];
  func.walkOf(FreeOp, (op) => {
    frees.push(op);
  });
  frees.forEach((op) => op.erase());
  return frees.length > 0;
}

/** Forward values that only the backward pass keeps alive, except those that are kept. */
function droppedValues(func: FuncOp, backward: ReadonlySet<Operation>, every: number): Set<Value> {
  const returned = new Set(returnedValues(func));
  const dropped = new Set<Value>();
  let activations = 0;
  for (const op of func.body.entry) {
    // A value received from another device would have to be sent again.
    if (backward.has(op) || communicates.has(op.name)) continue;
    for (const result of op.results) {
      const users = result.users();
      if (!users.some((user) => backward.has(user))) continue;
      activations += 1;
      const isKept = returned.has(result) || (every > 0 && activations % every === 0);
      if (!isKept) dropped.add(result);
    }
  }
  return dropped;
}

function freeAfterLastUse(value: Value, backward: ReadonlySet<Operation>, builder: Builder): void {
  const block = value.parentBlock;
  let last: Operation | null = value.definingOp;
  for (const user of value.users()) {
    let at: Operation | null = user;
    while (at !== null && at.parent !== block) at = at.parentOp;
    if (at !== null && (last === null || last.isBefore(at))) last = at;
  }
  if (last === null || last.definition.isTerminator) return;
  builder.setInsertionPointAfter(last);
  const free = builder.create(FreeOp, { input: value });
  if (backward.has(last)) markBackward(free);
}
