import { calibratedMachine, type CollectiveKind, collectiveKinds, defaults } from '@shardform/cost-model';
import { oneLine } from '@shardform/ir-core';
import { calibrate, type Calibration, type Measurement } from '@shardform/runtime-dist';
import { type KernelSamples, kernelSamples, type ProfiledSource } from '@shardform/study';
import { profiledInput } from '../profile/profiled-program.ts';
import { readProfile } from '../profile/read-profile.ts';
import { type ToolInput, UsageError } from '../tool-io.ts';

/** A program that a machine was calibrated from. */
export interface CalibratedProgram {
  readonly file: string;
  readonly program: string;
  /** Of a device in a step, from its first event to its last one. */
  readonly measured_seconds: number;
  /** In simulation on the calibrated machine; `null` where it can't be simulated. */
  readonly predicted_seconds: number | null;
}

/** The part of a calibration that profiles add. */
export interface ProfileCalibration {
  readonly programs: readonly CalibratedProgram[];
  /** What measurements don't tell, and why. */
  readonly not_identified: readonly string[];
}

interface Sampled {
  readonly file: string;
  readonly program: string;
  readonly source: ProfiledSource;
  readonly samples: KernelSamples;
}

/** Fits a machine to the profiles of programs. @throws UsageError */
export async function calibratedFromProfiles(
  paths: readonly string[],
  input: ToolInput,
): Promise<Calibration & { readonly profile: ProfileCalibration }> {
  const all: Sampled[] = [];
  const kinds = new Set<string>();
  for (const path of paths) {
    const { profile } = await readProfile(path, input);
    const flags = { program: null, hlo: null, module: null, machine: null, python: null };
    const { program, source } = await profiledInput({ profile, name: path }, flags, input);
    for (const { kind } of profile.devices) kinds.add(kind.toLowerCase());
    all.push({
      file: path,
      program: oneLine(program.name),
      source,
      samples: kernelSamples(profile, program, source),
    });
  }
  if (kinds.size > 1)
    throw new UsageError(
      `profiles of several kinds of devices are no machine: ${[...kinds].join(', ')}; calibrate each by itself`,
    );
  const measurements = all.flatMap(({ samples }) => samples.measurements);
  if (!measurements.some(({ kind }) => kind === 'product'))
    throw new UsageError(
      `the profiled programs have no products, which rates of computing follow from; add the profile of one that has`,
    );
  const fitted = calibrate(measurements);
  const [kind] = kinds;
  const blocks = communicationBlocks(all);
  // Compilers differ by kind: in fused attention, in memory, in the types that collectives have.
  const device_parameters = {
    ...(kind === undefined ? {} : { kind }),
    ...fitted.device_parameters,
    ...(blocks === true ? { overlap: 0 } : {}),
  };
  const found = { ...fitted, device_parameters };
  return {
    ...found,
    profile: {
      programs: all.map((own) => ({
        file: own.file,
        program: own.program,
        measured_seconds: own.samples.stepSeconds,
        predicted_seconds: secondsOn(found, own),
      })),
      not_identified: notIdentified(measurements, found, blocks),
    },
  };
}

/** The part of communication that is hidden by chance, such as where clocks of threads differ. */
const CHANCE = 0.01;

/** Returns whether devices compute nothing while they communicate; `null` where nothing communicates. */
function communicationBlocks(all: readonly Sampled[]): boolean | null {
  const sum = (pick: (own: KernelSamples['communication']) => number): number =>
    all.reduce((total, { samples }) => total + pick(samples.communication), 0);
  const hidden = sum(({ hiddenSeconds }) => hiddenSeconds);
  const total = hidden + sum(({ exposedSeconds }) => exposedSeconds);
  return total === 0 ? null : hidden <= total * CHANCE;
}

function secondsOn(calibration: Calibration, { source }: Sampled): number | null {
  const { numPartitions, replicaCount } = source.module;
  const machine = calibratedMachine(
    'the calibration',
    calibration,
    Math.max(numPartitions, replicaCount),
    defaults.gbps,
  );
  return source.simulated(machine).run?.report.seconds ?? null;
}

/** The names of collectives, as their own names are. */
export const COLLECTIVE_NAMES: Readonly<Record<CollectiveKind, string>> = {
  allreduce: 'all-reduce',
  allgather: 'all-gather',
  reducescatter: 'reduce-scatter',
  alltoall: 'all-to-all',
  permute: 'permute',
};

function notIdentified(
  measurements: readonly Measurement[],
  found: Calibration,
  blocks: boolean | null,
): readonly string[] {
  const missing = collectiveKinds.filter((kind) => found[kind] === undefined);
  const { seconds_per_flop: perFlop, seconds_per_dram_byte: perByte } = found.device_parameters;
  return [
    ...(perFlop === 0 ? ['the rate of computing: no product is bound by it'] : []),
    ...(perByte === 0 ? ["the memory's bandwidth: no operation is bound by it"] : []),
    ...(measurements.some(({ kind }) => kind === 'elementwise')
      ? []
      : ["the memory's bandwidth and launches by themselves: no operation without a product was measured"]),
    ...(missing.length === 0
      ? []
      : [
          `${missing.map((kind) => COLLECTIVE_NAMES[kind]).join(', ')}: none was measured; links of ${defaults.gbps} Gbit/s are assumed`,
        ]),
    ...collectiveKinds.flatMap((kind) =>
      Object.entries(found[kind] ?? {}).flatMap(([count, fit]) =>
        fit.seconds_per_Gb === 0
          ? [
              `the rate of ${COLLECTIVE_NAMES[kind]} of ${count} devices: a constant fits as well, or sizes are too close`,
            ]
          : [],
      ),
    ),
    ...(blocks === false
      ? [
          'the speed of kernels while their device communicates: they are fitted as measured, which includes it',
        ]
      : []),
    'links by themselves: profiles have collectives, not sends',
    'gaps between kernels, and times of the host between steps: a step is the sum of its kernels',
  ];
}
