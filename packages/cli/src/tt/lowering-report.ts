import { holds, resultLine } from '../run/result-line.ts';
import { executedResults } from '../run/execution-report.ts';
import { knownApproximation } from './known-approximations.ts';
import type { Stage } from './lowering.ts';
import type { LoweringJson } from './lowering-schema.ts';
import { changeText } from './pass-changes.ts';
import type { ExecutedStage, StageExecution } from './stage-execution.ts';

/** Returns the JSON form of a lowering. */
export function loweringJson(stages: readonly Stage[], execution: StageExecution | null): LoweringJson {
  return {
    version: 1,
    stages: stages.map(({ name, module, changes }, i) => {
      const operations: Record<string, number> = {};
      module.walk((op) => {
        operations[op.name] = (operations[op.name] ?? 0) + 1;
      });
      const executed = execution?.stages[i];
      return {
        name,
        passes: changes,
        operations,
        results: executed === undefined ? null : executedResults(executed.comparisons),
      };
    }),
    devices: execution?.deviceCount ?? null,
    isEqual: execution === null ? null : agrees(execution),
  };
}

/** Returns whether every stage gave the numbers of the program. */
export function agrees({ stages }: StageExecution): boolean {
  return stages.every(({ comparisons }) => comparisons.every(holds));
}

/** Returns the report of the passes of a stage. */
export function stageText({ name, changes }: Stage): string {
  const heading = `${name}: ${changes.length} pass${changes.length === 1 ? '' : 'es'} changed the program\n`;
  return heading + changes.map(changeText).join('');
}

/** Returns the report of executing the stages. */
export function executionText({ deviceCount, stages }: StageExecution, lowered: readonly Stage[]): string {
  const devices = `${deviceCount} simulated device${deviceCount === 1 ? '' : 's'}`;
  const texts = stages.map((stage) => {
    const module = lowered.find(({ name }) => name === stage.name)?.module;
    const reason =
      stage.comparisons.every(holds) || module === undefined
        ? null
        : knownApproximation(lowered[0]!.module, module);
    return executedStageText(stage) + (reason === null ? '' : `    ${reason}\n`);
  });
  return `\nexecuted on ${devices}\n${texts.join('')}`;
}

function executedStageText({ name, comparisons }: ExecutedStage): string {
  const worst = comparisons.filter(({ verdict }) => verdict !== 'equal').map(resultLine);
  const largest = comparisons.reduce((most, { relative }) => Math.max(most, relative), 0);
  const verdict = comparisons.every(holds) ? 'equal within tolerance' : 'DIFFERENT';
  const heading = `  ${name.padEnd(10)} ${verdict}, largest difference ${largest.toExponential(2)} of the largest magnitude`;
  return [heading, ...worst.map((line) => `    ${line}`)].map((line) => `${line}\n`).join('');
}
