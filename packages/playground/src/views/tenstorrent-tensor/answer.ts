import { product } from '@shardform/ir-core';
import type { ChipMemory, TensorPlacement } from '@shardform/study/tenstorrent';
import { defineAnswer } from '../define-view.ts';

/** Where the numbers of a tensor are, and the chip. */
export interface TensorOnChip extends TensorPlacement {
  readonly chip: ChipMemory;
}

/** Where the numbers of a value are in a TTNN version of the program; `null` if it has no such tensor. */
export default defineAnswer(
  async (
    session,
    { stage: index, id }: { readonly stage: number; readonly id: string },
  ): Promise<TensorOnChip | null> => {
    const stage = session.stage(index);
    if (stage === null) return null;
    const { chipMemory, tensorPlacement } = await import('../../compiler/tenstorrent-study.ts');
    const chip = chipMemory(stage.module);
    const placement = tensorPlacement(session.study, stage, id, product(chip.cores));
    return placement === null ? null : { ...placement, chip };
  },
);
