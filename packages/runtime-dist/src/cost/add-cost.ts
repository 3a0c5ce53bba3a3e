import type { OpCosts } from './distir-cost.ts';

/** Adds the seconds of a device that has no cost yet. */
export function addCost(costs: OpCosts, device: number, seconds: number): void {
  costs.devices[costs.count] = device;
  costs.seconds[costs.count] = seconds;
  costs.count += 1;
}
