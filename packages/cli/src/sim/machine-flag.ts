import { machinePresets } from '@shardform/runtime-dist';
import type { Flag } from '../command/flag.ts';

/** The flag for the machine of a simulation. */
export const machineFlag = {
  value: 'MACHINE',
  alias: 'topology',
  description: `${Object.keys(machinePresets).join(', ')}, or a JSON file: one as 'shardform sim --help' describes it, or what 'shardform calibrate' writes`,
} as const satisfies Flag;
