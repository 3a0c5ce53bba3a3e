import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A grid of 2x4 chips without wrap-around links, whose numbers no preset has a say in. */
export const GRID_OF_CHIPS = {
  name: 'chips',
  grid: [2, 4],
  device: { kind: 'chip', flops: 74e12, dram: 288e9, launch: 5e-6, memory: 12e9 },
  ...{ default_gbps: 200, latency: 1e-6 },
};

/** Nodes of two devices that share a network card: groups of any axis of a mesh of eight span several. */
export const NODES_OF_TWO = {
  name: 'nodes',
  ...{ nodes: 16, per_node: 2 },
  device: { kind: 'gpu', flops: 300e12, dram: 2e12, launch: 1e-5, memory: 80e9 },
  ...{ inside_gbps: 2400, between_gbps: 400, inside_latency: 3e-6, between_latency: 1e-5 },
};

/** Returns the path of a file that describes a machine, in a folder of its own. */
export function machineFile(machine: object): string {
  const path = join(mkdtempSync(join(tmpdir(), 'shardform-machine-')), 'machine.json');
  writeFileSync(path, JSON.stringify(machine));
  return path;
}
