import type { Problem } from '../compiler/messages.ts';
import { goTo } from '../state/jump.ts';

/** More are counted. */
const MOST_LISTED = 100;

/** The problems of the program; a click goes to their place. */
export function Problems({ problems }: { readonly problems: readonly Problem[] }) {
  return (
    <section class="problems" aria-label="Problems" tabIndex={0}>
      <ul>
        {problems.slice(0, MOST_LISTED).map((problem, i) => (
          <li key={i} class={problem.severity}>
            <button
              type="button"
              onClick={() => (goTo.value = { offset: problem.from, count: (goTo.value?.count ?? 0) + 1 })}
            >
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
