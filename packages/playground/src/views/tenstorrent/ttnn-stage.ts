import type { Stage } from '@shardform/study';
import type { Session } from '../../compiler/session.ts';

/** A version of the program with operations of TTNN. */
export interface TtnnStage {
  readonly index: number;
  readonly stage: Stage;
}

/** Returns the shown version if it is one of TTNN, else the last one that is; `null` if none is. */
export function ttnnStage(session: Session, shown: number): TtnnStage | null {
  for (const index of [shown, ...session.input.steps.map((_, i) => i + 1).reverse(), 0]) {
    const stage = session.stage(index);
    if (stage !== null && hasTtnn(stage)) return { index, stage };
  }
  return null;
}

/** By names, so that programs without them load no dialect. */
function hasTtnn({ values }: Stage): boolean {
  return values.all.some(({ definingOp }) => definingOp?.name.startsWith('ttnn.') === true);
}
