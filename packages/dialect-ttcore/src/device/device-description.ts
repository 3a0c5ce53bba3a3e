import { ModuleOp, type Operation } from '@shardform/ir-core';
import type { ChipDescAttr } from '../system/chip-description.ts';
import { DeviceOp } from '../ops/device-op.ts';
import { SystemDescAttr } from '../system/system-desc-attr.ts';
import { systemWithChips } from '../system/known-systems.ts';

/** The properties of the device on which an operation runs. */
export interface DeviceDescription {
  /** The first chip; all chips of a system are alike. */
  readonly chip: ChipDescAttr;
  /** Rows and columns of the cores of one chip that compute. */
  readonly workerGrid: readonly number[];
}

/**
 * Returns the description of the system registered in the modules around an operation; one chip of Wormhole without
 * any.
 */
export function deviceDescription(op: Operation): DeviceDescription {
  let chip: ChipDescAttr | null = null;
  let workerGrid: readonly number[] | null = null;
  for (let at: Operation | null = op; at !== null; at = at.parentOp) {
    if (!(at instanceof ModuleOp)) continue;
    const system = at.getAttr('ttcore.system_desc');
    if (chip === null && system instanceof SystemDescAttr) chip = system.chipDescs[0] ?? null;
    for (const inner of at.body) {
      if (workerGrid === null && inner instanceof DeviceOp) workerGrid = inner.deviceAttr.workerGrid.shape;
    }
  }
  chip ??= systemWithChips(1).chipDescs[0]!;
  return { chip, workerGrid: workerGrid ?? chip.grid };
}
