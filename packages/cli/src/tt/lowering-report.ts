import type { ModuleOp } from '@shardform/ir-core';
import { countText } from '@shardform/study';
import { leftAligned } from '../distribution/table-text.ts';
import { holds, resultLine } from '../run/result-line.ts';
import { executedResults } from '../run/execution-report.ts';
import { knownApproximation } from './known-approximations.ts';
import type { Stage } from './lowering.ts';
import type { LoweringJson } from './lowering-schema.ts';
import { countByName } from './operation-counts.ts';
import { changeText } from './pass-changes.ts';
import type { ExecutedStage, StageExecution } from './stage-execution.ts';

/** Returns the JSON form of a lowering. */
export function loweringJson(
  stages: readonly Stage[],
  execution: StageExecution | null,
  refusal: string | null,
): LoweringJson {
  return {
    version: 1,
    stages: stages.map(({ name, module, changes }, i) => {
      const executed = execution?.stages[i];
      return {
        name,
        passes: changes,
        operations: Object.fromEntries(countByName(module)),
        results: executed === undefined ? null : executedResults(executed.comparisons),
      };
    }),
    devices: execution?.deviceCount ?? null,
    isEqual: execution === null ? null : agrees(execution),
    notExecuted: refusal,
  };
}

/** Returns whether every stage gave the numbers of the program. */
export function agrees({ stages }: StageExecution): boolean {
  return stages.every(({ comparisons }) => comparisons.every(holds));
}

/** Returns the changes that passes made of a stage, a line for each. */
export function passesText({ name, changes }: Stage): string {
  const heading = `\n${name}: ${countText(changes.length, 'pass', 'passes')} changed the program\n`;
  return heading + changes.map(changeText).join('');
}

/** Returns the report of a lowering for people: its verdict first. */
export function loweringText(
  stages: readonly Stage[],
  execution: StageExecution | null,
  refusal: string | null,
): string {
  const last = stages.at(-1)!;
  const rows = stages.map(({ name, module, changes }, i) => [
    `  ${name}`,
    countText(
      computingOperations(module).reduce((sum, [, count]) => sum + count, 0),
      'operation',
    ),
    `changed by ${countText(changes.length, 'pass', 'passes')}`,
    execution === null ? '' : stageVerdict(execution.stages[i]!),
  ]);
  return [
    `lowered to ${last.name}${verdict(execution, refusal)}`,
    ...leftAligned(rows),
    ...(execution === null ? [] : differenceLines(execution, stages)),
    `operations of ${last.name}: ${operationsText(last.module)}`,
    '',
  ].join('\n');
}

function verdict(execution: StageExecution | null, refusal: string | null): string {
  if (execution === null) return refusal === null ? ', not executed' : `, not executed: ${refusal}`;
  const { deviceCount } = execution;
  const numbers = agrees(execution)
    ? 'every stage gives the numbers of the program'
    : 'stages give DIFFERENT numbers';
  return `: ${numbers}, executed on ${countText(deviceCount, 'simulated device')}`;
}

function stageVerdict({ comparisons }: ExecutedStage): string {
  const largest = comparisons.reduce((most, { relative }) => Math.max(most, relative), 0);
  const equal = comparisons.every(holds) ? 'equal within tolerance' : 'DIFFERENT';
  return `${equal}, largest difference ${largest.toExponential(2)} of the largest magnitude`;
}

/** The results that are not equal, by stage, and the known reason. */
function differenceLines({ stages }: StageExecution, lowered: readonly Stage[]): string[] {
  return stages.flatMap((stage) => {
    const others = stage.comparisons.filter(({ verdict: own }) => own !== 'equal');
    const module = lowered.find(({ name }) => name === stage.name)?.module;
    const reason =
      stage.comparisons.every(holds) || module === undefined
        ? null
        : knownApproximation(lowered[0]!.module, module);
    return [
      ...(others.length === 0 ? [] : [`of ${stage.name}:`, ...others.map((own) => `  ${resultLine(own)}`)]),
      ...(reason === null ? [] : [`  ${reason}`]),
    ];
  });
}

/** Kinds of operations that are listed. */
const MOST_KINDS = 12;

/** The kinds of operations of a program, the most frequent first. */
function operationsText(module: ModuleOp): string {
  const counts = new Map<string, number>();
  for (const [name, count] of computingOperations(module)) {
    const kind = name.slice(name.indexOf('.') + 1);
    counts.set(kind, (counts.get(kind) ?? 0) + count);
  }
  const kinds = [...counts].sort(([, a], [, b]) => b - a);
  const shown = kinds.slice(0, MOST_KINDS).map(([kind, count]) => `${count} ${kind}`);
  const more = kinds.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? `, and ${countText(more, 'other kind')}` : ''}`;
}

/** The numbers of operations of each name, without modules, functions and devices, which compute nothing. */
function computingOperations(module: ModuleOp): (readonly [string, number])[] {
  return [...countByName(module)].filter(([name]) => !/^(builtin|func)\.|^ttcore\.device/.test(name));
}
