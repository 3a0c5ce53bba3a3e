import type { Machine } from '@shardform/cost-model';
import { relative, resolve } from 'node:path';
import { shardedFunction } from '@shardform/inspect';

import { entryFunction } from '@shardform/runtime-sim';
import { type CompiledStudy, insertedCollective, programText } from '@shardform/study';
import { defineCommand } from '../command/define-command.ts';
import { refuseIdleFlags } from '../command/idle-flags.ts';
import { compiledFlags, type CompiledFlagValues, compiledStudy } from '../compiled/compiled-flags.ts';
import { machineOfProgram } from '../distribution/simulated-program.ts';
import { partitionedStudy } from '../partition/partitioned-study.ts';
import { shownSpec } from '../show/placement.ts';
import { type ShownValue, signatureValues } from '../show/show.ts';
import { type MeasuredStep, measuredStep } from '../profile/measured-step.ts';
import { costFlag } from '../sim/cost-flag.ts';
import { heldOfCompiled, heldWhereKnown } from '../sim/held-at-peak.ts';
import { machineFlag } from '../sim/machine-flag.ts';
import { studiedProgram } from '../studied-program.ts';
import type { StudiedProgram } from '../study-memory.ts';
import { jsonText } from '../json-text.ts';
import { readInput, type ToolInput, UsageError, writeOutput } from '../tool-io.ts';
import { utf8Text } from '../utf8-text.ts';
import { type Budget, parseBudget } from './budget.ts';
import { checkSarif } from './check-sarif.ts';
import { type CheckJson, checkSchema } from './check-schema.ts';
import { checkMarkdown, checkText } from './check-text.ts';
import { checkedBudget, type CheckedProgram } from './checked-budget.ts';
import { partitionerFlag } from '../partition/partitioner-flag.ts';

/** `shardform check`. @throws UsageError or ModuleError. */
export const checkCommand = defineCommand({
  name: 'check',
  description: `Compares what a program communicates, holds and takes with a budget, for tests and pull requests. Exit code 1 when it
exceeds the budget.`,
  usage: [
    'FILE --budget BUDGET.json [--machine MACHINE] [--sarif FILE] [--summary FILE.md] [--root FOLDER] [--json]',
    'FILE --budget BUDGET.json --compile [--python PATH]',
    'FILE --budget BUDGET.json --hlo DUMP',
    'FILE --budget BUDGET.json --profile PROFILE [--hlo DUMP]',
  ],
  examples: [
    'shardform check step.mlir --budget budget.json',
    'shardform check step.mlir --budget budget.json --compile',
    'shardform check step.mlir --budget budget.json --sarif check.sarif --summary check.md',
  ],
  flags: {
    budget: { value: 'FILE', type: 'input', description: 'the budget, as JSON; see below' },
    ...compiledFlags,
    profile: {
      value: 'PROFILE',
      type: 'input',
      description:
        "the profile of a run, as 'shardform profile' reads it: the time is that of its steps, all else that of its compiled program",
    },
    machine: machineFlag,
    cost: costFlag,
    partitioner: partitionerFlag,
    sarif: {
      value: 'FILE',
      type: 'output',
      description: 'write what exceeds it there as SARIF, for code scanning',
    },
    summary: {
      value: 'FILE',
      type: 'output',
      description: 'write a Markdown summary there, for pull requests',
    },
    root: {
      value: 'FOLDER',
      description: 'the folder that places in SARIF are relative to; the current one unless given',
    },
  },
  notes: `What --budget reads; members may be left out:
  {"machine": "a100x8",
   "collectives": {"all_gather": 0, "all_reduce": "10MB", "*": 4},
   "sent": "20MB", "sentAlong": {"data": "10MB"},
   "memory": "16GiB", "time": "20ms",
   "shardings": {"params['w']": "P(None, 'model')"}}
A number of collectives counts those in the program, a size is what each device sends by them in one run; "*" is for the kinds
that are not named. Shardings are those of arguments and results after propagation. With --compile or --hlo, all else is that of the
compiled program: memory as XLA has assigned it, where that is known, and time as simulated in the order of its schedule. With
--compile, which compiles for CPUs, collectives are those of the machine: GPUs and TPUs execute a sum of which each device uses its part as
a reduce-scatter.`,
  run: async ([file], flags, input) => {
    const budget = readBudget(flags.budget, input);
    const machine = flags.machine ?? budget.machine;
    const answer = await check(file!, budget, { ...flags, machine }, input);
    const root = resolve(input.cwd, flags.root ?? '.');
    const program = { file: relative(root, resolve(input.cwd, file!)), line: 1 };
    if (flags.sarif !== null)
      writeOutput(
        flags.sarif,
        `${jsonText(checkSarif(answer.checks, { root, cwd: input.cwd }, program), 2)}\n`,
        input,
      );
    if (flags.summary !== null) writeOutput(flags.summary, checkMarkdown(file!, answer), input);
    return { data: answer, exitCode: answer.holds ? 0 : 1 };
  },
  text: checkText,
  json: {
    name: 'check',
    get schema() {
      return checkSchema;
    },
    of: (answer) => answer,
  },
});

/** @throws UsageError for a budget that is missing or wrong. */
function readBudget(file: string | null, input: ToolInput): Budget {
  if (file === null)
    throw new UsageError("expected '--budget FILE'; 'shardform check --help' shows what is in it");
  return parseBudget(file, utf8Text(file, readInput(file, input)));
}

/** Returns whether a budget limits anything but shardings. */
function limitsCosts({ collectives, sent, sentAlong, memory, time }: Budget): boolean {
  return collectives.size > 0 || sentAlong.size > 0 || [sent, memory, time].some((limit) => limit !== null);
}

/** Flags that decide which program is checked. */
interface CheckFlags extends CompiledFlagValues {
  readonly machine: string | null;
  readonly partitioner: string | null;
  readonly profile: string | null;
}

async function check(file: string, budget: Budget, flags: CheckFlags, input: ToolInput): Promise<CheckJson> {
  const studied = studiedProgram(file, input, flags.machine);
  const { study } = studied;
  const { module } = study;
  const machine = machineOfProgram(module, flags.machine, input);
  // How values are split is decided before XLA partitions the program.
  const measured = await measuredOf(file, flags, input);
  const compiled =
    measured?.compiled ?? (limitsCosts(budget) ? await compiledStudy(study, flags, input) : null);
  const checked =
    compiled === null ? predictedProgram(studied, machine, input) : compiledProgram(compiled, machine);
  const propagated = study.propagated().module ?? module;
  const values = signatureValues(shardedFunction(propagated), entryFunction(propagated));
  const { arguments: given } = entryFunction(module).entry;
  const inText = ({ kind, index }: ShownValue): string | null =>
    kind === 'argument' ? studied.loaded.names.reference(given[index]!) : null;
  const specs = new Map(
    values.flatMap((value) => namesOf(value, inText(value)).map((name) => [name, shownSpec(value)] as const)),
  );
  const checks = checkedBudget(budget, { ...checked, specs, measured });
  const program = compiled?.text ?? programText(study);
  return { version: 1, program, holds: checks.every(({ holds }) => holds), checks, facts: checked.facts };
}

/** The step of a profile; `null` where none is given. */
async function measuredOf(
  file: string,
  { profile, hlo, ...flags }: CheckFlags,
  input: ToolInput,
): Promise<MeasuredStep | null> {
  if (profile === null) return null;
  refuseIdleFlags({ ...flags }, ['compile', 'python', 'partitioner'], "beside '--profile'");
  return measuredStep(file, { profile, hlo }, input);
}

type MeasuredProgram = Pick<CheckedProgram, 'collectives' | 'facts' | 'held'>;

/** @throws ModuleError for a program that can't be partitioned. */
function predictedProgram(studied: StudiedProgram, machine: Machine, input: ToolInput): MeasuredProgram {
  const { collectives } = partitionedStudy(studied, input);
  return {
    collectives,
    facts: studied.study.measured(machine).facts,
    held: () => heldWhereKnown(studied, machine),
  };
}

function compiledProgram(compiled: CompiledStudy, machine: Machine): MeasuredProgram {
  const { facts, collectives, memory } = compiled.measured(machine);
  return {
    collectives: collectives.map(insertedCollective),
    facts,
    held: () => heldOfCompiled(memory),
  };
}

/** The names by which a budget may call a value; JAX calls the first result `result` if there is no other. */
function namesOf({ kind, index, path }: ShownValue, inText: string | null): string[] {
  const numbered = `${kind} ${index}`;
  const others = [path, inText, numbered === 'result 0' ? 'result' : null];
  return [numbered, ...others.filter((name) => name !== null)];
}
