import { stageText, results, shownStage, studied } from '../state/results.ts';
import { useAnswer } from '../views/use-answer.ts';
import type changes from '../views/diff/answer.ts';
import type { ReshardedRow } from '../views/diff/answer.ts';
import { Chip } from '../parts/chip.tsx';
import { Pending } from '../parts/pending.tsx';
import { select, selected } from '../state/selection.ts';

const SIGNS = { added: '+', removed: '−', same: ' ', resharded: '~' } as const;

/** `%0 [x|y] = stablehlo.add ...`, with the sharding before it where there was one. */
function Resharded({ row: { text, before, after } }: { readonly row: ReshardedRow }) {
  const [, names, rest] = /^(\s*%[^=]*?)( = .*)$/s.exec(text) ?? [null, text, ''];
  return (
    <>
      {names} {before !== null && <Chip chip={before} />}
      {before !== null && ' → '}
      {after === null ? 'none' : <Chip chip={after} />}
      {rest}
    </>
  );
}

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
      {rows.map((row, i) => {
        const { kind, text, id } = row;
        return kind === 'gap' ? (
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
            <span class="sign">{SIGNS[kind]}</span>
            {row.kind === 'resharded' ? <Resharded row={row} /> : text}
          </button>
        );
      })}
    </div>
  );
}
