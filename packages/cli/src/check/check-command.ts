import { relative, resolve } from 'node:path';
import { shardedFunction } from '@shardform/inspect';
import { entryFunction } from '@shardform/runtime-sim';
import { compiledFacts, insertedCollective, partitionerText } from '@shardform/study';
import { defineCommand } from '../command/define-command.ts';
import { refuseIdleFlags } from '../command/idle-flags.ts';
import { type CompiledSource, compiledProgram } from '../compiled/compiled-program.ts';
import { hloFlag } from '../compiled/hlo-flag.ts';
import { clusterFlags } from '../engine/cluster-flags.ts';
import { machineOfProgram } from '../distribution/simulated-program.ts';
import { partitionedStudy } from '../partition/partitioned-study.ts';
import { shownSpec } from '../show/placement.ts';
import { type ShownValue, signatureValues } from '../show/show.ts';
import { machineFlag } from '../sim/machine-flag.ts';
import { studiedProgram } from '../studied-program.ts';
import { jsonText } from '../json-text.ts';
import { readInput, type ToolInput, UsageError, writeOutput } from '../tool-io.ts';
import { utf8Text } from '../utf8-text.ts';
import { type Budget, parseBudget } from './budget.ts';
import { checkSarif } from './check-sarif.ts';
import { type CheckJson, checkSchema } from './check-schema.ts';
import { checkMarkdown, checkText } from './check-text.ts';
import { checkedBudget } from './checked-budget.ts';
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
  ],
  examples: [
    'shardform check step.mlir --budget budget.json',
    'shardform check step.mlir --budget budget.json --compile',
    'shardform check step.mlir --budget budget.json --sarif check.sarif --summary check.md',
  ],
  flags: {
    budget: { value: 'FILE', type: 'input', description: 'the budget, as JSON; see below' },
    compile: {
      description: 'compare the collectives of the program that XLA compiles, which takes a Python with jax',
    },
    hlo: hloFlag,
    python: clusterFlags.python,
    machine: machineFlag,
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
that are not named. Shardings are those of arguments and results after propagation. With --compile or --hlo, collectives and
what is sent are those of the compiled program; memory and time are simulated.`,
  run: async ([file], flags, input) => {
    if (!flags.compile) refuseIdleFlags(flags, ['python'], "without '--compile'");
    if (flags.compile) refuseIdleFlags(flags, ['hlo'], "beside '--compile'");
    const budget = readBudget(flags.budget, input);
    const isCompiled = (flags.compile || flags.hlo !== null) && limitsCommunication(budget);
    const compiled = isCompiled ? flags : null;
    const answer = await check(file!, budget, { machine: flags.machine ?? budget.machine, compiled }, input);
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

/** Returns whether a budget limits anything that a compiled program decides. */
function limitsCommunication({ collectives, sent, sentAlong }: Budget): boolean {
  return collectives.size > 0 || sent !== null || sentAlong.size > 0;
}

async function check(
  file: string,
  budget: Budget,
  {
    machine: machineName,
    compiled,
  }: { readonly machine: string | null; readonly compiled: CompiledSource | null },
  input: ToolInput,
): Promise<CheckJson> {
  const studied = studiedProgram(file, input, machineName);
  const { study } = studied;
  const { module } = study;
  const { collectives, stages } = partitionedStudy(studied, input);
  const machine = machineOfProgram(module, machineName, input);
  const { facts } = study.measured(machine);
  const propagated = stages.propagated ?? module;
  const values = signatureValues(shardedFunction(propagated), entryFunction(propagated));
  const { arguments: given } = entryFunction(module).entry;
  const inText = ({ kind, index }: ShownValue): string | null =>
    kind === 'argument' ? studied.loaded.names.reference(given[index]!) : null;
  const specs = new Map(
    values.flatMap((value) => namesOf(value, inText(value)).map((name) => [name, shownSpec(value)] as const)),
  );
  const own = compiled === null ? null : await compiledProgram(study, compiled, input);
  const checked =
    own === null
      ? { collectives, facts }
      : {
          collectives: own.collectives.map(insertedCollective),
          facts: compiledFacts(facts, own.collectives),
        };
  const checks = checkedBudget(budget, { ...checked, specs });
  const program = own === null ? partitionerText(study.partitioner) : `as compiled by ${own.compiler}`;
  return { version: 1, program, holds: checks.every(({ holds }) => holds), checks, facts: checked.facts };
}

/** The names by which a budget may call a value; JAX calls the first result `result` if there is no other. */
function namesOf({ kind, index, path }: ShownValue, inText: string | null): string[] {
  const numbered = `${kind} ${index}`;
  const others = [path, inText, numbered === 'result 0' ? 'result' : null];
  return [numbered, ...others.filter((name) => name !== null)];
}
