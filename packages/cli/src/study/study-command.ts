import { defineCommand } from '../command/define-command.ts';
import { COMPILED_USAGE, compiledFlags, compiledStudy } from '../compiled/compiled-flags.ts';
import { machineOfProgram } from '../distribution/simulated-program.ts';
import type { Json } from '../json-schema/json-schema.ts';
import { refuseTwoMeshes } from '../partition/one-mesh.ts';
import { partitionerFlag } from '../partition/partitioner-flag.ts';
import { costFlag } from '../sim/cost-flag.ts';
import { machineFlag } from '../sim/machine-flag.ts';
import { allFlag, verboseFlag } from '../table/length-flags.ts';
import { studiedProgram } from '../studied-program.ts';
import { compiledPage, predictedPage, type StudyPage } from './study-page.ts';
import { compiledSuggestions, predictedSuggestions } from './suggestions.ts';
import { studySchema } from './study-schema.ts';
import { studyText } from './study-text.ts';

/** `shardform study`. */
export const studyCommand = defineCommand({
  name: 'study',
  description: `Describes a program on one page: shardings of its arguments, bytes that devices send and why, the time of a step and its bound,
memory and whether it fits, and changes with which a step is faster: simulated, and with --compile compiled by XLA before.`,
  usage: [
    'FILE [--machine MACHINE] [--all] [-v] [--json]',
    `FILE ${COMPILED_USAGE} [--machine MACHINE] [--all] [-v] [--json]`,
  ],
  examples: [
    'shardform study step.mlir --machine h100x8x4',
    'shardform study step.mlir --machine a100x8 --compile',
  ],
  flags: {
    machine: machineFlag,
    cost: costFlag,
    partitioner: partitionerFlag,
    ...compiledFlags,
    'no-suggestions': { description: 'do not try changes with which a step is faster' },
    all: allFlag,
    verbose: verboseFlag,
  },
  tool: { name: 'study', flags: ['machine', 'cost', 'partitioner', 'no-suggestions'] },
  async run([file], flags, input) {
    const { loaded, study } = studiedProgram(file!, input, flags.machine);
    const compiled = await compiledStudy(study, flags, input);
    if (compiled === null) refuseTwoMeshes(loaded);
    const machine = machineOfProgram(study.module, flags.machine, input);
    const named = { machine, machineName: flags.machine };
    const isTried = !flags['no-suggestions'];
    const page =
      compiled === null
        ? predictedPage(file!, study, named, isTried ? predictedSuggestions(study, machine, input) : null)
        : compiledPage(
            ...([file!, compiled, named] as const),
            // A dump may be of another compiler than that of this Python.
            isTried && flags.compile
              ? await compiledSuggestions(compiled, machine, flags.python, input)
              : null,
          );
    return { data: { page, isAll: flags.all, isVerbose: flags.verbose } };
  },
  text: ({ page, ...options }) => studyText(page, options),
  json: {
    name: 'study-page',
    get schema() {
      return studySchema;
    },
    of: ({ page }) => pageJson(page),
  },
});

function pageJson({
  file,
  program,
  machine,
  facts,
  attention,
  rules,
  sends,
  holds,
  suggestions,
}: StudyPage): Json<typeof studySchema> {
  return {
    ...{ version: 1, file, program, machine: machine.name, facts, attention },
    rules:
      rules?.map(({ pattern, spec, count }) => ({ pattern, partitionSpec: spec, arguments: count })) ?? null,
    sends,
    holds: holds?.map(({ kind, name, count, bytes }) => ({ kind, name, arrays: count, bytes })) ?? null,
    suggestions:
      suggestions?.map(({ edits, seconds, bytes, peakBytes }) => ({
        edits: [...edits],
        ...{ seconds, sentBytes: bytes, peakBytes },
      })) ?? null,
  };
}
