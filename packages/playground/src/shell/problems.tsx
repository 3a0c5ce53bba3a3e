import type { Problem } from '../compiler/messages.ts';

/** More are counted. */
const MOST_LISTED = 100;

/** The problems of the program; a click goes to their place. */
export function Problems({
  problems,
  onOpen,
}: {
  readonly problems: readonly Problem[];
  readonly onOpen: (problem: Problem) => void;
}) {
  return (
    <section class="problems" aria-label="Problems" tabIndex={0}>
      <ul>
        {problems.slice(0, MOST_LISTED).map((problem, i) => (
          <li key={i} class={problem.severity}>
            <button type="button" onClick={() => onOpen(problem)}>
              <span class="q">
                {problem.line}:{problem.column}
              </span>{' '}
              <b>{problem.severity}</b> {problem.message}
            </button>
          </li>
        ))}
      </ul>
      {problems.length > MOST_LISTED && <p class="q">{problems.length - MOST_LISTED} more</p>}
    </section>
  );
}
