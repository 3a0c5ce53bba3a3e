import {
  familyShape,
  machineFamilies,
  type Machine,
  MachineError,
  namedMachine,
} from '@shardform/cost-model';
import { closestName } from '@shardform/ir-core';
import { RunError } from './run-error.ts';
import type { TrainingRun } from './training-run.ts';

/** Returns the machine of a run: the devices that it names, as many as it has. @throws RunError */
export function machineOfRun({
  hardware,
  devices,
  slices,
}: Pick<TrainingRun, 'hardware' | 'devices' | 'slices'>): Machine {
  const family = familyOf(hardware);
  const shape = familyShape(family);
  try {
    const name =
      shape.kind === 'nodes'
        ? `${family}:${nodesOf(shape.perNode, devices).join('x')}`
        : `${family}:${slices === 1 ? '' : `${slices}@`}${torusOf(devices / slices, shape.rank).join('x')}`;
    const machine = namedMachine(name);
    if (machine !== null) return machine;
  } catch (error) {
    if (!(error instanceof MachineError)) throw error;
    throw new RunError(error.message);
  }
  throw new RunError(`there is no machine of ${devices} '${hardware}'`);
}

/** Returns whether hardware is a TPU, whose programs a compiler sees whole; other devices are GPUs. */
export function isTpu({ hardware }: Pick<TrainingRun, 'hardware'>): boolean {
  return hardware.toLowerCase().startsWith('tpu');
}

/** `tpu-v5e` is `tpuv5e`, and `h100-80gb` the `h100`, which has as much memory. */
function familyOf(hardware: string): string {
  const plain = hardware.toLowerCase().replace(/^tpu-?/, 'tpu');
  const bare = plain.replace(/-\d+gb$/, '');
  for (const name of [plain, bare]) if (machineFamilies.includes(name)) return name;
  const close = closestName(bare, machineFamilies);
  throw new RunError(
    `there is no 'hardware' called '${hardware}'; ${close === null ? `known are ${machineFamilies.join(', ')}` : `did you mean '${close}'?`}`,
  );
}

/** Nodes, and the devices of each: as many as a node has, or fewer so that all have the same number. */
function nodesOf(most: number, devices: number): readonly number[] {
  let perNode = Math.min(devices, most);
  while (devices % perNode !== 0) perNode -= 1;
  return [devices / perNode, perNode];
}

/** The sizes of a torus that are the closest to each other. */
function torusOf(devices: number, rank: number): readonly number[] {
  if (rank === 1) return [devices];
  let size = Math.max(1, Math.floor(devices ** (1 / rank) + 1e-9));
  while (devices % size !== 0) size -= 1;
  return [size, ...torusOf(devices / size, rank - 1)].sort((a, b) => a - b);
}
