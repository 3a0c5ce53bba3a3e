import { wholeValue } from '@shardform/study';
import { defineAnswer } from '../define-view.ts';
import { type ShardPicture, shardPicture } from './shard-picture.ts';

/** Which device holds which part of a value; `null` for values other than tensors of static sizes, and for those that have no whole. */
export default defineAnswer(
  (session, { stage: index, id }: { readonly stage: number; readonly id: string }): ShardPicture | null => {
    const { study } = session;
    const stage = session.stage(index);
    if (stage === null) return null;
    // The sizes of one device don't tell how the whole is split.
    const value = stage.values.find(id);
    const whole = value === null ? null : wholeValue(study, stage, value);
    return whole === null ? null : shardPicture(whole.value, whole.stage.module, study.context);
  },
);
