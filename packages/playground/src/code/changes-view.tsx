import { stageText, results, shownStage, studied } from '../state/results.ts';
import { useAnswer } from '../views/use-answer.ts';
import type changes from '../views/diff/answer.ts';
import { Pending } from '../parts/pending.tsx';
import { select, selected } from '../state/selection.ts';

/** The operations that the shown step added, removed or changed, under names that stay. */
export function ChangesView() {
  const stage = shownStage.value;
  const answer = useAnswer<typeof changes>('diff', { before: Math.max(0, stage - 1), after: stage }, [
    studied.value,
    stageText.value,
    results.value.length,
  ]);
  if (answer.value === undefined) return <Pending doing="Comparing" answer={answer} />;
  const { rows } = answer.value;
  if (rows.length === 0) return <p class="hint">This step changed nothing.</p>;
  return (
    <div class="changes" tabIndex={0} role="region" aria-label="What the step changed">
      {rows.map(({ kind, text, id }, i) =>
        kind === 'gap' ? (
          <p key={i} class="gap">
            {text}
          </p>
        ) : (
          <button
            key={i}
            type="button"
            class={`change ${kind}${id !== null && id === selected.value ? ' selected' : ''}`}
            disabled={id === null}
            onClick={() => id !== null && select(id)}
          >
            <span class="sign">{kind === 'added' ? '+' : kind === 'removed' ? '−' : ' '}</span>
            {text}
          </button>
        ),
      )}
    </div>
  );
}
