import { programEntry } from '@shardform/dialect-func';
import { bytesText } from '@shardform/ir-core';
import type { ModelledCost, Plan, PlannedProgram } from '@shardform/passes-planning';
import { percentText, secondsText } from '@shardform/study';
import { tableText } from '../distribution/table-text.ts';
import type { Json } from '../json-schema/json-schema.ts';
import { meshText } from './mesh-shapes.ts';
import type { MeshedProgram } from './plan-meshes.ts';
import type { planSchema } from './plan-schema.ts';
import { plannedValues } from './planned-values.ts';

/** The plan for one mesh. */
export interface MeshPlan {
  readonly program: MeshedProgram;
  readonly plan: Plan;
}

/** What planning found. */
export interface PlanAnswer {
  readonly best: MeshPlan;
  readonly tried: readonly MeshPlan[];
  /** Bytes that a device may hold; `null` for any number. */
  readonly memory: number | null;
  /** That was written. */
  readonly file: string | null;
}

/** The fastest that fits comes first; of those that don't fit, the one that takes the least memory. */
/** Returns the answer for people. */
export function planText({ best, tried, memory, file }: PlanAnswer): string {
  const { plan, program } = best;
  const found = plan.best;
  const written = file === null ? '' : `  -> ${file}`;
  const lines = [
    ...(plan.fits ? [] : [misfitText(found, memory)]),
    `${costText(found)}  mesh ${meshText(program.mesh.mesh)}${written}`,
    modelText(found),
    '',
    ...tableText(programs(tried).map((own) => row(own, found)))
      .trimEnd()
      .split('\n'),
    '',
    ...valueLines(found, 'arguments'),
    ...valueLines(found, 'results'),
  ];
  return `${lines.join('\n')}\n`;
}

function misfitText({ facts }: PlannedProgram, memory: number | null): string {
  const peak = bytesText(facts.memory?.bytes ?? 0);
  return `no plan fits into ${bytesText(memory ?? 0)}; the smallest peak that was found is ${peak}:`;
}

function costText({ facts }: PlannedProgram): string {
  return `${secondsText(secondsOf({ facts }))} a step  peak ${bytesText(peakOf({ facts }))}  each device sends ${bytesText(facts.sent.bytes)}`;
}

function modelText({ model }: PlannedProgram): string {
  if (model === null) return 'the shardings are those of the program: no plan is faster';
  const { seconds, bound, assumptions } = model;
  const gap = percentText(gapOf(seconds, bound));
  return `model${assumptionsText(assumptions)}: ${secondsText(seconds)}, at least ${secondsText(bound)} (gap ${gap})`;
}

function gapOf(seconds: number, bound: number): number {
  return seconds === 0 ? 0 : Math.max(0, 1 - bound / seconds);
}

interface TriedProgram {
  readonly mesh: string;
  readonly own: PlannedProgram;
}

/** All that were simulated, the fastest first. */
function programs(tried: readonly MeshPlan[]): TriedProgram[] {
  return tried
    .flatMap(({ plan, program }) => plan.tried.map((own) => ({ mesh: meshText(program.mesh.mesh), own })))
    .sort((a, b) => secondsOf(a.own) - secondsOf(b.own));
}

function row({ mesh, own }: TriedProgram, best: PlannedProgram): string[] {
  return [
    `${own === best ? '*' : ' '} ${own.model === null ? 'as written' : choiceText(own.model)}`,
    secondsText(secondsOf(own)),
    bytesText(peakOf(own)),
    mesh,
  ];
}

function choiceText({ assumptions }: ModelledCost): string {
  if ((assumptions.memory?.size ?? 0) > 0) return 'planned for less memory';
  return `planned${assumptionsText(assumptions)}`;
}

function assumptionsText({ exposed: { early, between, late } }: ModelledCost['assumptions']): string {
  const parts = [
    ['parameters', early],
    ['activations', between],
    ['gradients', late],
  ] as const;
  const hidden = parts.filter(([, exposed]) => exposed < 1);
  if (hidden.length === 0) return '';
  return ` with ${hidden.map(([name, exposed]) => `${percentText(1 - exposed)} of the communication of ${name}`).join(', ')} hidden`;
}

/** So many arguments or results are listed; JSON has all. */
const MOST_VALUES = 40;

function valueLines({ module }: PlannedProgram, which: 'arguments' | 'results'): string[] {
  const func = programEntry(module);
  const values = func === null ? [] : plannedValues(func, which);
  const rows = values
    .slice(0, MOST_VALUES)
    .map(({ index, name, type, partitionSpec }) => [`  ${name ?? `%arg${index}`}`, type, partitionSpec]);
  const more = values.length - rows.length;
  if (rows.length === 0) return [];
  return [`${which}:`, ...tableText(rows).trimEnd().split('\n'), ...(more > 0 ? [`  and ${more} more`] : [])];
}

/** Returns the answer as JSON. */
export function planJson({ best, tried, file }: PlanAnswer): Json<typeof planSchema> {
  const func = programEntry(best.plan.best.module);
  const values = (which: 'arguments' | 'results') => (func === null ? [] : plannedValues(func, which));
  const mesh = meshText(best.program.mesh.mesh);
  return {
    version: 1,
    file,
    fits: best.plan.fits,
    best: candidate({ mesh, own: best.plan.best }),
    arguments: values('arguments'),
    results: values('results'),
    tried: programs(tried).map(candidate),
  };
}

function candidate({ mesh, own: { facts, model } }: TriedProgram): Json<typeof planSchema>['best'] {
  return {
    mesh,
    isGiven: model === null,
    facts,
    model:
      model === null
        ? null
        : { seconds: model.seconds, bound: model.bound, exposed: model.assumptions.exposed },
  };
}

function secondsOf({ facts }: Pick<PlannedProgram, 'facts'>): number {
  return facts.time?.seconds ?? Infinity;
}

function peakOf({ facts }: Pick<PlannedProgram, 'facts'>): number {
  return facts.memory?.bytes ?? Infinity;
}
