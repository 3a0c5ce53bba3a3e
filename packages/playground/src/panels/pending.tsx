import type { Answer } from './use-answer.ts';

/** Shown until there is an answer: the user can cancel the work, and repeat it. @param doing such as `Computing`. */
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
