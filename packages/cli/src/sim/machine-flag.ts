import { isMachineName, machinePresets } from '@shardform/cost-model';
import type { Flag } from '../command/flag.ts';

/** The flag for a machine. The names of machines are had when help is asked for: they take a package. */
function flagOf(use: string) {
  return {
    value: 'MACHINE',
    alias: 'topology',
    isLikely: isMachineName,
    get description() {
      return `${use}${Object.keys(machinePresets).join(', ')}, devices and a shape such as h100:16x8, or a JSON file: one as 'shardform machines' prints it, or what 'shardform calibrate' writes`;
    },
  } as const satisfies Flag;
}

/** The flag for the machine of a simulation. */
export const machineFlag = flagOf('');

/** The flag for a machine, of which help says what for. */
export const machineFlagFor = (use: string): typeof machineFlag => flagOf(`${use}: `);
