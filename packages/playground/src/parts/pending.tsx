import { useEffect, useState } from 'preact/hooks';
import type { Answer } from '../views/use-answer.ts';

/** Milliseconds after which it is said that work goes on. */
const SOON = 150;

/** What stands in a view until there is an answer: what is done, and a way to stop it. */
export function Pending({ doing, answer }: { readonly doing: string; readonly answer: Answer<unknown> }) {
  const [isShown, show] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => show(true), SOON);
    return () => clearTimeout(timer);
  }, []);
  if (answer.failure !== null)
    return (
      <p class="failure" role="alert">
        {answer.failure}{' '}
        <button type="button" class="btn" onClick={answer.askAgain}>
          Try again
        </button>
      </p>
    );
  if (!isShown) return <div aria-busy="true" />;
  return (
    <p class="hint" aria-busy="true">
      <span class="spin" aria-hidden="true" /> {doing}{' '}
      <button type="button" class="btn" onClick={answer.stop}>
        Stop
      </button>
    </p>
  );
}
