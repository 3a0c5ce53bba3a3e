import type { Machine } from '@shardform/cost-model';
import { CallOp, programEntry } from '@shardform/dialect-func';
import { WhileOp } from '@shardform/dialect-stablehlo';
import type { Context, ModuleOp, Operation } from '@shardform/ir-core';
import { pricedTrips } from '../module/loop-trips.ts';
import { ProgramTimes } from '../export/overlap-collectives/program-times.ts';
import { trafficOf } from '../export/combine-collectives/traffic-of.ts';

/** Returns what the program of one device costs: the bytes that it sends, or the time on a machine. */
export function programPrice(local: ModuleOp, machine: Machine | null, context: Context): number {
  const entry = machine === null ? null : programEntry(local);
  if (entry === null) return sentBytes(local);
  const { compute, communication } = new ProgramTimes(local, context, machine).inside(entry);
  return compute + communication;
}

/** Returns the bytes that each device sends in an execution of the program of one device. */
function sentBytes(local: ModuleOp): number {
  const known = new Map<Operation, number>();
  const inside = (op: Operation): number => {
    let sum = 0;
    for (const { blocks } of op.regions)
      for (const block of blocks) for (const inner of block) sum += of(inner);
    return sum;
  };
  const of = (op: Operation): number => {
    const traffic = trafficOf(op);
    if (traffic !== null) return traffic.bytes;
    if (op instanceof WhileOp) return inside(op) * pricedTrips(op);
    if (!(op instanceof CallOp)) return inside(op);
    const callee = op.calledFunction();
    if (callee === null) return 0;
    let bytes = known.get(callee);
    if (bytes === undefined) {
      // For a function that calls itself.
      known.set(callee, 0);
      known.set(callee, (bytes = inside(callee)));
    }
    return bytes;
  };
  const entry = programEntry(local);
  return entry === null ? 0 : inside(entry);
}
