import { activeSteps, compiledInput, machine, name } from '../state/program.ts';
import { isOffered } from '../state/machines.ts';
import { partitionSteps } from '../state/partition-steps.ts';

/** Returns the command that does on files what the page does: the pipeline with `opt`, or `partition` and `sim`. */
export function commandText(): string {
  const file = quoted(name.value);
  const steps = activeSteps.value;
  if (compiledInput.value !== null)
    return `npx shardform compiled ${file} --hlo ${quoted(compiledInput.value.name)}`;
  if (steps.length === partitionSteps.length && steps.every((step, i) => step === partitionSteps[i]))
    return ['partition', 'sim']
      .map(
        (command) =>
          `npx shardform ${command} ${file} --machine ${isOffered(machine.value) ? machine.value : 'machine.json'}`,
      )
      .join(' && ');
  const pipeline = steps
    .map((step) => (step.startsWith('builtin.module') ? step.slice(15, -1) : step))
    .join(',');
  return `npx shardform opt ${file} --pass-pipeline=${quoted(`builtin.module(${pipeline})`)}`;
}

/** Quotes a word for a shell where it needs it. */
function quoted(word: string): string {
  return /^[\w./=-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
