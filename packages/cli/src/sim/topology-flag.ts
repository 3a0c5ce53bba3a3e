import { machinePresets } from '@shardform/runtime-dist';
import type { Flag } from '../command/flag.ts';

/** The flag for the machine of a simulation. */
export const topologyFlag = {
  value: 'MACHINE',
  description: `${Object.keys(machinePresets).join(', ')}, or a JSON file as 'shardform sim --help' describes it`,
} as const satisfies Flag;
