import { entryProblem, programEntry } from '@shardform/dialect-func';
import {
  definedFunctions,
  type ExplanationJson,
  explanationJson,
  explanationText,
  localProgram,
  returned,
} from '@shardform/inspect';
import type { Value } from '@shardform/ir-core';
import { Communication, derivedValue, partitionedText } from '@shardform/study';
import { type Answer, defineCommand } from '../command/define-command.ts';
import { FILE } from '../command/command.ts';
import { refuseIdleFlags } from '../command/idle-flags.ts';
import { type LoadedModule, ModuleError } from '../load-module.ts';
import { moreLine, verboseFlag } from '../table/length-flags.ts';
import { studiedProgram } from '../studied-program.ts';
import type { StudiedProgram } from '../study-memory.ts';
import { valuesNamed } from '../named-value.ts';
import { machineOfProgram } from '../distribution/simulated-program.ts';
import { costFlag } from '../sim/cost-flag.ts';
import { machineFlag } from '../sim/machine-flag.ts';
import { type ToolInput, UsageError } from '../tool-io.ts';
import { communicationLines } from './communication-lines.ts';
import { type ExplainedValueJson, explanationSchema } from './explanation-schema.ts';
import { explainSharding } from './explain-sharding.ts';
import { partitionerFlag } from '../partition/partitioner-flag.ts';

/** `shardform explain`. @throws UsageError or ModuleError. */
export const explain = defineCommand({
  name: 'explain',
  description: `Propagates the shardings of a program and explains those of values: the operations and factors that propagated each
axis from its annotation, and the axes that were rejected and why. With --cheaper it partitions the program, too: for
collectives around a value it reports the reason, the bytes, and another sharding of an argument that reduces
communication, if there is one, with the time and the peak memory that the program has with it.`,
  usage: [
    'FILE [VALUE] [--function NAME] [--cheaper [--machine MACHINE]] [--json]',
    '--sharding TEXT [--shape SIZES]',
  ],
  examples: [
    'shardform explain step.mlir %12',
    `shardform explain step.mlir "p['emb']"`,
    'shardform explain step.mlir %12 --cheaper --machine t3k',
    "shardform explain step.mlir '@f:%0#1' --json",
    "shardform explain --sharding '{devices=[2,1,4]<=[8] last_tile_dim_replicate}' --shape 4x3",
  ],
  flags: {
    function: { value: 'NAME', description: 'whose value is meant, @main unless given' },
    sharding: {
      value: 'TEXT',
      description: 'explain a string of mhlo.sharding, instead of reading a file',
    },
    shape: { value: 'SIZES', description: 'of a tensor that has that sharding, such as 128x64' },
    cheaper: {
      description: 'also report the collectives around the value, and try other shardings that reduce them',
    },
    machine: machineFlag,
    cost: costFlag,
    partitioner: partitionerFlag,
    all: { description: 'explain all results, where no value is named' },
    verbose: verboseFlag,
  },
  notes: `VALUE is %12 for a value of the main function, @f:%12 for one of another function, or a name in the program that the file
was generated from, such as "p['w']", or a suffix of one, such as w. Without one, the results of @main are explained.`,
  positionals: [
    { ...FILE, optional: true },
    {
      name: 'VALUE',
      description: "a value: %12, @f:%12 or a name in the user's program; the results of @main by default",
      optional: true,
    },
  ],
  tool: { name: 'explain', flags: ['function', 'cheaper', 'machine', 'partitioner'] },
  run(positionals, flags, input): Answer<Explained> {
    if (flags.sharding !== null)
      refuseIdleFlags(
        flags,
        ['function', 'cheaper', 'machine', 'cost', 'partitioner', 'all', 'verbose', 'json'],
        "beside '--sharding': it explains a text",
      );
    if (flags.sharding !== null)
      return {
        data: {
          text: explainSharding(flags.sharding, flags.shape, positionals),
          values: [],
          partitioned: null,
          isAll: true,
          isVerbose: false,
        },
      };
    const [file, name] = positionals;
    if (file === undefined) throw new UsageError('expected a file; use - for standard input');
    if (flags.shape !== null) throw new UsageError("'--shape' is of the text that --sharding explains");
    if (name === undefined && flags.function !== null)
      throw new UsageError("'--function' says where a value is: name the value, too");
    if (!flags.cheaper)
      refuseIdleFlags(
        flags,
        ['machine', 'cost', 'partitioner', 'verbose'],
        "without '--cheaper': nothing is timed",
      );
    const { loaded, study } = studiedProgram(file, input, flags.machine);
    const local = localProgram(loaded.module);
    if (local !== null)
      throw new UsageError(
        `'${file}' is a device's program, whose shardings were decided before; explain the program that it was made from, and see 'shardform show' for who holds what`,
      );
    if (study.inexplicable !== null) throw new UsageError(`'${file}' ${study.inexplicable}`);
    const wanted =
      name === undefined
        ? returnedValues(loaded, file)
        : valuesOfProgram(name, flags.function, { loaded, study });
    return {
      data: {
        text: null,
        values: explained(wanted, { loaded, study }, flags, input),
        partitioned: flags.cheaper ? partitionedText(study) : null,
        isAll: flags.all || name !== undefined,
        isVerbose: flags.verbose,
      },
      messages: loaded.log.text(),
    };
  },
  text: ({ text, values, partitioned, isAll, isVerbose }) => {
    if (text !== null) return text;
    const most = isAll ? Infinity : MOST_VALUES;
    const shown = values.slice(0, most).map((value) => valueText(value, isVerbose));
    const more = moreLine(values.length, most).map((line) => `\n${line.trim()}\n`);
    return shown.join('\n') + more.join('') + (partitioned === null ? '' : `\n${partitioned}\n`);
  },
  json: {
    name: 'explanation',
    get schema() {
      return explanationSchema;
    },
    list: (explained) => explained.values,
  },
});

/** @throws UsageError for other names, with the value of the program for one of a later stage. */
function valuesOfProgram(
  name: string,
  functionName: string | null,
  { loaded, study }: StudiedProgram,
): readonly Value[] {
  try {
    return valuesNamed(name, functionName, loaded);
  } catch (error) {
    const derived = error instanceof UsageError ? derivedValue(study, name) : null;
    if (derived === null) throw error;
    const from = study.names.describe(derived.from);
    throw new UsageError(
      `'${name}' is made by partitioning: '${derived.operation}' on '${from}'; explain that value, with '--cheaper' for its collectives`,
    );
  }
}

/** The answer: the meaning of a text, or the explanations of values. */
interface Explained {
  readonly text: string | null;
  readonly values: readonly ExplainedValueJson[];
  /** How the program is partitioned; `null` where nothing is. */
  readonly partitioned: string | null;
  /** Whether all values are printed. */
  readonly isAll: boolean;
  /** Whether collectives are explained as the partitioner has them. */
  readonly isVerbose: boolean;
}

/** Values that are explained where none is named, unless all are asked for. */
const MOST_VALUES = 5;

function valueText(explanation: ExplainedValueJson, isVerbose: boolean): string {
  const communication = communicationLines(explanation.communication ?? [], isVerbose);
  return explanationText(explanation) + communication.map((line) => `${line}\n`).join('');
}

function explained(
  wanted: readonly Value[],
  { loaded: { log }, study }: StudiedProgram,
  { cheaper, machine: machineName }: { readonly cheaper: boolean; readonly machine: string | null },
  input: ToolInput,
): ExplainedValueJson[] {
  const { names, context, explainer, identities } = study;
  const said = cheaper ? study.partitionDiagnostics : explainer.diagnostics;
  for (const diagnostic of said) context.diagnostics.emit(diagnostic);
  const failed = explainer.failed || (cheaper && study.partitioned().collectives === null);
  if (failed) throw new ModuleError(log.text(), log.diagnostics);
  const communication = cheaper
    ? new Communication(study, machineOfProgram(study.module, machineName, input))
    : null;
  return wanted.flatMap((value) => {
    const places = explainer.traced(study.identities.source.idOf(value));
    if (places.length === 0)
      throw new UsageError(
        `'${names.describe(value)}' has no sharding: no result depends on it, and passes remove it`,
      );
    const explanations = places.map(({ value: place, trace }) =>
      explanationJson(place, trace, { names, context, callsAt: (op) => identities.callsAt(op) }),
    );
    const around = communication?.of(value) ?? null;
    // Explanations that copies share are reported once, with all calls.
    const distinct = mergeCopies(explanations);
    return distinct.map((explanation, i) => ({
      ...explanation,
      communication: around === null || i === distinct.length - 1 ? around : [],
    }));
  });
}

/** One explanation for copies of a value that are alike, with the calls of all of them. */
function mergeCopies(explanations: readonly ExplanationJson[]): ExplanationJson[] {
  const merged = new Map<string, ExplanationJson>();
  for (const explanation of explanations) {
    const key = JSON.stringify([explanation.sharding, explanation.axes, explanation.rejections]);
    const known = merged.get(key);
    merged.set(
      key,
      known === undefined
        ? explanation
        : { ...known, calls: [...new Set([...known.calls, ...explanation.calls])] },
    );
  }
  return [...merged.values()];
}

/** The values returned by the main function, or else by all functions. */
function returnedValues({ module }: LoadedModule, file: string): readonly Value[] {
  const functions = definedFunctions(module);
  if (functions.length === 0) throw new UsageError(`'${file}': ${entryProblem(module).message}`);
  const main = programEntry(module);
  return (main === null ? functions : [main]).flatMap((func) => [...new Set(returned(func))]);
}
