import { escapeMarkup } from '@shardform/inspect';
import { bytesText } from '@shardform/ir-core';
import { paretoOptimal, partitionSpec, type PlannedProgram } from '@shardform/passes-planning';
import { secondsText } from '@shardform/study';
import type { LoadedModule } from '../load-module.ts';
import { changeText, reasonText, signed } from '../plan/explanation-text.ts';
import { explained, tagProgram } from '../plan/explained-plan.ts';
import { fasterText } from '../plan/faster-text.ts';
import { type MeshPlan, peakOf, secondsOf } from '../plan/plan-answer.ts';
import { meshedPrograms } from '../plan/plan-meshes.ts';
import { planPrograms } from '../plan/plan-programs.ts';
import type { ToolInput } from '../tool-io.ts';
import { type Section, table } from './html.ts';

/**
 * Returns the section of the fastest shardings of a program on its mesh, beside known layouts and the second best of its decisions.
 *
 * @throws UsageError for a program without a mesh, ModuleError for one that can't be planned.
 */
export async function planSection(
  loaded: LoadedModule,
  machine: string | null,
  input: ToolInput,
): Promise<Section> {
  const programs = meshedPrograms(loaded, { mesh: null, devices: null, 'from-scratch': true, fix: [] });
  programs.forEach(tagProgram);
  const flags = {
    machine,
    memory: null,
    time: null,
    partitioner: null,
    strategy: null,
    method: null,
    'batch-args': [],
    'param-args': [],
  } as const;
  const [best] = await planPrograms(programs, flags, input, () => false);
  const title = 'The fastest shardings';
  if (best === undefined) return { title, body: '<p>No plan could be simulated.</p>' };
  return { title, body: planHtml(best) };
}

/** Plans of reports have no limit of memory, and are not compiled. */
const ANY = { memory: null, verified: null } as const;

function planHtml(planned: MeshPlan): string {
  const { layouts, decisions, plan, pareto } = explained(planned, true);
  const found = planned.plan.best;
  const seconds = secondsOf(found);
  const lead = `<p>${escapeMarkup(secondsText(seconds))} a step, simulated, with at most ${escapeMarkup(bytesText(peakOf(found)))} on a device.</p>`;
  const layoutRows = layouts.map(({ name, measured, costs }) => [
    ...[name, secondsText(secondsOf(measured)), changeText(Math.max(seconds, secondsOf(measured)), seconds)],
    ...[bytesText(peakOf(measured)), fasterText(measured, found, ANY) ?? reasonText(costs)],
  ]);
  const decisionRows = decisions.map(({ name, others, chosen, second, price, costs, measured }) => [
    ...[others === 0 ? name : `${name} and ${others} alike`, partitionSpec(chosen), partitionSpec(second)],
    ...[signed(Math.max(0, price)), fasterText(measured, found, ANY) ?? reasonText(costs)],
  ]);
  const points = [plan, ...layouts.map(({ measured }) => measured), ...pareto];
  return [
    lead,
    paretoPicture(points, plan),
    table(['layout', 'step', '', 'peak', 'what takes longer'], layoutRows),
    table(['decision', 'plan', 'second best', 'step', 'what takes longer'], decisionRows),
  ].join('\n');
}

const [WIDTH, HEIGHT, MARGIN] = [480, 240, 28];

/** Time and memory on logarithmic scales; on the line, nothing is both faster and smaller. */
function paretoPicture(points: readonly PlannedProgram[], plan: PlannedProgram): string {
  const x = scaleOf(points.map(secondsOf), [MARGIN, WIDTH - MARGIN]);
  const y = scaleOf(points.map(peakOf), [HEIGHT - MARGIN, MARGIN]);
  const place = (own: PlannedProgram): readonly [number, number] => [x(secondsOf(own)), y(peakOf(own))];
  const line = paretoOptimal(points).map((own, i) => {
    const [px, py] = place(own);
    return i === 0 ? `M${px} ${py}` : `H${px}V${py}`;
  });
  const dots = points.map((own) => {
    const [px, py] = place(own);
    const words = escapeMarkup(`${secondsText(secondsOf(own))}, ${bytesText(peakOf(own))}`);
    const look = own === plan ? 'r="6" fill="currentColor"' : 'r="4" fill="none" stroke="currentColor"';
    return `<circle cx="${px}" cy="${py}" ${look}><title>${words}</title></circle>`;
  });
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" role="img" aria-label="plans by time and memory">
<path d="${line.join('')}" fill="none" stroke="currentColor"/>
${dots.join('\n')}
<text x="${MARGIN}" y="14" font-size="11" fill="currentColor">peak memory of a device</text>
<text x="${WIDTH - MARGIN}" y="${HEIGHT - 6}" font-size="11" text-anchor="end" fill="currentColor">step</text>
</svg>`;
}

function scaleOf(
  values: readonly number[],
  [from, to]: readonly [number, number],
): (value: number) => number {
  const logs = values.map((value) => Math.log(Math.max(value, Number.MIN_VALUE)));
  const least = Math.min(...logs);
  const room = Math.max(...logs) - least;
  return (value) => {
    const share = room === 0 ? 0.5 : (Math.log(Math.max(value, Number.MIN_VALUE)) - least) / room;
    return Math.round(10 * (from + share * (to - from))) / 10;
  };
}
