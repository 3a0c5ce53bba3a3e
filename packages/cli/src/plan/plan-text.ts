import { programEntry } from '@shardform/dialect-func';
import { bytesText } from '@shardform/ir-core';
import type { ModelledCost, PlannedProgram } from '@shardform/passes-planning';
import { percentText, secondsText } from '@shardform/study';
import { tableText } from '../distribution/table-text.ts';
import { explanationLines } from './explanation-text.ts';
import { meshText } from './mesh-shapes.ts';
import {
  peakOf,
  type PlanAnswer,
  secondsOf,
  type TriedProgram,
  triedPrograms,
  type WrittenPython,
} from './plan-answer.ts';
import { plannedValues } from './planned-values.ts';

/** Returns the answer for people. */
export function planText({ best, tried, memory, file, explanation, jax }: PlanAnswer): string {
  const { plan, program } = best;
  const found = plan.best;
  const written = file === null ? '' : `  -> ${file}`;
  const lines = [
    ...(plan.fits ? [] : [misfitText(found, memory)]),
    `${costText(found)}  mesh ${meshText(program.mesh.mesh)}${written}`,
    modelText(found),
    '',
    ...table(triedPrograms(tried).map((own) => row(own, found))),
    '',
    ...valueLines(found, 'arguments'),
    ...valueLines(found, 'results'),
    ...(explanation === null ? [] : explanationLines(explanation)),
    ...(jax === null ? [] : ['', jaxText(jax)]),
  ];
  return `${lines.join('\n')}\n`;
}

function table(rows: readonly (readonly string[])[]): string[] {
  return tableText(rows).trimEnd().split('\n');
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
  return [`${which}:`, ...table(rows), ...(more > 0 ? [`  and ${more} more`] : [])];
}

function jaxText({ file, values, isExact, isLeast }: WrittenPython): string {
  const count = values.length === 1 ? '1 constraint' : `${values.length} constraints`;
  const proof = isExact
    ? 'with them, the program is partitioned to exactly the collectives of the plan'
    : 'the program is not partitioned to exactly the collectives of the plan, even with constraints on all values';
  return `${file}: ${count} beside the shardings of arguments and results; ${proof}${isLeast ? '' : '. Fewer may do'}`;
}
