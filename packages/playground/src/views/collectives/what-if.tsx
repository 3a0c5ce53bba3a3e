import { useSignal } from '@preact/signals';
import { bytesText } from '@shardform/ir-core';
import { type AlternativeCost, secondsText } from '@shardform/study';
import { Change } from '../../parts/change.tsx';
import { Pending } from '../../parts/pending.tsx';
import { reopen, source } from '../../state/program.ts';
import { isOld, studied } from '../../state/results.ts';
import { Moves } from '../what-if/moves.tsx';
import { applied, putIntoSource } from '../what-if/put-into-source.ts';
import type { ListedAlternative, WhatIf } from '../what-if/answer.ts';
import { isTriedUnasked, useTrials } from '../what-if/trials.ts';

/** More alternatives are counted. */
const MOST_LISTED = 40;

/** Other shardings of the program's arguments, and what it costs with them: time, bytes and memory. */
export function WhatIfPanel() {
  // The program that trials were asked for.
  const asked = useSignal<unknown>(null);
  const isAsked = isTriedUnasked() || asked.value === studied.value;
  return (
    <aside class="what-if" aria-label="What if">
      {isAsked ? (
        <Trials key={studied.value} />
      ) : (
        <div class="sec">
          <h3 class="what-if-head">What if</h3>
          <p class="sm q">
            Other shardings of the arguments: each is partitioned and simulated, which takes a while for a
            program of this size.
          </p>
          <button type="button" class="btn" onClick={() => (asked.value = studied.value)}>
            Try other shardings
          </button>
        </div>
      )}
    </aside>
  );
}

function Trials() {
  const answer = useTrials();
  const { value } = answer;
  if (value === undefined)
    return (
      <div class="sec">
        <h3 class="what-if-head">What if</h3>
        <Pending doing="Trying other shardings" answer={answer} />
      </div>
    );
  return <Known whatIf={value} stop={answer.stop} />;
}

function Known({ whatIf, stop }: { readonly whatIf: WhatIf; readonly stop: () => void }) {
  const { now, alternatives, isDone } = whatIf;
  const chosen = useSignal<number | null>(null);
  const shown = alternatives.find(({ index }) => index === chosen.value) ?? alternatives[0];
  return (
    <>
      <div class="sec">
        <div class="row">
          <h3 class="what-if-head">What if</h3>
          <span class="grow" />
          <span class="q sm" role="status">
            {triedText(whatIf)}
          </span>
          {!isDone && (
            <button type="button" class="btn" onClick={stop}>
              Stop
            </button>
          )}
        </div>
        {now === null || shown === undefined ? (
          <p class="sm q">{isDone ? 'No argument has a sharding that could be another one.' : ''}</p>
        ) : (
          <Comparison now={now} shown={shown} />
        )}
      </div>
      {now !== null && shown !== undefined && (
        <AlternativeTable
          now={now}
          alternatives={alternatives}
          shown={shown.index}
          onShow={(index) => (chosen.value = index)}
        />
      )}
    </>
  );
}

function triedText({ tried, possible, isDone }: WhatIf): string {
  if (!isDone) return `${tried} of ${possible} shardings tried`;
  return tried === possible
    ? `all ${tried} shardings tried`
    : `${tried} of ${possible} shardings tried: the program is too large for more`;
}

const PRICES = [
  ['Step', ({ seconds }: AlternativeCost) => seconds, secondsText],
  ['Sent', ({ bytes }: AlternativeCost) => bytes, bytesText],
  ['Peak memory', ({ peakBytes }: AlternativeCost) => peakBytes, bytesText],
] as const;

/** What the program costs now and with other shardings, and a way to have these. */
function Comparison({ now, shown }: { readonly now: AlternativeCost; readonly shown: ListedAlternative }) {
  const failure = useSignal('');
  const apply = (): void => void putIntoSource(shown.index).then((problem) => (failure.value = problem));
  return (
    <>
      <p class="sm what-if-moves">
        <Moves alternative={shown} />
      </p>
      <div class="before-after">
        {PRICES.map(([title, of, text]) => {
          const [before, after] = [of(now), of(shown.cost)];
          const most = Math.max(before, after, Number.MIN_VALUE);
          return (
            <div key={title} class="prices">
              <span class="q">{title}</span>
              <i class="f-n" style={{ width: `${(before / most) * 100}%` }} />
              <span class="was">{text(before)}</span>
              <span />
              <span />
              <i class="f-ink" style={{ width: `${(after / most) * 100}%` }} />
              <b>{text(after)}</b>
              {before === after ? (
                <span class="qq">same</span>
              ) : (
                <span>
                  <Change before={before} after={after} />
                </span>
              )}
            </div>
          );
        })}
      </div>
      <dl class="kv">
        <dt>was</dt>
        <dd>{kindsText(now)}</dd>
        <dt>becomes</dt>
        <dd>{kindsText(shown.cost)}</dd>
      </dl>
      <div class="row">
        <button type="button" class="btn main" disabled={isOld.value} onClick={apply}>
          Put into the source
        </button>
        {applied.value === source.value && (
          <button type="button" class="btn" onClick={reopen}>
            Undo
          </button>
        )}
      </div>
      {failure.value !== '' && (
        <p class="sm" role="alert">
          {failure.value}
        </p>
      )}
    </>
  );
}

function kindsText({ collectives: { byKind } }: AlternativeCost): string {
  const texts = byKind.map(({ kind, count }) => `${count} ${kind}`);
  return texts.length === 0 ? 'no collectives' : texts.join(' · ');
}

/** Alternatives with what changes, the fastest first, and the program as written among them. */
function AlternativeTable({
  now,
  alternatives,
  shown,
  onShow,
}: {
  readonly now: AlternativeCost;
  readonly alternatives: readonly ListedAlternative[];
  readonly shown: number;
  readonly onShow: (index: number) => void;
}) {
  const isAll = useSignal(false);
  const listed = isAll.value ? alternatives : alternatives.slice(0, MOST_LISTED);
  const faster = listed.filter(({ cost }) => cost.seconds < now.seconds);
  const row = (alternative: ListedAlternative) => (
    <tr key={alternative.index} class={alternative.index === shown ? 'on' : undefined}>
      <td>
        <button
          type="button"
          aria-pressed={alternative.index === shown}
          onClick={() => onShow(alternative.index)}
        >
          <Moves alternative={alternative} isShort />
        </button>
      </td>
      <Difference value={alternative.cost.seconds - now.seconds} text={secondsText} />
      <Difference value={alternative.cost.bytes - now.bytes} text={bytesText} />
      <Difference value={alternative.cost.peakBytes - now.peakBytes} text={bytesText} />
    </tr>
  );
  return (
    <>
      <table class="tbl what-if-table">
        <thead>
          <tr>
            <th>argument becomes</th>
            <th class="r">step</th>
            <th class="r">sent</th>
            <th class="r">peak</th>
          </tr>
        </thead>
        <tbody>
          {faster.map(row)}
          <tr>
            <td class="b">as written</td>
            <td class="r qq">0</td>
            <td class="r qq">0</td>
            <td class="r qq">0</td>
          </tr>
          {listed.slice(faster.length).map(row)}
        </tbody>
      </table>
      {alternatives.length > listed.length && (
        <p class="sm q sec">
          {alternatives.length - listed.length} more take longer.{' '}
          <button type="button" class="link" onClick={() => (isAll.value = true)}>
            Show all
          </button>
        </p>
      )}
    </>
  );
}

function Difference({ value, text }: { readonly value: number; readonly text: (value: number) => string }) {
  if (value === 0) return <td class="r qq">0</td>;
  return (
    <td class={`r${value < 0 ? ' good' : ''}`}>
      {value < 0 ? '−' : '+'}
      {text(Math.abs(value))}
    </td>
  );
}
