import { useSignal } from '@preact/signals';
import { bytesText } from '@shardform/ir-core';
import { Pending } from '../../parts/pending.tsx';
import { ValueName } from '../../parts/value-terms.tsx';
import { results, studied } from '../../state/results.ts';
import { useAnswer } from '../use-answer.ts';
import { isTriedUnasked } from '../what-if/trials.ts';
import type answerOf from '../memory-donations/answer.ts';

/** More arguments are counted, not listed. */
const MOST_LISTED = 12;

/** What donating arguments would free: for a large program only when it is asked for. */
export function Donation({ aliased }: { readonly aliased: number }) {
  const asked = useSignal<unknown>(null);
  const isAsked = isTriedUnasked() || asked.value === studied.value;
  return (
    <section class="sec">
      <h3>Donating arguments</h3>
      {aliased > 0 && <p class="sm">Donated arguments hold {bytesText(aliased)} of the results already.</p>}
      {isAsked ? (
        <Estimate aliased={aliased} />
      ) : (
        <button type="button" class="btn" onClick={() => (asked.value = studied.value)}>
          Estimate what donating others would free
        </button>
      )}
    </section>
  );
}

function Estimate({ aliased }: { readonly aliased: number }) {
  const answer = useAnswer<typeof answerOf>(
    'memory-donations',
    {},
    [studied.value, results.value.length],
    // Whoever goes on to another view does not wait for it.
    true,
  );
  const known = answer.value;
  return (
    <>
      {known === undefined && <Pending doing="Estimating" answer={answer} />}
      {known === null && <p class="sm q">It is unknown what donating would free.</p>}
      {known?.candidates.length === 0 && (
        <p class="sm q">
          No {aliased > 0 ? 'other ' : ''}result has the type and the sharding of an argument that is not
          donated.
        </p>
      )}
      {known?.candidates[0] !== undefined && (
        <>
          <p class="sm">
            <b>
              {known.donatedPeak < known.peak
                ? `Donating ${argumentsText(known.candidates.length)} would free ${bytesText(known.peak - known.donatedPeak)}:`
                : `Donating ${argumentsText(known.candidates.length)} would free nothing:`}
            </b>{' '}
            the peak would be {bytesText(known.donatedPeak)}. Each has the type and sharding of a result that
            could take its memory, if the caller doesn't need it afterwards.
          </p>
          <ul class="donations">
            {known.candidates.slice(0, MOST_LISTED).map(({ id, name, argument, result, userName, type }) => (
              <li key={argument}>
                <ValueName value={{ id, name }} /> <code class="q">{type}</code>
                <span class="q">
                  {' '}
                  {userName !== null && userName !== name.slice(1) && `${userName}, `}for result {result}
                </span>
              </li>
            ))}
            {known.candidates.length > MOST_LISTED && (
              <li class="q">and {known.candidates.length - MOST_LISTED} more</li>
            )}
          </ul>
        </>
      )}
    </>
  );
}

function argumentsText(count: number): string {
  return count === 1 ? 'an argument' : `${count} arguments`;
}
