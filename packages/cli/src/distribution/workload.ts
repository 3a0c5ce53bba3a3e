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
import {
  type AllReduceFit,
  defaults,
  type Machine,
  machineOfJson,
  machinePresets,
  uniformMachine,
} from '@shardform/runtime-dist';
import { describedMachine } from '@shardform/study';
import type { Flags, FlagValues } from '../command/flag.ts';
import { refuseIdleFlags } from '../command/idle-flags.ts';
import { type ToolInput, UsageError } from '../tool-io.ts';
import { readInputText } from '../utf8-text.ts';

/** Flags that select the workload and the machine. */
export const workloadFlags = {
  model: {
    value: 'NAME',
    description: `a model of DistIR's, trained: ${Object.keys(mlpSizes).join(', ')}, or LAYERSxWIDTH; or run forwards only: ${Object.keys(gpt2Sizes).join(', ')}`,
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
    choices: costModelNames,
    description:
      "roofline, unless given; distir: DistIR's costs and simulator, errors included; distir-2021: those of its workshop paper, with the distribution of inputs",
  },
  machine: {
    value: 'NAME',
    description: `${Object.keys(machinePresets).join(', ')}, or a JSON file; devices with DistIR's parameters unless given`,
  },
  fusion: {
    value: 'NAME',
    choices: ['loop', 'none'],
    description: 'loop, unless given: elementwise operations are fused into those that use them; or none',
  },
  gbps: {
    value: 'N',
    type: 'number',
    above: 0,
    description: 'bandwidth between the devices without --machine, 25 unless given',
  },
  calibration: { value: 'FILE', type: 'input', description: 'measured parameters of these devices as JSON' },
} as const satisfies Flags;

/** Flags that name a strategy. */
export const strategyFlags = {
  degrees: { value: 'D/H/P/K', description: 'replicas, shards, pipeline stages, microbatches' },
  schedule: { value: 'NAME', choices: scheduleNames, description: 'of the pipeline, pipedream unless given' },
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
  fusion: null,
  gbps: null,
  calibration: null,
};

/** Returns the workload that flags describe. @throws UsageError */
export function workloadOf(values: WorkloadValues, devices: number, input: ToolInput): Workload {
  const { batch, dtype } = values;
  if (batch === null) throw new UsageError('expected --batch');
  const { machine, allReduce } = machineFor(values, devices, input);
  return {
    model: modelNamed(values.model, { batch, elementBytes: dtype === 'fp32' ? 4 : 2 }),
    batch,
    machine,
    costModel: values['cost-model'] ?? 'roofline',
    allReduce,
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

/** Returns the machine of a program about which no flag says anything: what it describes itself, or equal devices. */
export function defaultMachine(module: ModuleOp, devices: number): Machine {
  return describedMachine(module) ?? uniformMachine(devices, { gbps: defaults.gbps });
}

/** Returns the machine that flags describe, with its calibration. @throws UsageError */
export function machineFor(
  values: WorkloadValues,
  devices: number,
  input: ToolInput,
): { readonly machine: Machine; readonly allReduce: ReadonlyMap<number, AllReduceFit> | null } {
  const { machine: name, calibration } = values;
  if (calibration !== null) refuseIdleFlags(values, ['machine'], "beside '--calibration'");
  if (name !== null) refuseIdleFlags(values, ['gbps'], "beside '--machine', which says it");
  const gbps = values.gbps ?? defaults.gbps;
  if (calibration !== null) return calibrated(calibration, devices, gbps, input);
  if (name === null) {
    return { machine: uniformMachine(devices, { gbps }), allReduce: null };
  }
  const preset = Object.hasOwn(machinePresets, name) ? machinePresets[name] : undefined;
  const machine = preset?.() ?? machineFile(name, input);
  const missing = Array.from({ length: devices }, (_, i) => i + 1).find((id) => !machine.devices.has(id));
  if (missing !== undefined)
    throw new UsageError(`machine '${name}' has no device ${missing}; ${devices} are needed`);
  return { machine, allReduce: null };
}

function machineFile(path: string, input: ToolInput): Machine {
  if (!path.endsWith('.json')) {
    const close = closestName(path, Object.keys(machinePresets));
    throw new UsageError(
      `unknown machine '${path}'; ${close === null ? 'give a JSON file' : `did you mean '${close}'?`}`,
    );
  }
  return machineOfJson(path, readJson(path, input));
}

function readJson(path: string, input: ToolInput): unknown {
  try {
    return JSON.parse(readInputText(path, input));
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(`'${path}' is no JSON: ${error.message}`);
    throw error;
  }
}

/**
 * Measured parameters: `device_parameters` with `seconds_per_dram_byte` and `seconds_per_flop`, `allreduce` by number
 * of devices with `seconds_per_Gb` and `constant_seconds`, and `network_bandwidth_Gbps_uniform`, without which the
 * bandwidth is the flag's.
 */
function calibrated(path: string, devices: number, bandwidth: number, input: ToolInput) {
  const number = (value: unknown, what: string): number => {
    if (typeof value === 'number' && value >= 0) return value;
    throw new UsageError(`'${path}' has no number '${what}'`);
  };
  const rate = (value: unknown, what: string): number => {
    if (number(value, what) > 0) return Number(value);
    throw new UsageError(`'${what}' of '${path}' is not above 0`);
  };
  const object = (value: unknown): Record<string, unknown> =>
    // Objects of JSON are records.
    typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  const json = object(readJson(path, input));
  const parameters = object(json.device_parameters);
  const gbps = json.network_bandwidth_Gbps_uniform;
  const allReduce = new Map<number, AllReduceFit>();
  for (const [count, fit] of Object.entries(object(json.allreduce))) {
    const { seconds_per_Gb: perGigabit, constant_seconds: constant } = object(fit);
    allReduce.set(Number(count), {
      perGigabit: number(perGigabit, 'seconds_per_Gb'),
      perDevice: 0,
      constant: number(constant, 'constant_seconds'),
    });
  }
  const machine = uniformMachine(devices, {
    name: path,
    flops: 1 / number(parameters.seconds_per_flop, 'seconds_per_flop'),
    dram: 1 / number(parameters.seconds_per_dram_byte, 'seconds_per_dram_byte'),
    launch: number(parameters.kernel_launch_seconds ?? defaults.launch, 'kernel_launch_seconds'),
    gbps: gbps === undefined ? bandwidth : rate(gbps, 'network_bandwidth_Gbps_uniform'),
  });
  return { machine, allReduce: allReduce.size === 0 ? null : allReduce };
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
