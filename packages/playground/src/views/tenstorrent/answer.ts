import type { ChipMemory, DeviceTensor, MemoryMove, OperationTimes } from '@shardform/study/tenstorrent';
import { defineAnswer } from '../define-view.ts';
import { ttnnStage } from './ttnn-stage.ts';

/** The tensors of a TTNN program and the chip they are on. */
export interface DeviceOverview {
  /** The number of the version that they are of. */
  readonly stage: number;
  readonly chip: ChipMemory;
  readonly tensors: readonly DeviceTensor[];
  readonly moves: readonly MemoryMove[];
  /** What its operations take; `null` if there is no function to start with. */
  readonly times: OperationTimes | null;
}

/** The tensors of the program on a device; `null` if no step has lowered it to TTNN. */
export default defineAnswer(
  async (session, { stage: shown }: { readonly stage: number }): Promise<DeviceOverview | null> => {
    const found = ttnnStage(session, shown);
    if (found === null) return null;
    const { chipMemory, deviceTensors, memoryMoves, operationTimes } =
      await import('../../compiler/tenstorrent-study.ts');
    const { index, stage } = found;
    return {
      stage: index,
      chip: chipMemory(stage.module),
      tensors: deviceTensors(session.study, stage),
      moves: memoryMoves(session.study, stage),
      times: operationTimes(session.study, stage),
    };
  },
);
