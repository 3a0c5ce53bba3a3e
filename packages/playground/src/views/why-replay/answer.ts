import type { PropagationReplay } from '@shardform/study';
import { defineAnswer } from '../define-view.ts';

/** Propagation move by move; `null` if it fails. */
export default defineAnswer(({ study }): PropagationReplay | null =>
  study.inexplicable === null ? study.replay() : null,
);
