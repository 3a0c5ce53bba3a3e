import type { FuncOp } from '@shardform/dialect-func';
import { FragmentCallOp, TransferOp } from '@shardform/dialect-mpmd';
import type { Operation } from '@shardform/ir-core';
import type { Simulation } from '../simulate/simulation.ts';
import { type FlatProgram, sourceOf } from './flat-program.ts';

/**
 * Returns the operations of an MPMD program in the order in which they begin in a simulation of it. Those of one mesh keep
 * their order, and each follows those that it depends on: what begins at the same time stays in the order of the text.
 */
export function orderInTime(
  entry: FuncOp,
  program: FlatProgram,
  { events }: Pick<Simulation, 'events'>,
): readonly Operation[] {
  const steps = stepsOf(program);
  const starts = new Map<Operation, number>();
  for (const { op, start } of events) {
    const step = steps[op];
    if (step !== null && start < (starts.get(step) ?? Infinity)) starts.set(step, start);
  }
  // What takes no time begins when the last one before it does that it depends on.
  const begins = new Map<Operation, number>();
  const lastOnMesh = new Map<string, number>();
  for (const op of entry.entry) {
    const mesh = op instanceof FragmentCallOp ? op.mesh : null;
    const makers = op
      .operandValues()
      .map(({ definingOp }) => (definingOp === null ? 0 : (begins.get(definingOp) ?? 0)));
    const earliest = Math.max(0, ...makers, mesh === null ? 0 : (lastOnMesh.get(mesh) ?? 0));
    const begin = Math.max(earliest, starts.get(op) ?? 0);
    begins.set(op, begin);
    if (mesh !== null) lastOnMesh.set(mesh, begin);
  }
  const terminator = entry.entry.terminator;
  return [...entry.entry]
    .filter((op) => op !== terminator)
    .sort((a, b) => (begins.get(a) ?? 0) - (begins.get(b) ?? 0));
}

/** By operation of a flat program, the call or transfer that it is a part of: what is between a call's beginning and end. */
function stepsOf(program: FlatProgram): readonly (Operation | null)[] {
  let current: Operation | null = null;
  return Array.from({ length: program.opCount }, (_, op) => {
    const source = sourceOf(program, op);
    if (source instanceof TransferOp) return source;
    if (source instanceof FragmentCallOp) current = source;
    return current;
  });
}
