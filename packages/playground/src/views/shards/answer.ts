import { defineAnswer } from '../define-view.ts';
import { type ShardPicture, shardPicture } from './shard-picture.ts';

/** Which device holds which part of a value; `null` for values other than tensors of static sizes. */
export default defineAnswer(
  (session, { stage: index, id }: { readonly stage: number; readonly id: string }): ShardPicture | null => {
    const { study } = session;
    const stage = session.stage(index);
    if (stage === null) return null;
    // The sizes of one device don't tell how the whole is split.
    const global = study.globalStage(stage, id);
    const value = global.values.find(id);
    return value === null ? null : shardPicture(value, global.module, study.context);
  },
);
