import type { CountMeaning } from '@shardform/runtime-sim';

/** Returns a number of executions, and what it means where it isn't exact: `<=3`, `1/iteration`. */
export function executionsText({
  executions,
  executionsMeaning,
}: {
  readonly executions: number;
  readonly executionsMeaning: CountMeaning;
}): string {
  if (executionsMeaning === 'exact') return String(executions);
  return executionsMeaning === 'at-most' ? `<=${executions}` : `${executions}/iteration`;
}
