import { alignedRows, chipAt, type DiffRow, type ShardingChip, type Stage } from '@shardform/study';
import { withoutShardings } from '../../code/sharding-attributes.ts';
import type { Session } from '../../compiler/session.ts';
import { defineAnswer } from '../define-view.ts';

/** An operation of which only the sharding is another one; `null` for none. */
export interface ReshardedRow {
  readonly kind: 'resharded';
  /** Without its sharding. */
  readonly text: string;
  readonly id: string;
  readonly before: ShardingChip | null;
  readonly after: ShardingChip | null;
}

/** What differs between two stages, operation by operation. */
export default defineAnswer(
  (
    session,
    { before, after }: { readonly before: number; readonly after: number },
  ): { readonly rows: readonly (DiffRow | ReshardedRow)[] } => {
    const [first, second] = [session.stage(before), session.stage(after)];
    if (first === null || second === null) return { rows: [] };
    const { study } = session;
    const rows = alignedRows(study.text(first), study.text(second));
    return { rows: withReshardings(session, rows, first, second) };
  },
);

/** Joins the two lines of operations that got another sharding and are the same otherwise. */
function withReshardings(
  { study }: Session,
  rows: readonly DiffRow[],
  first: Stage,
  second: Stage,
): (DiffRow | ReshardedRow)[] {
  const joined: (DiffRow | ReshardedRow)[] = [];
  for (let i = 0; i < rows.length; i++) {
    const [row, next] = [rows[i]!, rows[i + 1]];
    const { id } = row;
    const isPair = id !== null && row.kind === 'removed' && next?.kind === 'added' && next.id === id;
    if (isPair && withoutShardings(row.text) === withoutShardings(next.text)) {
      const [before, after] = [chipAt(study, first, id), chipAt(study, second, id)];
      // The values of a signature have a sharding each.
      if (before?.text !== after?.text) {
        joined.push({ kind: 'resharded', text: withoutShardings(next.text), id, before, after });
        i++;
        continue;
      }
    }
    joined.push(row);
  }
  return joined;
}
