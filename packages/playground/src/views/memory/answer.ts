import {
  type MemoryPlace,
  type MemoryReport,
  memoryReport,
  type MemoryRow,
  type ProfiledMemory,
  type ValueId,
} from '@shardform/study';
import { transfer } from 'comlink';
import type { Basis } from '../../compiler/messages.ts';
import { defineAnswer } from '../define-view.ts';

/** The memory of a device as it is sent to the page. */
export interface MemoryPicture {
  readonly basis: Basis;
  readonly estimate: MemoryReport['estimate'];
  /** True for what XLA has assigned, which is not an estimate. */
  readonly isAssigned: boolean;
  readonly at: MemoryPlace | null;
  /** True if most is in use before {@link at}, not while it runs. */
  readonly isBefore: boolean;
  /** The largest first; they add up to the peak. */
  readonly rows: readonly MemoryRow[];
  readonly moments: MemoryMoments;
  /** The memory of allocators in a run; none without a profile, or where it has no events of them. */
  readonly measured: readonly ProfiledMemory[];
}

/** The bytes in use, operation by operation. */
export interface MemoryMoments {
  readonly bytes: Float64Array;
  /** 0 where unknown. */
  readonly lines: Int32Array;
  /** Of the values that the operations compute; empty for none. */
  readonly ids: readonly ValueId[];
  readonly names: readonly string[];
}

/** What a device holds when it needs most memory, or why that is unknown. */
export default defineAnswer(
  async (
    session,
    { stage: index }: { readonly stage: number },
  ): Promise<MemoryPicture | { readonly problem: string } | null> => {
    const stage = session.stage(index);
    if (stage === null) return null;
    const answer = memoryReport(session.study, stage, session.machine);
    if ('problem' in answer) return answer;
    const { estimate, at, isBefore, rows, moments } = answer.report;
    const bytes = Float64Array.from(moments, (moment) => moment.bytes);
    const lines = Int32Array.from(moments, ({ place }) => place?.line ?? 0);
    const ids = moments.map(({ place }) => place?.value?.id ?? '');
    const names = moments.map(({ place }) => place?.value?.name ?? '');
    const measured = (await session.profiled())?.report.memory ?? [];
    const isAssigned = stage.compiled !== undefined && stage.compiled.assigned() !== null;
    return transfer(
      {
        isAssigned,
        basis: session.basisAt(stage),
        estimate,
        at,
        isBefore,
        rows,
        moments: { bytes, lines, ids, names },
        measured,
      },
      [bytes.buffer, lines.buffer],
    );
  },
);
