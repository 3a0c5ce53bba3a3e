import { lookUp } from '@shardform/ir-core';
import type { Machine } from '../machine/machine.ts';

/** Sends one tensor from a device to another. */
export interface PermutedPair {
  readonly from: number;
  readonly to: number;
}

/** The wire of a transfer that most transfers go over, which share its bandwidth. */
export interface BusiestWire {
  readonly wire: string;
  /** How many transfers go over it. */
  readonly load: number;
}

/** Returns the busiest wire of each pair; `null` for one that takes no wires. */
export function busiestWires(
  machine: Machine,
  pairs: readonly PermutedPair[],
): readonly (BusiestWire | null)[] {
  const routes = pairs.map(({ from, to }) => [...new Set(machine.route(from, to))]);
  const users = new Map<string, number>();
  for (const route of routes) for (const wire of route) users.set(wire, (users.get(wire) ?? 0) + 1);
  return routes.map((route) =>
    route.reduce<BusiestWire | null>((busiest, wire) => {
      const load = lookUp(users, wire);
      return busiest === null || load > busiest.load ? { wire, load } : busiest;
    }, null),
  );
}
