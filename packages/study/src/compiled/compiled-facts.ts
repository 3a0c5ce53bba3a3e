import { programMesh } from '@shardform/dialect-sdy';
import type { ModuleOp } from '@shardform/ir-core';
import { collectiveSums } from '../collectives/collective-totals.ts';
import { axisLabel } from '../time/collective-axes.ts';
import type { Facts } from '../time/facts.ts';
import { throughputFacts } from '../time/throughput.ts';
import type { AttributedCollective } from './attribution.ts';

/**
 * Returns the facts of a compiled program.
 *
 * @param source the program that it was compiled from, whose mesh it is on.
 */
export function compiledFacts(
  source: ModuleOp,
  collectives: readonly AttributedCollective[],
  known: Pick<Facts, 'devices' | 'time' | 'memory' | 'problems'>,
): Facts {
  const [name, mesh] = programMesh(source) ?? ['', null];
  const byAxis = new Map<string, number>();
  const bytesByKind = new Map<string, number>();
  for (const { axes, kind, bytes, executions } of collectives) {
    const axis = axisLabel(axes);
    byAxis.set(axis, (byAxis.get(axis) ?? 0) + bytes * executions);
    bytesByKind.set(kind, (bytesByKind.get(kind) ?? 0) + bytes * executions);
  }
  const sums = collectiveSums(collectives);
  return {
    ...known,
    throughput:
      known.time === null
        ? []
        : throughputFacts(source, { seconds: known.time.seconds, devices: known.devices }),
    mesh: mesh === null ? null : { name, axes: mesh.axes.map((own) => ({ name: own.name, size: own.size })) },
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
