import { type AxisRefAttr, axisListSize, type MeshAttr } from '@shardform/dialect-sdy';
import { splitBy } from './align-sub-axes.ts';
import { fitAxis } from './fit-axis.ts';
import type { Resharding } from './resharding.ts';

/**
 * Replaces axes by those of the result where no other collective can, keeping the number of shards of each dimension;
 * also moves to the mesh of the result.
 *
 * @returns whether a permutation is needed.
 */
export function planCollectivePermute(state: Resharding): boolean {
  const isNeeded = needsPermutation(state);
  if (!isNeeded && state.isOnTargetMesh) return false;
  if (isNeeded) permute(state);
  state.moveToTargetMesh();
  return true;
}

function needsPermutation(state: Resharding): boolean {
  const { incoming, outgoing, mesh } = state;
  const leaving: AxisRefAttr[] = [];
  for (const [d, axes] of incoming.entries()) {
    const [first] = axes;
    const [wanted] = outgoing[d]!;
    if (first !== undefined && wanted !== undefined && divide(first.size(mesh), wanted.size(mesh)))
      return true;
    const seen = new Set<number>();
    let previous: { readonly dim: number; readonly index: number } | null = null;
    let hadTarget = false;
    for (const axis of axes) {
      const target = state.targetOf(axis);
      if (target === null) {
        if (hadTarget && outgoing[d]!.length === 0) return true;
        leaving.push(axis);
        previous = null;
        continue;
      }
      const isNext = previous !== null && previous.dim === target.dim && previous.index + 1 === target.index;
      if ((target.dim === d || seen.has(target.dim)) && !isNext) return true;
      seen.add(target.dim);
      previous = target;
      hadTarget = true;
    }
  }
  const missing = outgoing.flat().filter((axis) => !state.isIncoming(axis));
  return missing.some((axis) => leaving.some((other) => divide(axis.size(mesh), other.size(mesh))));
}

function divide(a: number, b: number): boolean {
  return a % b === 0 || b % a === 0;
}

function permute(state: Resharding): void {
  const { incoming, outgoing, done, mesh } = state;
  const availableOut: AxisRefAttr[] = [];
  const availableIn: AxisRefAttr[][] = [];
  const capacity: number[] = [];
  const isOutgoing = incoming.map((axes) => axes.map((axis) => state.isOutgoing(axis)));
  for (const [d, axes] of incoming.entries()) {
    const size = axisListSize(axes, mesh);
    let room = size;
    for (let first = outgoing[d]![0]; first !== undefined; first = outgoing[d]![0]) {
      const fitted = fitAxis(first, room, mesh);
      if (fitted === null) break;
      done[d]!.push(fitted.axis);
      outgoing[d]!.splice(0, 1, ...(fitted.remainder === null ? [] : [fitted.remainder]));
      room = fitted.capacity;
    }
    availableOut.push(...outgoing[d]!);
    capacity.push(room);
    const leaving = axes.filter((_, i) => !isOutgoing[d]![i]!);
    availableIn.push(moveFrontToEnd(leaving, size / room, mesh));
    incoming[d] = [];
  }
  for (const [d, axes] of incoming.entries()) fill(axes, availableOut, capacity, d, mesh, 'back');
  for (const [d, axes] of incoming.entries()) fill(axes, availableIn[d]!, capacity, d, mesh, 'front');
  const rest = availableIn.flat();
  for (const [d, axes] of incoming.entries()) fill(axes, rest, capacity, d, mesh, 'front');
  for (const [d, axes] of splitBy(outgoing, incoming.flat(), mesh).entries()) outgoing[d] = axes;
}

/** Takes axes of `available` for the missing shard count of a dimension. */
function fill(
  axes: AxisRefAttr[],
  available: AxisRefAttr[],
  capacity: number[],
  dim: number,
  mesh: MeshAttr,
  at: 'front' | 'back',
): void {
  const taken: AxisRefAttr[] = [];
  for (let i = 0; i < available.length && capacity[dim]! > 1;) {
    const fitted = fitAxis(available[i]!, capacity[dim]!, mesh);
    if (fitted === null) {
      i++;
      continue;
    }
    taken.push(fitted.axis);
    capacity[dim] = fitted.capacity;
    available.splice(i, 1);
    if (fitted.remainder !== null) available.unshift(fitted.remainder);
  }
  if (at === 'back') axes.push(...taken);
  else axes.unshift(...taken);
}

/** Puts the first axes, over `size` devices, behind the others; one may be split for that. */
function moveFrontToEnd(axes: readonly AxisRefAttr[], size: number, mesh: MeshAttr): AxisRefAttr[] {
  const front: AxisRefAttr[] = [];
  const rest: AxisRefAttr[] = [];
  let remaining = size;
  for (const axis of axes) {
    const fitted = rest.length > 0 ? null : fitAxis(axis, remaining, mesh);
    if (fitted === null) {
      rest.push(axis);
      continue;
    }
    front.push(fitted.axis);
    if (fitted.remainder !== null) rest.push(fitted.remainder);
    remaining = fitted.capacity;
  }
  return [...rest, ...front];
}
