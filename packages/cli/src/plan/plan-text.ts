import { programEntry } from '@shardform/dialect-func';
import { bytesText } from '@shardform/ir-core';
import {
  bytesWithoutScatters,
  type ModelledCost,
  type PlannedProgram,
  type StagedProgram,
} from '@shardform/passes-planning';
import { countText, partitionerText, percentText, secondsText, sentText } from '@shardform/study';
import { leftAligned, tableText } from '../distribution/table-text.ts';
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
} from './plan-answer.ts';
import type { MeshedProgram } from './plan-meshes.ts';
import { foldedValues, plannedValues } from './planned-values.ts';
import { diffLines, specLines } from './spec-lines.ts';
import { tieLines } from './tie-text.ts';
import { isKept, KEPT, type VerifiedPlans } from './verified-plans.ts';

type Simulated = PlannedProgram | StagedProgram;

/** Returns the answer for people. */
export function planText(answer: PlanAnswer): string {
  const { best, fits, memory, file, smaller, explanation, jax, pipelines, specs, verified, isBrief } = answer;
  const { mesh, own: found } = simulatedBest(best);
  const written = file === null ? '' : `  -> ${file}`;
  const refusal = pipelines?.refusal ?? null;
  const tried = triedPrograms(answer);
  const given = isStaged(best) ? [] : argumentNames(best.program);
  const lines = [
    ...(fits ? [] : [misfitText(found, memory)]),
    `${verified === null ? '' : 'predicted: '}${costText(found)}  mesh ${mesh}${isStaged(found) ? ' for each stage' : ''}${written}`,
    isStaged(found) ? `a pipeline of ${shapeText(found)}` : originText(found, specs !== null),
    ...(verified === null || isStaged(found) ? [] : [verifiedText(found, verified)]),
    ...(answer.keepsShardings ? [KEEPS] : []),
    '',
    ...(isBrief ? [] : table(triedRows(tried, found, verified, explanation === null ? MOST_ROWS : Infinity))),
    ...(isBrief ? [] : tieLines(answer, found)),
    ...(refusal === null ? [] : [`  no pipeline: ${refusal}`]),
    ...(isBrief && refusal === null ? [] : ['']),
    ...(specs === null
      ? [...valueLines(found, 'arguments', given), ...valueLines(found, 'results')]
      : specLines(specs, given)),
    ...(explanation === null ? [] : explanationLines(explanation, smaller, answer)),
    ...(answer.diff && specs !== null ? ['', ...diffLines(specs)] : []),
    ...answer.code
      .filter(({ format }) => answer.libraries.includes(format))
      .flatMap(({ text }) => ['', ...text.trimEnd().split('\n')]),
    ...(jax === null ? [] : ['', `${jax}: plan.jit(step) in place of jax.jit(step) applies the plan`]),
  ];
  return `${lines.join('\n')}\n`;
}

const KEEPS =
  "shardings that the program's arguments have are kept; from scratch, all are chosen (--from-scratch)";

/** So many programs are listed; with --why, all are. */
const MOST_ROWS = 6;

function table(rows: readonly (readonly string[])[]): string[] {
  return tableText(rows).trimEnd().split('\n');
}

function misfitText({ facts }: Simulated, memory: number | null): string {
  const peak = bytesText(facts.memory?.bytes ?? 0);
  return `no plan fits into ${bytesText(memory ?? 0)}; the smallest peak that was found is ${peak}:`;
}

function costText({ facts }: Pick<Simulated, 'facts'>): string {
  const plain = bytesWithoutScatters(facts);
  const otherwise =
    plain > KEPT * facts.sent.bytes
      ? ` (${bytesText(plain)} where the compiler makes no reduce-scatters)`
      : '';
  return `${secondsText(secondsOf({ facts }))} a step  peak ${bytesText(peakOf({ facts }))}  each device sends ${sentText(facts.sent)}${otherwise}`;
}

/** Where a plan comes from. @param isForXla whether XLA partitions it. */
function originText(own: PlannedProgram, isForXla: boolean): string {
  const { model } = own;
  if (model === null) return 'the shardings are those of the program: no plan that keeps them is faster';
  if (isForXla) return `${nameText(own)}, partitioned ${partitionerText('xla')}`;
  const { seconds, bound, assumptions } = model;
  const gap = percentText(gapOf(seconds, bound));
  return `model${assumptionsText(assumptions)}: ${secondsText(seconds)}, at least ${secondsText(bound)} (gap ${gap})`;
}

function verifiedText(own: PlannedProgram, { version, compiled, problems }: VerifiedPlans): string {
  const found = compiled.get(own);
  const compiler = `compiled by jaxlib ${version}`;
  if (found === undefined) return `not verified by jaxlib ${version}: ${problems.get(own) ?? 'not compiled'}`;
  const verdict = isKept(own, found) ? '' : `, of which ${bytesText(own.facts.sent.bytes)} were predicted`;
  const [sent, sentOnCpus] = [bytesText(found.sentBytes), bytesText(found.sentBytesOnCpus)];
  const onCpus =
    sentOnCpus === sent ? '' : `; ${sentOnCpus} on CPUs, which make no reduce-scatters and send bf16 as f32`;
  return `${compiler}: each device sends ${sent}${verdict}${onCpus}`;
}

function gapOf(seconds: number, bound: number): number {
  return seconds === 0 ? 0 : Math.max(0, 1 - bound / seconds);
}

/**
 * The plan, the fastest of all, the program as it is written, and the fastest of each kind of layout; the rest where there is room for all. Programs
 * that read alike are one row.
 */
function triedRows(
  tried: readonly TriedProgram[],
  best: Simulated,
  verified: VerifiedPlans | null,
  most: number,
): string[][] {
  const rows = new Map<string, { readonly cells: string[]; readonly rank: number }>();
  const kinds = new Set([kindOf(best)]);
  const [fastest] = tried;
  for (const { mesh, own } of tried) {
    const cells = [
      `${own === best ? '*' : ' '} ${nameText(own)}`,
      secondsText(secondsOf(own)),
      bytesText(peakOf(own)),
      sentText(own.facts.sent),
      ...(verified === null ? [] : compiledCells(own, verified)),
      isStaged(own) ? `${mesh} each` : mesh,
    ];
    const kind = kindOf(own);
    const isTold = own === best || own === fastest?.own || (!isStaged(own) && own.model === null);
    const rank = isTold ? 0 : kinds.has(kind) ? 2 : 1;
    if (rank === 1) kinds.add(kind);
    const key = isTold ? cells.join('|') : `${cells[0]!}|${cells.at(-1)!}`;
    // Of plans of one name the first is the fastest.
    const isOther = !isTold && !isStaged(own) && !isStaged(best) && nameText(own) === nameText(best);
    if (!isOther && !rows.has(key)) rows.set(key, { cells, rank });
  }
  const all = [...rows.values()].filter(({ rank }) => rank < 2 || most === Infinity);
  const chosen = new Set(all.toSorted((one, other) => one.rank - other.rank).slice(0, most));
  const shown = all.filter((row) => chosen.has(row)).map(({ cells }) => cells);
  const ofCompiled = verified === null ? [] : ['compiled: a step', 'sent'];
  // Of two times and numbers of bytes a person has to see which is which.
  const ofPredicted = [verified === null ? 'a step' : 'predicted: a step', 'peak', 'sent'];
  const header = ['', ...ofPredicted, ...ofCompiled, 'mesh'];
  return [header, ...shown];
}

/** What rows are alike in: the name of the layout, whatever its mesh and its constraints, or that it is a pipeline. */
function kindOf(own: Simulated): string {
  if (isStaged(own)) return 'pipeline';
  return own.argumentSplits === null ? nameText(own) : (own.layout?.name ?? '');
}

function compiledCells(own: Simulated, { compiled }: VerifiedPlans): string[] {
  const found = isStaged(own) ? undefined : compiled.get(own);
  return found === undefined ? ['', ''] : [secondsText(found.seconds), bytesText(found.sentBytes)];
}

function nameText(own: Simulated): string {
  if (isStaged(own)) return shapeText(own);
  const { model, layout, constraints } = own;
  if (model === null) return layout?.name ?? 'as written';
  if (own.argumentSplits === null) return choiceText(model);
  const name =
    layout === null
      ? 'a layout of its own'
      : `${layout.name}${layout.isChanged ? ', some parameters otherwise' : ''}`;
  return constraints.length === 0 ? name : `${name}, ${countText(constraints.length, 'constraint')}`;
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
  const named = values.map((own) => ({
    ...own,
    name: own.name ?? given[own.index] ?? `${which.slice(0, -1)} ${own.index}`,
  }));
  const folded = foldedValues(named);
  const rows = folded
    .slice(0, MOST_VALUES)
    .map(({ name, type, partitionSpec, stages, count }) => [
      `  ${name}`,
      type,
      partitionSpec ?? 'open',
      ...(stages.length === 0 ? [] : [stages.join(', ')]),
      count === 1 ? '' : countText(count, which.slice(0, -1)),
    ]);
  const more = folded.length - rows.length;
  if (rows.length === 0) return [];
  return [`${which}:`, ...leftAligned(rows), ...(more > 0 ? [`  and ${more} more`] : [])];
}
