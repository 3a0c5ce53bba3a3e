import { computingDevices, type Machine } from '@shardform/cost-model';
import { bytesText } from '@shardform/ir-core';
import { percentText, ratesText, secondsText } from '@shardform/study';
import {
  machineOfRun,
  modelPresets,
  partNames,
  precisions,
  readModel,
  readRun,
  RunError,
  type RunOutcome,
  searchRuns,
  runSchedules,
  type RunSearch,
  simulateBest,
  strategyText,
  type TrainingRun,
} from '@shardform/training-run';
import { defineCommand } from '../command/define-command.ts';
import type { FlagValues } from '../command/flag.ts';
import { refuseIdleFlags } from '../command/idle-flags.ts';
import { tableText } from '../distribution/table-text.ts';
import { machineFor } from '../distribution/workload.ts';
import { machineFlag } from '../sim/machine-flag.ts';
import { spareText } from '../spare-text.ts';
import { type ToolInput, UsageError } from '../tool-io.ts';
import { readInputText } from '../utf8-text.ts';
import { schedulesOf, searchSchedules } from './search-schedules.ts';
import { countText, daysText, tokensPerSecond, tokensText, trainingOf, trainingText } from './tokens.ts';
import { trainSchema, trainSearchSchema } from './train-schema.ts';

const flags = {
  machine: {
    ...machineFlag,
    description: `the machine, in place of the run's 'hardware': a name such as h100:16x8, or a JSON file`,
  },
  tokens: {
    value: 'N',
    type: 'count',
    description: 'tokens to train on, such as 15T: print the days that their steps take',
  },
  schedule: {
    value: 'NAME',
    choices: runSchedules,
    description: 'of a pipeline; 1f1b unless given, or interleaved-1f1b where devices have several parts',
  },
  schedules: {
    value: 'LIST',
    description: `of a search, those of its pipelines: ${searchSchedules.join(', ')}, separated by commas, or all; 1f1b unless given`,
  },
  search: { description: 'simulate strategies for a model, and list the fastest that fit' },
  devices: {
    value: 'N',
    type: 'integer',
    least: 1,
    description: 'of a search; those of --machine unless given',
  },
  batch: { value: 'N', type: 'integer', least: 1, description: 'of a search, sequences of a step' },
  sequence: {
    value: 'N',
    type: 'integer',
    least: 1,
    description: "of a search, tokens of a sequence; the model's unless given",
  },
  precision: {
    value: 'NAME',
    choices: precisions,
    description: 'of a search, of products; bf16 unless given',
  },
  top: {
    value: 'N',
    type: 'integer',
    least: 1,
    description: 'of a search, how many are listed; 10 unless given',
  },
} as const;

type TrainFlags = FlagValues<typeof flags>;

/** A run, or the strategies of a search. */
type TrainAnswer =
  | { readonly kind: 'run'; readonly outcome: RunOutcome; readonly tokens: number | null }
  | {
      readonly kind: 'search';
      readonly search: RunSearch;
      readonly top: number;
      readonly tokens: number | null;
    };

/** `shardform dist train`. @throws UsageError */
export const distTrain = defineCommand({
  name: 'dist train',
  description: `Simulates a step of training a decoder-only transformer: generates the program of its sizes and strategy, partitions it, and estimates time and memory on a machine.`,
  usage: [
    'RUN.json [--machine MACHINE] [--schedule NAME] [--tokens N] [--json]',
    'MODEL --search --machine MACHINE --batch N [--devices N] [--schedules LIST] [--tokens N] [--json]',
  ],
  examples: [
    'shardform dist train run.json',
    'shardform dist train run.json --machine h100:16x8 --tokens 15T',
    'shardform dist train llama3-8b --search --machine h100:1x8 --batch 64',
    'shardform dist train llama3-8b --search --machine h100:1x8 --batch 64 --schedules 1f1b,zb-h1',
  ],
  flags,
  notes: `A run has these fields; those with a value may be left out:
  {"model": {"layers": 32, "hidden": 4096, "heads": 32, "kvHeads": 8, "ffn": 14336, "gated": true, "vocab": 128256, "sequence": 8192},
   "hardware": "h100-80gb", "devices": 8, "slices": 1, "batch": 64, "microbatch": null, "precision": "bf16",
   "data": 1, "fsdp": 8, "tensor": 1, "pipeline": 1, "context": 1, "expert": 1,
   "sequenceParallel": false, "interleave": 1, "zero1": false, "recompute": "none"}
A model may be a name: ${Object.keys(modelPresets).join(', ')}.
The degrees multiply to the devices. The batch is that of a step in sequences, the microbatch that of a replica in a forward pass,
null for the fastest that fits. Precisions are ${precisions.join(', ')}; "recompute" is none, selective or full. A step has all
microbatches, the sums of gradients and the update by AdamW. FLOP/s are those of the model: nothing that is computed again
counts, and causal attention by half.`,
  positionals: [
    {
      name: 'RUN',
      description: 'a file with a run, or the run itself as JSON; the name of a model for a search',
    },
  ],
  tool: { name: 'train_run', flags: ['machine', 'schedule', 'tokens'] },
  run([given], values, input): { readonly data: TrainAnswer } {
    return {
      data: refusable(() =>
        values.search ? searched(given!, values, input) : simulated(given!, values, input),
      ),
    };
  },
  text: (answer) => (answer.kind === 'run' ? runText(answer.outcome, answer.tokens) : searchText(answer)),
  json: {
    name: 'training-run',
    get schema() {
      return trainSchema;
    },
    variants: [
      {
        flag: '--search',
        name: 'training-search',
        get schema() {
          return trainSearchSchema;
        },
      },
    ],
    of: (answer) =>
      answer.kind === 'run'
        ? runJson(answer.outcome, answer.tokens)
        : searchJson(answer.search, answer.tokens),
  },
});

/** Reports errors of a run as errors of the call. @throws UsageError */
function refusable<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof RunError) throw new UsageError(error.message);
    throw error;
  }
}

function simulated(given: string, values: TrainFlags, input: ToolInput): TrainAnswer {
  refuseIdleFlags(
    values,
    ['schedules', 'devices', 'batch', 'sequence', 'precision', 'top'],
    "without '--search'",
  );
  const run = readRun(withHardware(jsonOf(given, input), values, input));
  const machine = machineOf(run, values, input);
  const options = values.schedule === null ? {} : { schedule: values.schedule };
  return { kind: 'run', outcome: simulateBest(run, machine, options), tokens: values.tokens };
}

function searched(name: string, values: TrainFlags, input: ToolInput): TrainAnswer {
  const { batch, sequence, precision } = values;
  if (batch === null) throw new UsageError("a search needs '--batch', the sequences of a step");
  if (values.machine === null) throw new UsageError("a search needs '--machine', such as h100:1x8");
  const named = readModel(name);
  const model = sequence === null ? named : { ...named, sequence };
  const machine = machineFor({ machine: values.machine, gbps: null }, values.devices ?? 1, input);
  const devices = values.devices ?? computingDevices(machine);
  const work = {
    ...{ model, devices, batch, slices: 1 },
    ...{ hardware: machine.devices.get(1)!.kind, precision: precision ?? 'bf16' },
  };
  const search = searchRuns(work, machine, { schedules: schedulesOf(values) });
  return { kind: 'search', search, top: values.top ?? TOP, tokens: values.tokens };
}

/** Strategies that a search lists unless told otherwise. */
const TOP = 10;

function jsonOf(given: string, input: ToolInput): unknown {
  const isInline = given.trimStart().startsWith('{');
  const text = isInline ? given : readInputText(given, input);
  try {
    return JSON.parse(text);
  } catch (error) {
    // `JSON.parse` throws nothing but errors.
    throw new UsageError(`${isInline ? 'the run' : `'${given}'`} is not JSON: ${(error as Error).message}`);
  }
}

/** A run that leaves its hardware to the flag for the machine has the devices of that. */
function withHardware(run: unknown, { machine }: TrainFlags, input: ToolInput): unknown {
  if (machine === null || typeof run !== 'object' || run === null || 'hardware' in run) return run;
  const { devices } = machineFor({ machine, gbps: null }, 1, input);
  return { ...run, hardware: devices.get(1)!.kind };
}

function machineOf(run: TrainingRun, { machine }: TrainFlags, input: ToolInput): Machine {
  return machine === null ? machineOfRun(run) : machineFor({ machine, gbps: null }, run.devices, input);
}

function runText(outcome: RunOutcome, tokens: number | null): string {
  const { run, machine, seconds, parts, memoryBytes, fits } = outcome;
  const spent = partNames
    .map((name) => ({ name, seconds: parts[name] }))
    .filter((part) => part.seconds > seconds * LEAST_SHOWN)
    .sort((a, b) => b.seconds - a.seconds);
  const rows = spent.map((part) => [
    PARTS[part.name],
    secondsText(part.seconds),
    percentText(part.seconds / seconds),
  ]);
  const device = machine.devices.get(1)!;
  const fit =
    fits === null
      ? ''
      : fits
        ? `, fits into ${bytesText(device.memory)}${spareText(memoryBytes, device.memory)}`
        : `, does not fit into ${bytesText(device.memory)}`;
  return [
    `${secondsText(seconds)} a training step of ${sequencesText(run)}: forward, backward and update, in ${run.precision}`,
    `on ${machine.name}`,
    ratesText(machine),
    `${strategyText(run, outcome.schedule)}, microbatches of ${run.microbatch}`,
    `${countText(tokensPerSecond(outcome))} tokens/s; ${countText(outcome.tokensPerSecondPerDevice)} tokens/s and ${outcome.teraflopsPerDevice.toPrecision(3)} TFLOP/s of each device, ${percentText(outcome.mfu)} of its peak (MFU)`,
    `peak memory ${bytesText(memoryBytes)}${fit}`,
    ...(tokens === null ? [] : [trainingText(trainingOf(outcome, tokens))]),
    '',
    tableText(rows),
    ...outcome.notes.map((note) => `note: ${note}\n`),
  ].join('\n');
}

/** `64 sequences`. */
function sequencesText({ batch }: TrainingRun): string {
  return `${batch} ${batch === 1 ? 'sequence' : 'sequences'}`;
}

/** Of the step, a part below this is not listed. */
const LEAST_SHOWN = 5e-4;

/** Names of the parts of a step. */
const PARTS: Readonly<Record<(typeof partNames)[number], string>> = {
  products: 'matrix products',
  attention: 'attention',
  memory: 'kernels bound by memory',
  communication: 'communication exposed',
  host: 'host',
  optimizer: 'update of weights',
  pipeline: 'waiting for other stages',
};

function runJson(outcome: RunOutcome, tokens: number | null) {
  const { run, machine, schedule, seconds, mfu, memoryBytes, fits, hidden } = outcome;
  return {
    version: 1 as const,
    machine: machine.name,
    rates: ratesText(machine),
    strategy: strategyText(run, schedule),
    schedule: scheduleOf(outcome),
    ...{ seconds, microbatch: run.microbatch, mfu, memoryBytes, fits },
    tokensPerSecond: tokensPerSecond(outcome),
    tokensPerSecondPerDevice: outcome.tokensPerSecondPerDevice,
    teraflopsPerDevice: outcome.teraflopsPerDevice,
    parts: { ...outcome.parts },
    hiddenCommunication: hidden,
    training: tokens === null ? null : trainingOf(outcome, tokens),
    notes: [...outcome.notes],
  };
}

function searchText({ search, top, tokens }: Extract<TrainAnswer, { readonly kind: 'search' }>): string {
  const { outcomes, front, candidates } = search;
  const [best] = outcomes;
  if (best === undefined)
    return `none of ${candidates} strategies fits into memory: use more devices, or a machine with more memory\n`;
  const { run, machine } = best;
  const rowOf = (outcome: RunOutcome): readonly string[] => [
    strategyText(outcome.run, outcome.schedule),
    String(outcome.run.microbatch),
    secondsText(outcome.seconds),
    countText(tokensPerSecond(outcome)),
    ...(tokens === null ? [] : [daysText(trainingOf(outcome, tokens).days)]),
    outcome.teraflopsPerDevice.toPrecision(3),
    percentText(outcome.mfu),
    bytesText(outcome.memoryBytes),
    front.includes(outcome) ? '*' : '',
  ];
  const days = tokens === null ? [] : ['days'];
  const heading = ['strategy', 'microbatch', 'step', 'tokens/s', ...days, 'TFLOP/s', 'MFU', 'memory', ''];
  return [
    `training steps of ${sequencesText(run)} on ${machine.name}, in ${run.precision}: forward, backward and update`,
    ratesText(machine),
    ...(tokens === null ? [] : [`days: of steps on ${tokensText(tokens)} tokens`]),
    `${outcomes.length} of ${candidates} strategies fit; * no other is both faster and takes less memory`,
    '',
    tableText([heading, ...outcomes.slice(0, top).map(rowOf)]),
  ].join('\n');
}

function searchJson({ outcomes, front, candidates }: RunSearch, tokens: number | null) {
  return {
    version: 1 as const,
    candidates,
    strategies: outcomes.map((outcome) => ({
      strategy: strategyText(outcome.run, outcome.schedule),
      ...{ microbatch: outcome.run.microbatch, seconds: outcome.seconds, mfu: outcome.mfu },
      tokensPerSecond: tokensPerSecond(outcome),
      training: tokens === null ? null : trainingOf(outcome, tokens),
      ...{ memoryBytes: outcome.memoryBytes, isOnFront: front.includes(outcome) },
      degrees: degreesOf(outcome.run),
      schedule: scheduleOf(outcome),
      recompute: outcome.run.recompute,
    })),
  };
}

/** `null` without a pipeline. */
function scheduleOf({ run, schedule }: RunOutcome): string | null {
  return run.pipeline === 1 ? null : schedule;
}

function degreesOf({ data, fsdp, expert, context, tensor, pipeline }: TrainingRun) {
  return { data, fsdp, expert, context, tensor, pipeline };
}
