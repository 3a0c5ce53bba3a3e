import { FuncOp } from '@shardform/dialect-func';
import { FragmentCallOp } from '@shardform/dialect-mpmd';
import type { ModuleOp, Operation } from '@shardform/ir-core';
import { mpmdEntry } from '@shardform/passes-mpmd';
import { isMeshTransfer } from '../collectives/mesh-transfer.ts';
import type { AxisSums } from './facts.ts';

/** Communication in a version of a program with collectives. */
interface SentCollective {
  readonly op: Operation;
  readonly axis: string;
  readonly bytes: number;
  readonly executions: number;
}

/**
 * Returns what a device sends of the mesh whose devices send most: those of other meshes take no part in the collectives of
 * its fragments. `null` for programs of one mesh.
 */
export function meshSent(module: ModuleOp, collectives: readonly SentCollective[]): AxisSums | null {
  const entry = mpmdEntry(module);
  if (entry === null) return null;
  const calls = new Map<string, FragmentCallOp[]>();
  for (const op of entry.body.entry)
    if (op instanceof FragmentCallOp) calls.set(op.callee.root, [...(calls.get(op.callee.root) ?? []), op]);
  const sent = new Map<string, Map<string, number>>();
  const add = (mesh: string, axis: string, bytes: number): void => {
    const own = sent.get(mesh) ?? new Map<string, number>();
    sent.set(mesh, own.set(axis, (own.get(axis) ?? 0) + bytes));
  };
  for (const { op, axis, bytes, executions } of collectives) {
    if (isMeshTransfer(op)) add(op.tensor.type.meshName, axis, bytes * executions);
    const callers = calls.get(functionAround(op)) ?? [];
    for (const { mesh } of callers) add(mesh, axis, (bytes * executions) / callers.length);
  }
  const totals = [...sent.values()].map((byAxis) => ({
    bytes: [...byAxis.values()].reduce((sum, own) => sum + own, 0),
    byAxis: Array.from(byAxis, ([axis, bytes]) => ({ axis, bytes })),
  }));
  return totals.reduce((most, own) => (own.bytes > most.bytes ? own : most), { bytes: 0, byAxis: [] });
}

function functionAround(op: Operation): string {
  for (let at = op.parentOp; at !== null; at = at.parentOp) if (at instanceof FuncOp) return at.symName.value;
  return '';
}
