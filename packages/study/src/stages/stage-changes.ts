import { getSharding, isCollectiveOp } from '@shardform/dialect-sdy';
import type { Context, ModuleOp, Operation } from '@shardform/ir-core';
import type { StageValues } from '../values/value-identities.ts';

/** What a step changed in a program, in numbers. */
export interface StageChanges {
  readonly operations: number;
  /** Operations of kinds of which there are more than before, and fewer. */
  readonly added: number;
  readonly removed: number;
  /** Communication that was added, by kind: `all_reduce`. */
  readonly collectives: readonly { readonly kind: string; readonly count: number }[];
  /** Number of values whose sharding differs from that before. */
  readonly shardings: number;
  /** Number of values whose type differs from that before. */
  readonly types: number;
  /** False if the text is the same as before. */
  readonly any: boolean;
}

/** Compares a version of a program with the one before it; `null` for the first. */
export function stageChanges(
  module: ModuleOp,
  values: StageValues,
  before: { readonly module: ModuleOp; readonly values: StageValues } | null,
  context: Context,
): StageChanges {
  const now = operationCounts(module);
  const total = [...now.values()].reduce((sum, { count }) => sum + count, 0);
  if (before === null)
    return { operations: total, added: 0, removed: 0, collectives: [], shardings: 0, types: 0, any: true };
  const old = operationCounts(before.module);
  let [added, removed] = [0, 0];
  const collectives: { kind: string; count: number }[] = [];
  for (const name of new Set([...now.keys(), ...old.keys()])) {
    const { count = 0, communicates = false } = now.get(name) ?? {};
    const more = count - (old.get(name)?.count ?? 0);
    if (more > 0) added += more;
    else removed -= more;
    if (more > 0 && communicates) collectives.push({ kind: name.slice(name.indexOf('.') + 1), count: more });
  }
  let [shardings, types] = [0, 0];
  for (const value of values.all) {
    const other = before.values.find(values.idOf(value));
    if (other === null) continue;
    if (getSharding(value, context) !== getSharding(other, context)) shardings++;
    if (value.type !== other.type) types++;
  }
  const any = added + removed + shardings + types > 0;
  return { operations: total, added, removed, collectives, shardings, types, any };
}

/** Operations between devices, of all dialects, by the ends of their names. */
const COLLECTIVE = /\.(all_gather|all_reduce|all_to_all|collective_\w+|reduce_scatter)$/;

type OperationCounts = ReadonlyMap<string, { readonly count: number; readonly communicates: boolean }>;

/** Stages don't change; each is compared with the one before it and the one after it. */
const knownCounts = new WeakMap<ModuleOp, OperationCounts>();

function operationCounts(module: ModuleOp): OperationCounts {
  let counts = knownCounts.get(module);
  if (counts === undefined) knownCounts.set(module, (counts = countOperations(module)));
  return counts;
}

function countOperations(module: ModuleOp): OperationCounts {
  const counts = new Map<string, { count: number; communicates: boolean }>();
  module.walk((op: Operation) => {
    const known = counts.get(op.name);
    if (known !== undefined) known.count++;
    else counts.set(op.name, { count: 1, communicates: isCollectiveOp(op) || COLLECTIVE.test(op.name) });
  });
  return counts;
}
