import { deviceDescription, deviceModules } from '@shardform/dialect-ttcore';
import type { ModuleOp } from '@shardform/ir-core';

/** The cores and the memories of one chip. */
export interface ChipMemory {
  /** `wormhole_b0`. */
  readonly arch: string;
  /** Rows and columns of cores that compute. */
  readonly cores: readonly [number, number];
  /** Bytes of a core's own memory, and those of them that programs can't have. */
  readonly l1: number;
  readonly l1Reserved: number;
  readonly banks: number;
  /** Bytes of a bank of DRAM. */
  readonly bankBytes: number;
}

/** Returns the chip that a module is for; one of Wormhole where it doesn't say. */
export function chipMemory(module: ModuleOp): ChipMemory {
  const { chip, workerGrid } = deviceDescription(deviceModules(module)[0] ?? module);
  const { arch, l1Size, l1UnreservedBase, numDramChannels, dramChannelSize } = chip;
  const [rows = 1, columns = 1] = workerGrid;
  return {
    arch,
    cores: [rows, columns],
    l1: l1Size,
    l1Reserved: l1UnreservedBase,
    banks: numDramChannels,
    bankBytes: dramChannelSize,
  };
}
