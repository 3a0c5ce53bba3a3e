import { useSignal } from '@preact/signals';
import { bytesText } from '@shardform/ir-core';
import { secondsText } from '@shardform/study';
import type { ComponentChildren } from 'preact';
import { Change } from '../../parts/change.tsx';
import { ParetoPlot } from './pareto-plot.tsx';
import { type Cost, paretoFront } from './pareto.ts';

/** A way to run the program. */
export interface Way extends Cost {
  readonly key: string;
  readonly name: ComponentChildren;
  /** In words, for the plot. */
  readonly title: string;
  /** `null` where it is not told. */
  readonly bytes: number | null;
  /** True for the program as it is. */
  readonly isNow: boolean;
  /** Has the page show it; `null` for the program as it is. */
  readonly apply: (() => void) | null;
}

/** More rows are counted. */
const MOST_ROWS = 200;

/** Ways as a table and in a plot of time and memory, and two of them beside each other. */
export function ExploredWays({
  ways,
  heading,
  action,
  children,
}: {
  readonly ways: readonly Way[];
  readonly heading: string;
  /** What the button to apply one says. */
  readonly action: string;
  readonly children?: ComponentChildren;
}) {
  const sorted = [...ways].sort((a, b) => a.seconds - b.seconds || a.peakBytes - b.peakBytes);
  const front = paretoFront(sorted);
  const [first, second] = [useSignal<string | null>(null), useSignal<string | null>(null)];
  const find = (key: string | null) => sorted.find((way) => way.key === key);
  const left = find(first.value) ?? sorted.find(({ isNow }) => isNow) ?? sorted.at(-1)!;
  const right = find(second.value) ?? sorted[0]!;
  const hasBytes = sorted.some(({ bytes }) => bytes !== null);
  return (
    <div class="split-view strategies">
      <section aria-label="Ways to run the program">
        <p class="sec sm" role="status">
          {heading}
        </p>
        <div class="ways-scroll">
          <table class="tbl" aria-label="Ways">
            <thead>
              <tr>
                <th>way</th>
                <th class="r">step</th>
                <th class="r">peak memory</th>
                {hasBytes && <th class="r">sent</th>}
                <th>
                  <span class="sr">chosen</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {sorted.slice(0, MOST_ROWS).map((way, i) => (
                <WayRow
                  key={way.key}
                  way={way}
                  isChosen={way === right}
                  isCompared={way === left}
                  isOnFront={front.has(i)}
                  hasBytes={hasBytes}
                  onChoose={() => (second.value = way.key)}
                  onCompare={() => (first.value = way.key)}
                />
              ))}
            </tbody>
          </table>
          {sorted.length > MOST_ROWS && <p class="sec sm q">{sorted.length - MOST_ROWS} more take longer.</p>}
          {children}
        </div>
      </section>
      <aside>
        <ParetoPlot
          ways={sorted}
          front={front}
          left={left.key}
          right={right.key}
          onChoose={(key) => (second.value = key)}
        />
        <Beside left={left} right={right} />
        {right.apply !== null && (
          <p class="sec">
            <button type="button" class="btn main" onClick={right.apply}>
              {action}
            </button>
          </p>
        )}
      </aside>
    </div>
  );
}

function WayRow({
  way,
  isChosen,
  isCompared,
  isOnFront,
  hasBytes,
  onChoose,
  onCompare,
}: {
  readonly way: Way;
  readonly isChosen: boolean;
  readonly isCompared: boolean;
  readonly isOnFront: boolean;
  readonly hasBytes: boolean;
  readonly onChoose: () => void;
  readonly onCompare: () => void;
}) {
  return (
    <tr class={isChosen ? 'on' : undefined}>
      <td>
        <button type="button" aria-pressed={isChosen} onClick={onChoose}>
          {way.name}
        </button>
        {isOnFront && (
          <span class="front" title="no other is better in both time and memory">
            best of its memory
          </span>
        )}
      </td>
      <td class="r">{secondsText(way.seconds)}</td>
      <td class="r">{bytesText(way.peakBytes)}</td>
      {hasBytes && <td class="r">{way.bytes === null ? '' : bytesText(way.bytes)}</td>}
      <td>
        <button
          type="button"
          class="link"
          aria-label={`${isCompared ? 'compared' : 'compare'} with ${way.title}`}
          aria-pressed={isCompared}
          onClick={onCompare}
        >
          {isCompared ? 'compared with' : 'compare'}
        </button>
      </td>
    </tr>
  );
}

function Beside({ left, right }: { readonly left: Way; readonly right: Way }) {
  const rows = [
    ['step', left.seconds, right.seconds, secondsText],
    ['peak memory', left.peakBytes, right.peakBytes, bytesText],
    ...(left.bytes === null || right.bytes === null
      ? []
      : [['sent', left.bytes, right.bytes, bytesText] as const]),
  ] as const;
  return (
    <table class="tbl beside" aria-label="Two ways">
      <thead>
        <tr>
          <td />
          <th class="r">{left.name}</th>
          <th class="r">{right.name}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {rows.map(([title, before, after, text]) => (
          <tr key={title}>
            <th scope="row">{title}</th>
            <td class="r">{text(before)}</td>
            <td class="r b">{text(after)}</td>
            <td>
              <Change before={before} after={after} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
