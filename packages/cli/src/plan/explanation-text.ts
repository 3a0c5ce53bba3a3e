import { bytesText } from '@shardform/ir-core';
import {
  type ExtraCost,
  type NamedDecision,
  partitionSpec,
  type PlanExplanation,
  type PlannedProgram,
} from '@shardform/passes-planning';
import { percentText, secondsText } from '@shardform/study';
import { tableText } from '../distribution/table-text.ts';
import { fasterText, type PlanLimits } from './faster-text.ts';
import { meshText } from './mesh-shapes.ts';
import { peakOf, secondsOf } from './plan-answer.ts';

/**
 * Returns what a plan is compared with, as lines.
 *
 * @param smaller whether plans that take less memory were asked for.
 * @param limits that the plan was chosen under.
 */
export function explanationLines(
  { plan, layouts, decisions, pareto, isPartial }: PlanExplanation,
  smaller: boolean,
  limits: PlanLimits,
): string[] {
  const seconds = secondsOf(plan);
  const faster = (own: PlannedProgram): string | null => fasterText(own, plan, limits);
  const layoutRows = layouts.map(({ name, measured, costs }) => [
    `  ${name}`,
    secondsText(secondsOf(measured)),
    faster(measured) === null ? changeText(secondsOf(measured), seconds) : '',
    bytesText(peakOf(measured)),
    faster(measured) ?? reasonText(costs),
  ]);
  const decisionRows = decisions.map((own) => decisionRow(own, faster(own.measured)));
  const paretoRows = pareto.map((own) => [
    `  ${secondsText(secondsOf(own))}`,
    bytesText(peakOf(own)),
    own === plan
      ? 'the plan'
      : `${faster(own) ?? changeText(secondsOf(own), seconds)}${otherMesh(own, plan)}`,
  ]);
  return [
    ...section('known layouts, the rest of each chosen for the least time:', layoutRows),
    ...section('decisions, and what the step takes longer with the second best:', decisionRows),
    ...(pareto.length > 1
      ? section('of all that was simulated, nothing is both faster and smaller than these:', paretoRows)
      : smaller
        ? ['', 'nothing that was simulated takes less memory than the plan']
        : []),
    ...(isPartial ? ['', 'not all layouts and decisions were tried'] : []),
  ];
}

function section(title: string, rows: readonly (readonly string[])[]): string[] {
  return rows.length === 0 ? [] : ['', title, ...leftAligned(rows)];
}

/** The last column is text. */
function leftAligned(rows: readonly (readonly string[])[]): string[] {
  const numbers = tableText(rows.map((row) => row.slice(0, -1))).split('\n');
  const width = Math.max(...numbers.map(({ length }) => length));
  return rows.map((row, i) => `${numbers[i]!.padEnd(width)}  ${row.at(-1)!}`.trimEnd());
}

function otherMesh({ facts }: PlannedProgram, plan: PlannedProgram): string {
  const [own, other] = [facts.mesh, plan.facts.mesh].map((mesh) => meshText({ axes: mesh?.axes ?? [] }));
  return own === other ? '' : `, mesh ${own!}`;
}

/** @param faster how much less time the second best takes, if it does. */
function decisionRow(
  { name, others, chosen, second, price, costs }: NamedDecision,
  faster: string | null,
): string[] {
  return [
    `  ${name}${others === 0 ? '' : ` and ${others} alike`}`,
    partitionSpec(chosen),
    partitionSpec(second),
    faster === null ? signed(Math.max(0, price)) : '',
    faster ?? reasonText(costs),
  ];
}

/** Seconds more or less, such as `+1.5 ms`. */
export function signed(seconds: number): string {
  if (Math.abs(seconds) < LEAST_SECONDS) return 'nothing';
  return seconds < 0 ? `-${secondsText(-seconds)}` : `+${secondsText(seconds)}`;
}

/** How much longer something takes than something else: `+1.8 %`; `the same` where no digit tells. */
export function changeText(seconds: number, other: number): string {
  const change = seconds / other - 1;
  if (Math.abs(change) < LEAST_CHANGE) return 'the same';
  return `${change < 0 ? '-' : '+'}${percentText(Math.abs(change))}`;
}

/** Less has no digit as a percentage. */
const LEAST_CHANGE = 5e-4;

/** Less is rounding of sums. */
const LEAST_SECONDS = 1e-9;

/** So many causes are told. */
const MOST_CAUSES = 2;

/** Returns what takes longer, the dearest first, and what takes less long most. */
export function reasonText(costs: readonly ExtraCost[]): string {
  const longer = costs.filter(({ seconds }) => seconds > LEAST_SECONDS).slice(0, MOST_CAUSES);
  const [saved] = costs.filter(({ seconds }) => seconds < -LEAST_SECONDS).slice(-1);
  return [...longer, ...(saved === undefined ? [] : [saved])].map(costText).join(', ');
}

function costText({ kind, axis, bytes, seconds }: ExtraCost): string {
  const along = axis === '' ? '' : ` along ${axis}`;
  const sent = bytes <= 0 ? '' : ` of ${bytesText(bytes)}`;
  return `${signed(seconds)} ${kind}${along}${sent}`;
}
