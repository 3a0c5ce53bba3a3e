import { assumedMachine, type CollectiveKind, machineDevice } from '@shardform/cost-model';
import type { Instruction } from '@shardform/hlo-module';
import { findSteps, type Profile, type ProfiledProgram, stepStatistics } from '@shardform/profile-reader';
import { kernelWork, type Measurement, sourceOf } from '@shardform/runtime-dist';
import type { CompiledCollective } from '../compiled/compiled-collective.ts';
import { arraysOf, bytesOfArrays } from '../compiled/hlo-shapes.ts';
import { deviceSpan } from './device-span.ts';
import { JoinedInstructions } from './joined-instructions.ts';
import type { ProfiledSource } from './profiled-source.ts';

/** Seconds of a picosecond. */
const PS = 1e-12;

/** The kinds of collectives that calibrations have, by the names of StableHLO. */
const KINDS: ReadonlyMap<string, CollectiveKind> = new Map([
  ['all_reduce', 'allreduce'],
  ['all_gather', 'allgather'],
  ['reduce_scatter', 'reducescatter'],
  ['all_to_all', 'alltoall'],
  ['collective_permute', 'permute'],
]);

/** The measured kernels of a program. */
export interface KernelSamples {
  readonly measurements: readonly Measurement[];
  /** Of a device in a step, from its first event to its last one, in the median. */
  readonly stepSeconds: number;
  /** Of a device in a step, in the mean: communication while it computes, and while it does not. */
  readonly communication: { readonly hiddenSeconds: number; readonly exposedSeconds: number };
  /** What is not among the measurements, and why. */
  readonly problems: readonly string[];
}

/** The work of a kernel in a step. */
interface StepWork {
  flops: number;
  bytes: number;
  isProduct: boolean;
}

/** Returns the measured kernels of a program of a profile with their work, as costs are computed of it. */
export function kernelSamples(
  profile: Profile,
  program: ProfiledProgram,
  source: ProfiledSource,
): KernelSamples {
  const steps = findSteps(profile, program);
  const { operations, devices } = stepStatistics(steps, profile.devices);
  const instructions = new JoinedInstructions(source.module);
  const { work, problems } = workOf(source, instructions);
  const collectives = new Map(source.collectives.map((own) => [own.instruction, own]));
  const samples = steps.steps.length * devices.length;
  const measurements = operations.flatMap(({ name, totalPs, events }): readonly Measurement[] => {
    const instruction = instructions.named(name);
    const executions = events / samples;
    if (instruction === null || executions === 0) return [];
    // Means, since these add up to the time of a step; medians of times that interruptions lengthen do not.
    const seconds = (totalPs * PS) / events;
    if (!(seconds > 0)) return [];
    const collective = collectives.get(instruction);
    if (collective !== undefined) return collectiveSample(collective, seconds);
    const own = work.get(instruction);
    if (own === undefined) return [];
    const [flops, bytes] = [own.flops / executions, own.bytes / executions];
    if (own.isProduct && flops > 0) return [{ kind: 'product', flops, bytes, seconds }];
    return bytes > 0 ? [{ kind: 'elementwise', bytes, seconds }] : [];
  });
  const mean = (ps: number): number => (samples === 0 ? 0 : (ps * PS) / samples);
  const communication = {
    hiddenSeconds: mean(operations.reduce((sum, { hiddenPs }) => sum + hiddenPs, 0)),
    exposedSeconds: mean(operations.reduce((sum, { exposedPs }) => sum + exposedPs, 0)),
  };
  return { measurements, stepSeconds: deviceSpan(steps).median * PS, communication, problems };
}

/** Bytes that a device has: of an all-gather in its result, of others in the operand. */
function collectiveSample(
  { kind: name, instruction, groups, groupSize }: CompiledCollective,
  seconds: number,
): readonly Measurement[] {
  const kind = KINDS.get(name);
  // Those that start don't take the time of the collective.
  if (kind === undefined || instruction.opcode.endsWith('-start')) return [];
  const arrays =
    kind === 'allgather'
      ? arraysOf(instruction.shape)
      : instruction.operands.flatMap(({ shape }) => arraysOf(shape));
  const bytes = bytesOfArrays(arrays);
  const moving = new Set(groups.flatMap(([from, to]) => (from === to ? [] : [from, to])));
  const devices = kind === 'permute' ? moving.size : groupSize;
  return bytes === 0 ? [] : [{ kind, devices, bytes, seconds }];
}

/** The work of kernels in one run of the program: that of the cost model, which is the same on all machines. */
function workOf(
  source: ProfiledSource,
  instructions: JoinedInstructions,
): { readonly work: ReadonlyMap<Instruction, StepWork>; readonly problems: readonly string[] } {
  const { numPartitions, replicaCount } = source.module;
  const machine = assumedMachine(Math.max(numPartitions, replicaCount));
  const { run, problems } = source.simulated(machine);
  const work = new Map<Instruction, StepWork>();
  if (run === null) return { work, problems };
  const { program, simulation } = run.simulated;
  const device = machineDevice(machine);
  for (const { op, stream, device: number } of simulation.events) {
    if (stream !== 'compute' || number !== run.report.slowestDevice) continue;
    const operation = sourceOf(program, op);
    const own = operation === null ? null : source.compiled.instructionOf(operation);
    if (own === null) continue;
    const kernel = instructions.kernelOf(own);
    const { flops, bytes, arithmetic } = kernelWork(program, op, device);
    const known = work.get(kernel);
    if (known === undefined) work.set(kernel, { flops, bytes, isProduct: arithmetic !== 'vector' });
    else {
      known.flops += flops;
      known.bytes += bytes;
      known.isProduct ||= arithmetic !== 'vector';
    }
  }
  return { work, problems };
}
