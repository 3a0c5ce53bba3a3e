import { bytesText } from '@shardform/ir-core';
import { secondsText } from '@shardform/study';
import type { Way } from './explored-ways.tsx';

const [WIDTH, HEIGHT] = [340, 190];
const [LEFT, RIGHT, TOP, BOTTOM] = [12, 12, 20, 24];

/** Ways by time and memory; the line connects those that no other beats in both. */
export function ParetoPlot({
  ways,
  front,
  left,
  right,
  onChoose,
}: {
  /** The fastest first. */
  readonly ways: readonly Way[];
  readonly front: ReadonlySet<number>;
  readonly left: string;
  readonly right: string;
  readonly onChoose: (key: string) => void;
}) {
  const x = scaleOf(
    ways.map(({ seconds }) => seconds),
    [LEFT, WIDTH - RIGHT],
  );
  const y = scaleOf(
    ways.map(({ peakBytes }) => peakBytes),
    [HEIGHT - BOTTOM, TOP],
  );
  const best = ways.filter((_, i) => front.has(i));
  const line = best.map((way, i) => {
    const [px, py] = [x(way.seconds), y(way.peakBytes)];
    return i === 0 ? `M${px} ${py}` : `H${px}V${py}`;
  });
  const words = `${ways.length} ways by time and memory, of which no other beats ${best.length} in both: ${best.map(({ title }) => title).join('; ')}`;
  const slowest = ways.at(-1)?.seconds ?? 0;
  const most = ways.reduce((found, { peakBytes }) => Math.max(found, peakBytes), 0);
  return (
    <div class="sec">
      <svg class="pareto" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={words}>
        <path d={`M${LEFT} ${HEIGHT - BOTTOM}H${WIDTH - RIGHT}`} class="s-strong" />
        <path d={`M${LEFT} ${HEIGHT - BOTTOM}V${TOP}`} class="s-strong" />
        <path d={line.join('')} class="s-ink" fill="none" stroke-dasharray="3 2" />
        {ways.map((way, i) => (
          <circle
            key={way.key}
            cx={x(way.seconds)}
            cy={y(way.peakBytes)}
            r={way.key === right || way.key === left ? 6 : front.has(i) ? 4 : 3}
            class={
              way.key === right
                ? 'p-ink'
                : way.key === left
                  ? 'p-bg s-ink'
                  : front.has(i)
                    ? 'way best'
                    : 'way'
            }
            onClick={() => onChoose(way.key)}
          >
            <title>{`${way.title}: ${secondsText(way.seconds)}, ${bytesText(way.peakBytes)}`}</title>
          </circle>
        ))}
        <text x={WIDTH - RIGHT} y={HEIGHT - 8} text-anchor="end" class="ti">
          step, to {secondsText(slowest)}
        </text>
        <text x={LEFT} y={12} class="ti">
          peak memory, to {bytesText(most)}
        </text>
      </svg>
    </div>
  );
}

/** A logarithmic scale: ways differ by factors. */
function scaleOf(
  values: readonly number[],
  [from, to]: readonly [number, number],
): (value: number) => number {
  const logs = values.map((value) => Math.log(Math.max(value, Number.MIN_VALUE)));
  const least = logs.reduce((found, own) => Math.min(found, own), Infinity);
  const room = logs.reduce((found, own) => Math.max(found, own), -Infinity) - least;
  const margin = 0.04 * (to - from);
  return (value) =>
    room === 0
      ? (from + to) / 2
      : from +
        margin +
        ((Math.log(Math.max(value, Number.MIN_VALUE)) - least) / room) * (to - from - 2 * margin);
}
