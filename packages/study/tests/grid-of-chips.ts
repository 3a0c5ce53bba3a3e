import { gridMachine, type Machine } from '@shardform/cost-model';

/** Returns a grid of 2x4 chips without wrap-around links, whose numbers are not those of a preset; memory follows the rules of CPUs. */
export function gridOfChips(): Machine {
  const device = { kind: 'wormhole', flops: 74e12, dram: 288e9, launch: 5e-6, memory: 12e9 };
  return gridMachine('chips', { sizes: [2, 4], wraps: false, device, gbps: 200, hopLatency: 1e-6 });
}
