import { programEntry } from '@shardform/dialect-func';
import { bytesText } from '@shardform/ir-core';
import type { ModelledCost, PlannedProgram, StagedProgram } from '@shardform/passes-planning';
import { percentText, secondsText, sentText } from '@shardform/study';
import { tableText } from '../distribution/table-text.ts';
import { explanationLines } from './explanation-text.ts';
import {
  isStaged,
  peakOf,
  type PlanAnswer,
  secondsOf,
  shapeText,
  simulatedBest,
  type TriedProgram,
  triedPrograms,
  type WrittenPython,
} from './plan-answer.ts';
import type { MeshedProgram } from './plan-meshes.ts';
import { plannedValues } from './planned-values.ts';

type Simulated = PlannedProgram | StagedProgram;

/** Returns the answer for people. */
export function planText(answer: PlanAnswer): string {
  const { best, fits, memory, file, smaller, explanation, jax, pipelines } = answer;
  const { mesh, own: found } = simulatedBest(best);
  const written = file === null ? '' : `  -> ${file}`;
  const refusal = pipelines?.refusal ?? null;
  const lines = [
    ...(fits ? [] : [misfitText(found, memory)]),
    `${costText(found)}  mesh ${mesh}${isStaged(found) ? ' for each stage' : ''}${written}`,
    isStaged(found) ? `a pipeline of ${shapeText(found)}` : modelText(found),
    '',
    ...table(triedRows(triedPrograms(answer), found)),
    ...(refusal === null ? [] : [`  no pipeline: ${refusal}`]),
    '',
    ...valueLines(found, 'arguments', isStaged(best) ? [] : argumentNames(best.program)),
    ...valueLines(found, 'results'),
    ...(explanation === null ? [] : explanationLines(explanation, smaller)),
    ...(jax === null ? [] : ['', jaxText(jax)]),
  ];
  return `${lines.join('\n')}\n`;
}

function table(rows: readonly (readonly string[])[]): string[] {
  return tableText(rows).trimEnd().split('\n');
}

function misfitText({ facts }: Simulated, memory: number | null): string {
  const peak = bytesText(facts.memory?.bytes ?? 0);
  return `no plan fits into ${bytesText(memory ?? 0)}; the smallest peak that was found is ${peak}:`;
}

function costText({ facts }: Simulated): string {
  return `${secondsText(secondsOf({ facts }))} a step  peak ${bytesText(peakOf({ facts }))}  each device sends ${sentText(facts.sent)}`;
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

/** Programs that read alike are one row; the plan has its own. */
function triedRows(tried: readonly TriedProgram[], best: Simulated): string[][] {
  const rows = new Map<string, { readonly cells: string[]; count: number }>();
  for (const { mesh, own } of tried) {
    const cells = [
      `${own === best ? '*' : ' '} ${nameText(own)}`,
      secondsText(secondsOf(own)),
      bytesText(peakOf(own)),
      isStaged(own) ? `${mesh} each` : mesh,
    ];
    const key = cells.join('|');
    const known = rows.get(key);
    if (known === undefined) rows.set(key, { cells, count: 1 });
    else known.count++;
  }
  return Array.from(rows.values(), ({ cells, count }) => [...cells, count === 1 ? '' : `${count} alike`]);
}

function nameText(own: Simulated): string {
  if (isStaged(own)) return shapeText(own);
  return own.model === null ? 'as written' : choiceText(own.model);
}

function choiceText({ assumptions }: ModelledCost): string {
  if ((assumptions.memory?.results.size ?? 0) > 0) return 'planned for less memory';
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

/** As the text of the program calls them. */
function argumentNames({ loaded: { module, names } }: MeshedProgram): (string | null)[] {
  return (programEntry(module)?.entry.arguments ?? []).map((value) => names.reference(value));
}

function valueLines(
  own: Simulated,
  which: 'arguments' | 'results',
  given: readonly (string | null)[] = [],
): string[] {
  const func = programEntry(isStaged(own) ? own.module : own.planned);
  const values = func === null ? [] : plannedValues(func, which);
  const rows = values
    .slice(0, MOST_VALUES)
    .map(({ index, name, type, partitionSpec, stageMesh }) => [
      `  ${name ?? given[index] ?? `${which.slice(0, -1)} ${index}`}`,
      type,
      partitionSpec ?? 'open',
      ...(stageMesh === null ? [] : [stageMesh]),
    ]);
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
