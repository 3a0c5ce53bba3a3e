import type { PermutedPair } from '@shardform/cost-model';
import type { FlatProgram } from '../program/flat-program.ts';
import type { OpCosts } from './distir-cost.ts';

/** Returns the pairs of a collective permute: its operand `i` becomes its result `i`. */
export function permutedPairs(program: FlatProgram, op: number): PermutedPair[] {
  const { operandStart, operands, opPairs, resultStart, valueDevice } = program;
  const ofAll = opPairs.get(op);
  if (ofAll !== undefined) return [...ofAll];
  const first = resultStart[op];
  const sources = operands.subarray(operandStart[op], operandStart[op + 1]);
  return Array.from(sources, (source, i) => ({ from: valueDevice[source], to: valueDevice[first + i] }));
}

/** Returns the bytes that each pair of a collective permute sends. */
export function permutedBytes(
  { opWidening, resultStart, types, valueType }: FlatProgram,
  op: number,
): number {
  return types.get(valueType[resultStart[op]]).bytes / (opWidening.get(op) ?? 1);
}

/**
 * Writes the costs of a collective permute: all pairs transfer concurrently, and devices send while they receive, so
 * that each is busy for the slower of both. @param secondsOf the seconds of the pair with this index.
 */
export function addPermuteCosts(
  into: OpCosts,
  pairs: readonly PermutedPair[],
  secondsOf: (pair: PermutedPair, place: number) => number,
): void {
  const busy = new Map<number, number>();
  pairs.forEach((pair, place) => {
    const seconds = secondsOf(pair, place);
    for (const device of [pair.from, pair.to]) busy.set(device, Math.max(busy.get(device) ?? 0, seconds));
  });
  for (const [device, seconds] of busy) {
    into.devices[into.count] = device;
    into.seconds[into.count] = seconds;
    into.count += 1;
  }
}
