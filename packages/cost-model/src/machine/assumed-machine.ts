import type { Machine } from './machine.ts';
import { namedMachine } from './presets.ts';

/** The devices of a node of the machine that is assumed. */
const NODE = 8;

/**
 * Returns the machine that is assumed where nobody names one, the only default: nodes of H100s, each of as many as divide the number of
 * devices, up to eight. What is computed for it says so, and nothing that depends on a machine is decided by it where bytes can decide.
 */
export function assumedMachine(devices: number): Machine {
  let perNode = Math.max(1, Math.min(NODE, devices));
  while (devices % perNode !== 0) perNode -= 1;
  const name = `h100:${Math.max(1, devices / perNode)}x${perNode}`;
  return { ...namedMachine(name)!, name: `${name}, assumed`, isAssumed: true };
}
