import {
  assumedMachine,
  calibratedMachine,
  computingDevices,
  defaults,
  hasLinks,
  isCalibration,
  isMachineName,
  largerMachineHint,
  type Machine,
  machineHint,
  machineOfJson,
  machinePresets,
  namedMachine,
  uniformMachine,
} from '@shardform/cost-model';
import { closestName, currentBudget, type ModuleOp } from '@shardform/ir-core';
import {
  type Candidate,
  costModelNames,
  type Degrees,
  gpt2Model,
  gpt2Sizes,
  mlpModel,
  mlpSizes,
  scheduleNames,
  type Workload,
} from '@shardform/passes-dist';

import { describedMachine } from '@shardform/study';
import type { Flags, FlagValues } from '../command/flag.ts';
import { refuseIdleFlags } from '../command/idle-flags.ts';
import { costFlag } from '../sim/cost-flag.ts';
import { type ToolInput, UsageError } from '../tool-io.ts';
import { readInputText } from '../utf8-text.ts';

/** Flags that select the workload and the machine. What comes from other packages is had when it is asked for. */
export const workloadFlags = {
  model: {
    value: 'NAME',
    get description() {
      return `a model of DistIR's, trained: ${Object.keys(mlpSizes).join(', ')}, or LAYERSxWIDTH; or run forwards only: ${Object.keys(gpt2Sizes).join(', ')}`;
    },
  },
  batch: { value: 'N', type: 'integer', least: 1, description: 'samples per step' },
  'batch-args': {
    value: 'LIST',
    description: 'of a StableHLO program: numbers of the arguments that are batches, such as 2,3',
  },
  dtype: {
    value: 'TYPE',
    choices: ['fp16', 'fp32'],
    description: 'of the elements of a model, fp16 unless given',
  },
  'cost-model': {
    value: 'NAME',
    get choices() {
      return costModelNames;
    },
    description:
      "roofline, unless given; distir: DistIR's costs and simulator, errors included; distir-2021: those of its workshop paper, with the distribution of inputs",
  },
  machine: {
    value: 'NAME',
    isLikely: isMachineName,
    get description() {
      return `${Object.keys(machinePresets).join(', ')}, devices and a shape such as h100:16x8, or a JSON file, such as 'shardform machines' prints and 'shardform calibrate' writes; nodes of up to 8 h100 unless given, or devices with the parameters of DistIR with --cost-model distir`;
    },
  },
  cost: costFlag,
  fusion: {
    value: 'NAME',
    choices: ['loop', 'none'],
    description: 'loop, unless given: elementwise operations are fused into those that use them; or none',
  },
  gbps: {
    value: 'N',
    type: 'number',
    above: 0,
    description:
      "bandwidth between devices with DistIR's parameters, without --machine; 25 unless given with --cost-model distir",
  },
} as const satisfies Flags;

/** Flags that name a strategy. */
export const strategyFlags = {
  degrees: { value: 'D/H/P/K', description: 'replicas, shards, pipeline stages, microbatches' },
  schedule: {
    value: 'NAME',
    get choices() {
      return scheduleNames;
    },
    description: 'of the pipeline, pipedream unless given',
  },
  chunks: {
    value: 'N',
    type: 'integer',
    least: 1,
    description: 'of the model on each device with interleaved-1f1b, 2 unless given',
  },
  recompute: { description: 'stages keep their inputs only' },
} as const satisfies Flags;

/** Values of {@link strategyFlags}. */
export type StrategyValues = FlagValues<typeof strategyFlags>;

/** Number of chunks of the model that a device has with `interleaved-1f1b`. */
export const DEFAULT_CHUNKS = 2;

/** Values of {@link workloadFlags}. */
export type WorkloadValues = FlagValues<typeof workloadFlags>;

/** Nothing but defaults. */
export const noWorkload: WorkloadValues = {
  model: null,
  batch: null,
  'batch-args': null,
  dtype: null,
  'cost-model': null,
  machine: null,
  cost: [],
  fusion: null,
  gbps: null,
};

/** Returns the workload that flags describe. @throws UsageError */
export function workloadOf(values: WorkloadValues, devices: number, input: ToolInput): Workload {
  const { batch, dtype } = values;
  if (batch === null) throw new UsageError('expected --batch');
  const machine = machineFor(values, devices, input);
  return {
    model: modelNamed(values.model, { batch, elementBytes: dtype === 'fp32' ? 4 : 2 }),
    batch,
    machine,
    costModel: values['cost-model'] ?? 'roofline',
    fuses: values.fusion !== 'none',
  };
}

function modelNamed(
  name: string | null,
  sizes: { readonly batch: number; readonly elementBytes: number },
): Workload['model'] {
  if (name === null) throw new UsageError('expected --model');
  const gpt2 = Object.hasOwn(gpt2Sizes, name) ? gpt2Sizes[name] : undefined;
  if (gpt2 !== undefined) return (devices, chunks) => gpt2Model({ ...gpt2, ...sizes }, devices, chunks);
  const given = /^([0-9]+)x([0-9]+)$/.exec(name);
  const mlp = Object.hasOwn(mlpSizes, name)
    ? mlpSizes[name]
    : given === null
      ? undefined
      : { layers: Number(given[1]), width: Number(given[2]) };
  if (mlp !== undefined) {
    currentBudget().check('operations', 'the model has at least', mlp.layers);
    return (devices, chunks) => mlpModel({ ...mlp, ...sizes }, devices, chunks);
  }
  const close = closestName(name, [...Object.keys(mlpSizes), ...Object.keys(gpt2Sizes)]);
  throw new UsageError(
    `unknown model '${name}'; ${close === null ? 'give LAYERSxWIDTH' : `did you mean '${close}'?`}`,
  );
}

/**
 * Returns the machine of a program that no flag names: what it describes itself, or a current one that is assumed.
 *
 * @param gbps between equal devices with DistIR's parameters instead.
 */
export function defaultMachine(module: ModuleOp, devices: number, gbps: number | null = null): Machine {
  return describedMachine(module) ?? (gbps === null ? assumedMachine(devices) : equalDevices(devices, gbps));
}

/** Equal devices, whose name says what they can do: a time is of a machine. */
function equalDevices(count: number, gbps: number): Machine {
  const tflops = defaults.flops / 1e12;
  const name = `${count === 1 ? 'a device' : `${count} equal devices`} of ${tflops} TFLOP/s, ${gbps} Gbit/s apart`;
  return { ...uniformMachine(count, { gbps, name }), isAssumed: true };
}

/** Returns the machine that flags describe. @throws UsageError */
export function machineFor(
  {
    machine: name,
    gbps,
    'cost-model': costModel = null,
  }: Pick<WorkloadValues, 'machine' | 'gbps'> & Partial<Pick<WorkloadValues, 'cost-model'>>,
  devices: number,
  input: ToolInput,
): Machine {
  const isRoofline = costModel === null || costModel === 'roofline';
  if (name === null && gbps === null && isRoofline) return assumedMachine(devices);
  if (name === null) return uniformMachine(devices, { gbps: gbps ?? defaults.gbps });
  const named = namedMachine(name);
  const json = named === null ? machineFile(name, input) : null;
  const isWithoutLinks = isCalibration(json) && !hasLinks(json);
  if (!isWithoutLinks) refuseIdleFlags({ gbps }, ['gbps'], "beside '--machine', which says it");
  if (isCalibration(json)) return calibratedMachine(name, json, devices, gbps ?? defaults.gbps);
  const machine = named ?? machineOfJson(name, json);
  const isEnough = Array.from({ length: devices }, (_, i) => i + 1).every((id) => machine.devices.has(id));
  if (isEnough) return machine;
  const count = computingDevices(machine);
  throw new UsageError(
    `machine '${name}' has ${count} device${count === 1 ? '' : 's'}, and ${devices} are needed; ${largerMachine(name, devices)}`,
  );
}

/** What to name instead of a machine that has too few devices: more of its kind, where these can be named. */
function largerMachine(name: string, devices: number): string {
  return (
    largerMachineHint(name, devices) ?? "'shardform machines' lists others, and those that can have any size"
  );
}

function machineFile(path: string, input: ToolInput): unknown {
  if (!path.endsWith('.json')) {
    throw new UsageError(`unknown machine '${path}'; ${machineHint(path)}`);
  }
  try {
    return JSON.parse(readInputText(path, input));
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`'${path}' is not JSON: ${error.message}`);
    throw error;
  }
}

/** Returns the candidate that {@link strategyFlags} describe. @throws UsageError */
export function candidateOf({ degrees, schedule, recompute, chunks }: StrategyValues): Candidate {
  const name = schedule ?? 'pipedream';
  return {
    degrees: degreesOf(degrees ?? '1/1/1/1'),
    schedule: name,
    recompute,
    chunks: name === 'interleaved-1f1b' ? (chunks ?? DEFAULT_CHUNKS) : 1,
  };
}

function degreesOf(text: string): Degrees {
  const numbers = text.split('/').map(Number);
  const [data, horizontal, pipeline, microbatches] = numbers;
  if (numbers.length !== 4 || !numbers.every((value) => Number.isInteger(value) && value > 0)) {
    throw new UsageError(`flag '--degrees' expects D/H/P/K, such as 2/2/4/16, got '${text}'`);
  }
  return { data: data!, horizontal: horizontal!, pipeline: pipeline!, microbatches: microbatches! };
}
