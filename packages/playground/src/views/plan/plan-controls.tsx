import { useSignal } from '@preact/signals';
import { askInBackground, failureText } from '../../compiler/client.ts';
import { openEdited } from '../../state/program.ts';
import { studied } from '../../state/results.ts';
import type answerOf from './answer.ts';
import type { PlanQuestion } from './plan-session.ts';

const GIB = 2 ** 30;

/** What a plan has to fit into, and what is done with it. */
export function PlanControls({
  question,
  onMemory,
  onKeeps,
  stop,
}: {
  readonly question: PlanQuestion;
  /** Bytes. */
  readonly onMemory: (memory: number | null) => void;
  readonly onKeeps: (keeps: boolean) => void;
  /** Stops what is solved again; `null` where nothing is. */
  readonly stop: (() => void) | null;
}) {
  const failure = useSignal('');
  const { memory, keeps } = question;
  return (
    <>
      <div class="plan-controls">
        <label>
          memory of a device at most{' '}
          <input
            type="number"
            min="0"
            step="any"
            class="field"
            value={memory === null ? '' : memory / GIB}
            onChange={({ currentTarget: { value } }) =>
              onMemory(Number(value) > 0 ? Number(value) * GIB : null)
            }
          />{' '}
          GiB
        </label>
        <label>
          <input
            type="checkbox"
            checked={keeps}
            onChange={({ currentTarget: { checked } }) => onKeeps(checked)}
          />{' '}
          keep the shardings of the program
        </label>
        <span class="grow" />
        {stop !== null && (
          <button type="button" class="btn" onClick={stop}>
            Stop
          </button>
        )}
        <button
          type="button"
          class="btn main"
          onClick={() => void putIntoSource(question).then((problem) => (failure.value = problem))}
        >
          Put into the source
        </button>
      </div>
      {failure.value !== '' && (
        <p class="sec sm" role="alert">
          {failure.value}
        </p>
      )}
    </>
  );
}

/** Replaces the source by the planned program. @returns why it isn't; empty if it is. */
async function putIntoSource(question: PlanQuestion): Promise<string> {
  const program = studied.peek();
  try {
    const answer = await askInBackground((compiler) =>
      compiler.answer('plan', program, { part: 'text', ...question }),
    );
    // The view's own answer.
    const own = answer as Awaited<ReturnType<typeof answerOf>>;
    if (own.part === 'none') return own.problem;
    if (own.part === 'text') openEdited(own.text);
    return '';
  } catch (error) {
    return failureText(error);
  }
}
