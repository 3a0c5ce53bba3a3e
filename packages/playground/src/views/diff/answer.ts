import { alignedRows, type DiffRow } from '@shardform/study';
import { defineAnswer } from '../define-view.ts';

/** What differs between two stages, operation by operation. */
export default defineAnswer(
  (
    session,
    { before, after }: { readonly before: number; readonly after: number },
  ): { readonly rows: readonly DiffRow[] } => {
    const [first, second] = [session.stage(before), session.stage(after)];
    if (first === null || second === null) return { rows: [] };
    const { study } = session;
    return { rows: alignedRows(study.text(first), study.text(second)) };
  },
);
