import type { Machine } from '@shardform/cost-model';
import { type CollectiveName, ringTraffic } from '@shardform/dialect-stablehlo';
import { collectiveGroup } from '../cost/collective-group.ts';
import { permutedBytes, permutedPairs } from '../cost/permute-cost.ts';

import { type FlatProgram, kindOf } from '../program/flat-program.ts';
import { type OpKind, opClass } from '../program/op-kind.ts';

/** What an operation sends from one device to another, as the cost model of rooflines has it. */
export interface Transfer {
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
}

/** What goes over a wire for one operation; see {@link Machine.route} for names of wires. */
export interface WireLoad {
  readonly wire: string;
  readonly bytes: number;
}

/**
 * Returns what an operation sends: between the pairs of a permute, from or to the one device of a broadcast, scatter,
 * gather or reduction, else around the ring of its devices. Nothing for one that computes.
 */
export function transfersOf(program: FlatProgram, op: number): Transfer[] {
  const kind = kindOf(program, op);
  if (opClass(kind) !== 'communicate') return [];
  const { operandStart, operands, resultStart, valueDevice, valueType, types } = program;
  const bytesOf = (value: number): number => types.get(valueType[value]).bytes;
  const sources = Array.from(operands.subarray(operandStart[op], operandStart[op + 1]));
  const results = Array.from(
    { length: resultStart[op + 1] - resultStart[op] },
    (_, i) => resultStart[op] + i,
  );
  if (sources.length === 0 || results.length === 0) return [];
  const [first, result] = [sources[0], results[0]];
  const moved = (pairs: readonly Transfer[]): Transfer[] => pairs.filter(({ from, to }) => from !== to);
  if (kind === 'CollectivePermute')
    return moved(permutedPairs(program, op).map((pair) => ({ ...pair, bytes: permutedBytes(program, op) })));
  if (FROM_ONE.has(kind))
    return moved(
      results.map((value) => ({ from: valueDevice[first], to: valueDevice[value], bytes: bytesOf(value) })),
    );
  if (TO_ONE.has(kind))
    return moved(
      sources.map((value) => ({ from: valueDevice[value], to: valueDevice[result], bytes: bytesOf(value) })),
    );
  const { devices: ring, operand } = collectiveGroup(program, op);
  const { bytes } = ringTraffic(RINGS.get(kind) ?? 'all_to_all', ring.length, operand);
  return moved(ring.map((from, i) => ({ from, to: ring[(i + 1) % ring.length], bytes })));
}

const RINGS: ReadonlyMap<OpKind, CollectiveName> = new Map<OpKind, CollectiveName>([
  ['MPIAllgather', 'all_gather'],
  ['MPIAllreduce', 'all_reduce'],
  ['MPIReduceScatter', 'reduce_scatter'],
]);
const FROM_ONE: ReadonlySet<OpKind> = new Set<OpKind>(['Send', 'MPIBroadcast', 'MPIScatter']);
const TO_ONE: ReadonlySet<OpKind> = new Set<OpKind>(['MPIGather', 'MPIReduce']);

/** Returns what an operation sends over each wire of a machine. */
export function wireLoadsOf(program: FlatProgram, op: number, machine: Machine): WireLoad[] {
  const loads = new Map<string, number>();
  for (const { from, to, bytes } of transfersOf(program, op))
    for (const wire of machine.route(from, to)) loads.set(wire, (loads.get(wire) ?? 0) + bytes);
  return Array.from(loads, ([wire, bytes]) => ({ wire, bytes }));
}
