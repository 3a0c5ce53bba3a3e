import { collectiveSums } from '../collectives/collective-totals.ts';
import { axisLabel } from '../time/collective-axes.ts';
import type { Facts } from '../time/facts.ts';
import type { AttributedCollective } from './attribution.ts';

/** Returns the facts of a program with the communication of its compiled form; time and memory stay those of the partition here. */
export function compiledFacts(facts: Facts, collectives: readonly AttributedCollective[]): Facts {
  const byAxis = new Map<string, number>();
  const bytesByKind = new Map<string, number>();
  for (const { axes, kind, bytes, executions } of collectives) {
    const axis = axisLabel(axes);
    byAxis.set(axis, (byAxis.get(axis) ?? 0) + bytes * executions);
    bytesByKind.set(kind, (bytesByKind.get(kind) ?? 0) + bytes * executions);
  }
  const sums = collectiveSums(collectives);
  return {
    ...facts,
    sent: {
      bytes: sums.bytes,
      meaning: sums.meaning,
      byAxis: Array.from(byAxis, ([axis, bytes]) => ({ axis, bytes })),
    },
    collectives: {
      count: collectives.length,
      executions: sums.executions,
      byKind: Array.from(bytesByKind, ([kind, bytes]) => ({
        kind,
        count: sums.countByKind[kind]!,
        executions: sums.executionsByKind[kind]!,
        bytes,
      })),
    },
  };
}
