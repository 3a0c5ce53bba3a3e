import { CallOp, programEntry } from '@shardform/dialect-func';
import {
  AllReduceOp,
  getSharding,
  ManualComputationOp,
  MeshTable,
  ReduceScatterOp,
} from '@shardform/dialect-sdy';
import { type Context, type ModuleOp, type Operation } from '@shardform/ir-core';
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
  let found = false;
  module.walk((op) => {
    if (found || !(op instanceof AllReduceOp || op instanceof ReduceScatterOp)) return;
    found = (getSharding(op.getOperand(0), context)?.unreducedAxes.length ?? 0) === 0;
  });
  return found;
}

/**
 * Returns the operation that shows that a program has per-device sizes although it keeps shardings, by which it would
 * be divided again; `null` for other programs. Passes that make sizes local and keep the mesh leave such programs; if
 * devices don't communicate, they can't be distinguished from global ones.
 */
export function divisionMark(module: ModuleOp): Operation | null {
  if (localProgram(module) !== null) return null;
  const entry = programEntry(module);
  const isSplit = [...new MeshTable(module).entries()].some(([, mesh]) => mesh.totalSize > 1);
  if (entry === null || !isSplit) return null;
  const seen = new Set<Operation>();
  const search = (op: Operation): Operation | null => {
    if (seen.has(op) || op instanceof ManualComputationOp) return null;
    seen.add(op);
    if (LOCAL_OPS.has(op.name) && crossesPartitions(op)) return op;
    const callee = op instanceof CallOp ? op.calledFunction() : null;
    const inside = [...op.regions].flatMap(({ blocks }) => [...blocks].flatMap((block) => [...block]));
    for (const next of callee === null ? inside : [callee, ...inside]) {
      const found = search(next);
      if (found !== null) return found;
    }
    return null;
  };
  return search(entry);
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
