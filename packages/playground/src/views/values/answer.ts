import { type ValueList, valueRows } from '@shardform/study';
import { defineAnswer } from '../define-view.ts';

/** The values of the shown stage; `null` where its step failed. */
export default defineAnswer((session, { stage: index }: { readonly stage: number }): ValueList | null => {
  const stage = session.stage(index);
  return stage === null ? null : valueRows(session.study, stage);
});
