import { bytesText } from '@shardform/ir-core';
import { secondsText } from '@shardform/study';
import type { PlanComparison } from './compared-plan.ts';
import type { FoundPlan, PlanCost } from './found-plan.ts';

const [WIDTH, HEIGHT] = [520, 260];
const [LEFT, RIGHT, TOP, BOTTOM] = [12, 16, 24, 26];

interface Point {
  readonly name: string;
  readonly cost: PlanCost;
  readonly kind: 'plan' | 'layout' | 'other';
}

/** Time and memory of everything that was simulated, on logarithmic scales; on the line, nothing is both faster and smaller. */
export function PlanPlot({
  plan,
  comparison,
}: {
  readonly plan: FoundPlan;
  readonly comparison: PlanComparison | null;
}) {
  const points: Point[] = [
    ...[...plan.tried, ...(comparison?.pareto ?? [])].map((cost): Point => ({
      name: 'plan',
      cost,
      kind: 'other',
    })),
    ...(comparison?.layouts ?? []).map(({ name, cost }): Point => ({ name, cost, kind: 'layout' })),
    { name: 'the plan', cost: plan.cost, kind: 'plan' },
  ];
  const costs = points.map(({ cost }) => cost);
  const x = scaleOf(
    costs.map(({ seconds }) => seconds),
    [LEFT, WIDTH - RIGHT],
  );
  const y = scaleOf(
    costs.map(({ peakBytes }) => peakBytes),
    [HEIGHT - BOTTOM, TOP],
  );
  const best = frontOf(costs);
  const line = best.map(({ seconds, peakBytes }, i) =>
    i === 0 ? `M${x(seconds)} ${y(peakBytes)}` : `H${x(seconds)}V${y(peakBytes)}`,
  );
  const [least, most] = [Math.min, Math.max].map((of) => of(...costs.map(({ seconds }) => seconds)));
  const bytes = costs.map(({ peakBytes }) => peakBytes);
  const words = `${points.length} plans by time and memory; the plan takes ${secondsText(plan.cost.seconds)} and ${bytesText(plan.cost.peakBytes)}`;
  return (
    <svg class="plan-plot" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={words}>
      <path d={`M${LEFT} ${HEIGHT - BOTTOM}H${WIDTH - RIGHT}`} class="s-line" />
      <path d={`M${LEFT} ${HEIGHT - BOTTOM}V${TOP}`} class="s-line" />
      <path d={line.join('')} class="s-ink" fill="none" />
      {points.map(({ name, cost, kind }, i) => (
        <circle
          key={i}
          cx={x(cost.seconds)}
          cy={y(cost.peakBytes)}
          r={kind === 'plan' ? 6 : kind === 'layout' ? 4 : 2.5}
          class={kind === 'plan' ? 'p-ink' : kind === 'layout' ? 'p-bg s-ink' : 'p-fill3'}
        >
          <title>{`${name}: ${secondsText(cost.seconds)}, ${bytesText(cost.peakBytes)}`}</title>
        </circle>
      ))}
      <text x={LEFT} y={14} class="ti">
        peak memory of a device, {bytesText(Math.min(...bytes))} to {bytesText(Math.max(...bytes))}
      </text>
      <text x={WIDTH - RIGHT} y={HEIGHT - 8} text-anchor="end" class="ti">
        step, {secondsText(least ?? 0)} to {secondsText(most ?? 0)}
      </text>
    </svg>
  );
}

/** What nothing else is both faster and smaller than, the fastest first. */
function frontOf(costs: readonly PlanCost[]): PlanCost[] {
  let least = Infinity;
  return [...costs]
    .sort((a, b) => a.seconds - b.seconds || a.peakBytes - b.peakBytes)
    .filter(({ peakBytes }) => {
      if (peakBytes >= least) return false;
      least = peakBytes;
      return true;
    });
}

/** A logarithmic scale: plans differ by factors. */
function scaleOf(
  values: readonly number[],
  [from, to]: readonly [number, number],
): (value: number) => number {
  const logs = values.map((value) => Math.log(Math.max(value, Number.MIN_VALUE)));
  const least = Math.min(...logs);
  const room = Math.max(...logs) - least;
  const margin = 0.05 * (to - from);
  return (value) => {
    const share = room === 0 ? 0.5 : (Math.log(Math.max(value, Number.MIN_VALUE)) - least) / room;
    return from + margin + share * (to - from - 2 * margin);
  };
}
