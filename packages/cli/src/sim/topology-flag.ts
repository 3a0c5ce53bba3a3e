import { machinePresets } from '@shardform/runtime-dist';
import type { Flag } from '../command/flag.ts';

/** The flag that names the machine of a simulation. */
export const topologyFlag = {
  value: 'MACHINE',
  description: `a JSON file, or ${Object.keys(machinePresets).join(', ')}; see below`,
} as const satisfies Flag;
