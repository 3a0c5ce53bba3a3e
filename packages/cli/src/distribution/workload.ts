import { closestName } from '@shardform/ir-core';
import {
  type Candidate,
  type CostModelName,
  costModelNames,
  type Degrees,
  gpt2Model,
  gpt2Sizes,
  mlpModel,
  mlpSizes,
  type ScheduleName,
  scheduleNames,
  unknownSchedule,
  type Workload,
} from '@shardform/passes-dist';
import {
  type AllReduceFit,
  defaults,
  type Machine,
  MachineError,
  machineOfJson,
  machinePresets,
  uniformMachine,
} from '@shardform/runtime-dist';
import { refuseIdleFlags } from '../command/idle-flags.ts';
import { readInput, type ToolInput, UsageError } from '../tool-io.ts';

/** Flags that say what is simulated, and on what; for `parseArgs`. */
export const workloadFlags = {
  model: { type: 'string' },
  batch: { type: 'string' },
  'batch-args': { type: 'string' },
  dtype: { type: 'string' },
  'cost-model': { type: 'string' },
  machine: { type: 'string' },
  calibration: { type: 'string' },
  gbps: { type: 'string' },
  fusion: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** What the flags of {@link workloadFlags} do, for help texts. */
export const WORKLOAD_HELP = `  --model NAME       a model of DistIR's, trained: ${Object.keys(mlpSizes).join(', ')}, or LAYERSxWIDTH;
                     or run forwards only: gpt2-xs, gpt2, gpt2-medium, gpt2-large, gpt2-xl, gpt3, gpt3-medium,
                     gpt3-large, gpt3-xl, gpt3-2.7B, gpt3-6.7B, gpt3-13B, gpt3-175B
  --batch N          samples per step
  --batch-args LIST  of a StableHLO program: numbers of the arguments that are batches, such as 2,3
  --dtype TYPE       fp16 (default) or fp32
  --cost-model NAME  roofline (default), or distir: DistIR's costs and simulator, errors included;
                     distir-2021: those of its workshop paper, with the distribution of inputs
  --machine NAME     ${Object.keys(machinePresets).join(', ')}, or a JSON file;
                     by default devices with DistIR's parameters
  --fusion NAME      loop (default): elementwise operations are parts of those that use them, or none
  --gbps N           bandwidth between these devices, 25 by default
  --calibration FILE measured parameters of these devices as JSON
`;

/** Values of the flags of {@link workloadFlags}. */
export type WorkloadValues = { readonly [K in keyof typeof workloadFlags]?: string | boolean | undefined };

/** The number that a flag has. @throws UsageError */
export function positiveNumber(
  flag: string,
  text: string | boolean | undefined,
  otherwise: number | null = null,
): number {
  if (text === undefined && otherwise !== null) return otherwise;
  const value = Number(text);
  if (typeof text === 'string' && text.trim() !== '' && value > 0) return value;
  throw new UsageError(
    text === undefined
      ? `expected --${flag}`
      : `flag '--${flag}' expects a positive number, got '${String(text)}'`,
  );
}

/** The workload that flags describe. @throws UsageError */
export function workloadOf(values: WorkloadValues, devices: number, input: ToolInput): Workload {
  const batch = positiveNumber('batch', values.batch);
  const elementBytes = { fp16: 2, fp32: 4 }[String(values.dtype ?? 'fp16')];
  if (elementBytes === undefined)
    throw new UsageError(`unknown type '${String(values.dtype)}'; there are fp16 and fp32`);
  const { machine, allReduce } = machineFor(values, devices, input);
  return {
    model: modelNamed(values.model, { batch, elementBytes }),
    batch,
    machine,
    costModel: costModelName(values['cost-model']),
    allReduce,
    fuses: wantsFusion(values.fusion),
  };
}

function modelNamed(
  name: string | boolean | undefined,
  sizes: { readonly batch: number; readonly elementBytes: number },
): Workload['model'] {
  if (typeof name !== 'string') throw new UsageError('expected --model');
  const gpt2 = gpt2Sizes[name];
  if (gpt2 !== undefined) return (devices, chunks) => gpt2Model({ ...gpt2, ...sizes }, devices, chunks);
  const given = /^([0-9]+)x([0-9]+)$/.exec(name);
  const mlp =
    mlpSizes[name] ?? (given === null ? undefined : { layers: Number(given[1]), width: Number(given[2]) });
  if (mlp !== undefined) return (devices, chunks) => mlpModel({ ...mlp, ...sizes }, devices, chunks);
  const close = closestName(name, [...Object.keys(mlpSizes), ...Object.keys(gpt2Sizes)]);
  throw new UsageError(
    `unknown model '${name}'; ${close === null ? 'give LAYERSxWIDTH' : `did you mean '${close}'?`}`,
  );
}

/** Whether `--fusion` wants fusions. @throws UsageError */
export function wantsFusion(name: string | boolean | undefined): boolean {
  if (name === undefined || name === 'loop' || name === 'none') return name !== 'none';
  throw new UsageError(`unknown fusion '${String(name)}'; there are loop, none`);
}

/** The cost model of a name, `roofline` unless given. @throws UsageError */
export function costModelName(name: string | boolean | undefined): CostModelName {
  const given = name ?? 'roofline';
  const found = costModelNames.find((known) => known === given);
  if (found !== undefined) return found;
  throw new UsageError(`unknown cost model '${String(given)}'; there are ${costModelNames.join(', ')}`);
}

/** The machine that flags describe, with what was measured of it. @throws UsageError */
export function machineFor(
  values: WorkloadValues,
  devices: number,
  input: ToolInput,
): { readonly machine: Machine; readonly allReduce: ReadonlyMap<number, AllReduceFit> | null } {
  const { machine: name, calibration } = values;
  if (calibration !== undefined) refuseIdleFlags(values, ['machine'], "beside '--calibration'");
  if (name !== undefined) refuseIdleFlags(values, ['gbps'], "beside '--machine', which says it");
  if (typeof calibration === 'string') return calibrated(calibration, devices, values.gbps, input);
  if (typeof name !== 'string') {
    const gbps = positiveNumber('gbps', values.gbps, defaults.gbps);
    return { machine: uniformMachine(devices, { gbps }), allReduce: null };
  }
  const preset = machinePresets[name];
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
  try {
    return machineOfJson(path, readJson(path, input));
  } catch (error) {
    if (error instanceof MachineError) throw new UsageError(error.message);
    throw error;
  }
}

function readJson(path: string, input: ToolInput): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(readInput(path, input))) as unknown;
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
function calibrated(
  path: string,
  devices: number,
  bandwidth: string | boolean | undefined,
  input: ToolInput,
) {
  const number = (value: unknown, what: string): number => {
    if (typeof value === 'number' && value >= 0) return value;
    throw new UsageError(`'${path}' has no number '${what}'`);
  };
  const object = (value: unknown): Record<string, unknown> =>
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
    gbps:
      gbps === undefined
        ? positiveNumber('gbps', bandwidth, defaults.gbps)
        : number(gbps, 'network_bandwidth_Gbps_uniform'),
  });
  return { machine, allReduce: allReduce.size === 0 ? null : allReduce };
}

/** The candidate that `D/H/P/K` and flags describe. @throws UsageError */
export function candidateOf(
  degrees: string | undefined,
  schedule: string | undefined,
  recompute: boolean | undefined,
  chunks: string | undefined,
): Candidate {
  const name = scheduleOf(schedule ?? 'pipedream');
  return {
    degrees: degreesOf(degrees ?? '1/1/1/1'),
    schedule: name,
    recompute: recompute === true,
    chunks: chunkCounts(chunks, name)[0]!,
  };
}

/**
 * The numbers of parts of the model that each device of a pipeline has, as `--chunks` lists them: 2 by default with
 * the schedule that interleaves them, else 1. @throws UsageError
 */
export function chunkCounts(text: string | undefined, schedule: ScheduleName): number[] {
  if (schedule !== 'interleaved-1f1b') return [1];
  return (text ?? '2').split(',').map((part) => {
    const count = Number(part);
    if (Number.isInteger(count) && count > 0) return count;
    throw new UsageError(`flag '--chunks' expects positive numbers, got '${part}'`);
  });
}

function degreesOf(text: string): Degrees {
  const numbers = text.split('/').map(Number);
  const [data, horizontal, pipeline, microbatches] = numbers;
  if (numbers.length !== 4 || !numbers.every((value) => Number.isInteger(value) && value > 0)) {
    throw new UsageError(`flag '--degrees' expects D/H/P/K, such as 2/2/4/16, got '${text}'`);
  }
  return { data: data!, horizontal: horizontal!, pipeline: pipeline!, microbatches: microbatches! };
}

/** The schedule of a name. @throws UsageError */
export function scheduleOf(name: string): ScheduleName {
  const found = scheduleNames.find((known) => known === name);
  if (found === undefined) throw new UsageError(unknownSchedule(name));
  return found;
}
