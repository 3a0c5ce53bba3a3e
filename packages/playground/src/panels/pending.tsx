import type { Answer } from './use-answer.ts';

/** Stands where an answer will be: a person can stop the work, and ask again. @param doing such as `Computing`. */
export function Pending({ doing, answer }: { readonly doing: string; readonly answer: Answer<unknown> }) {
  if (answer.failure === null) {
    return (
      <p class="hint" role="status">
        {doing}…{' '}
        <button type="button" class="stop" onClick={answer.stop}>
          Stop
        </button>
      </p>
    );
  }
  return (
    <p class="hint" role="status">
      There is no answer: {answer.failure}.{' '}
      <button type="button" onClick={answer.askAgain}>
        Try again
      </button>
    </p>
  );
}
