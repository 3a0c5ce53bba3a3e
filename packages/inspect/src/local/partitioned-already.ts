import { CallOp, programEntry } from '@shardform/dialect-func';
import {
  AllReduceOp,
  getSharding,
  ManualComputationOp,
  MeshTable,
  ReduceScatterOp,
} from '@shardform/dialect-sdy';
import { type Context, type ModuleOp, type Operation, perState } from '@shardform/ir-core';
import { localProgram } from './local-program.ts';

/** Operations of StableHLO whose devices or sizes are those of one device's program. */
const LOCAL_OPS: ReadonlySet<string> = new Set([
  'stablehlo.all_gather',
  'stablehlo.all_reduce',
  'stablehlo.all_to_all',
  'stablehlo.collective_permute',
  'stablehlo.partition_id',
  'stablehlo.reduce_scatter',
]);

/**
 * Returns whether a program of global sizes already has its collectives: it reduces partial sums although no sharding
 * is unreduced, as only inserted collectives do. Inserting them again would sum twice.
 */
export function hasInsertedCollectives(module: ModuleOp, context: Context): boolean {
  const isInserted = (op: Operation): boolean =>
    (op instanceof AllReduceOp || op instanceof ReduceScatterOp) &&
    (getSharding(op.getOperand(0), context)?.unreducedAxes.length ?? 0) === 0;
  return module.walk((op) => (isInserted(op) ? 'interrupt' : 'advance')) === 'interrupt';
}

/**
 * Returns the operation that shows that a program has per-device sizes although it keeps shardings, by which it would
 * be divided again; `null` for other programs. Passes that make sizes local and keep the mesh leave such programs; if
 * devices don't communicate, they can't be distinguished from global ones.
 */
export const divisionMark = /* @__PURE__ */ perState((module: ModuleOp): Operation | null => {
  if (localProgram(module) !== null) return null;
  const entry = programEntry(module);
  const isSplit = [...new MeshTable(module).entries()].some(([, mesh]) => mesh.totalSize > 1);
  if (entry === null || !isSplit) return null;
  return localOpIn(entry, new Set());
});

/** @param seen the functions that were searched. */
function localOpIn(func: Operation, seen: Set<Operation>): Operation | null {
  seen.add(func);
  let found: Operation | null = null;
  func.walk((op) => {
    if (op instanceof ManualComputationOp) return 'skip';
    if (LOCAL_OPS.has(op.name) && crossesPartitions(op)) found = op;
    else if (op instanceof CallOp) {
      const callee = op.calledFunction();
      if (callee !== null && !seen.has(callee)) found = localOpIn(callee, seen);
    }
    return found === null ? 'advance' : 'interrupt';
  }, 'pre');
  return found;
}

/** Replicas, which have no channel, each execute all of a program. */
function crossesPartitions(op: Operation): boolean {
  return op.name === 'stablehlo.partition_id' || op.hasAttr('channel_handle') || op.hasAttr('channel_id');
}

/** Reports a program that would be divided again. @returns false after that. */
export function isNotDividedYet(module: ModuleOp, context: Context): boolean {
  const mark = divisionMark(module);
  if (mark === null) return true;
  context.diagnostics.emitOn(
    mark,
    'error',
    `'${mark.name}' stands outside of 'sdy.manual_computation': the program has the sizes of one device, and its shardings would divide them again; take the output of 'shardform partition', which tells how the whole is split, or the program that it was made from`,
  );
  return false;
}
