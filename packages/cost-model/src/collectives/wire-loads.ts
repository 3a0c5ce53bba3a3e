import { lookUp } from '@shardform/ir-core';
import type { Machine } from '../machine/machine.ts';

/** Sends one tensor from a device to another. */
export interface PermutedPair {
  readonly from: number;
  readonly to: number;
}

/** By pair, how many pairs go over the busiest of the wires that it takes: they share its bandwidth. */
export function wireLoads(machine: Machine, pairs: readonly PermutedPair[]): number[] {
  const routes = pairs.map(({ from, to }) => new Set(machine.route(from, to)));
  const users = new Map<string, number>();
  for (const route of routes) for (const wire of route) users.set(wire, (users.get(wire) ?? 0) + 1);
  return routes.map((route) => Math.max(1, ...[...route].map((wire) => lookUp(users, wire))));
}
