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
  /** By which all fitted times are longer than kernels take alone: gaps between them, and cores that devices share. */
  readonly step_scale: number;
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
    for (const { kind } of profile.devices) kinds.add(kind);
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
  const alone = calibrate(measurements);
  const scale = median(
    all.flatMap((own) => {
      const predicted = secondsOn(alone, own);
      return predicted === null || predicted === 0 ? [] : [own.samples.stepSeconds / predicted];
    }),
  );
  const found = scaled(alone, scale);
  return {
    ...found,
    profile: {
      step_scale: scale,
      programs: all.map((own) => ({
        file: own.file,
        program: own.program,
        measured_seconds: own.samples.stepSeconds,
        predicted_seconds: secondsOn(found, own),
      })),
      not_identified: notIdentified(measurements, found),
    },
  };
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

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 1;
}

/** All times of a calibration so many times as long. */
function scaled({ device_parameters: device, ...rest }: Calibration, scale: number): Calibration {
  const collectives = Object.fromEntries(
    collectiveKinds.flatMap((kind) => {
      const fits = rest[kind];
      if (fits === undefined) return [];
      const own = Object.entries(fits).map(([count, fit]) => [
        count,
        {
          seconds_per_Gb: fit.seconds_per_Gb * scale,
          constant_seconds: fit.constant_seconds * scale,
        },
      ]);
      return [[kind, Object.fromEntries(own)]];
    }),
  );
  return {
    ...rest,
    ...collectives,
    device_parameters: {
      seconds_per_dram_byte: device.seconds_per_dram_byte * scale,
      seconds_per_flop: device.seconds_per_flop * scale,
      kernel_launch_seconds: device.kernel_launch_seconds * scale,
    },
  };
}

/** The names of collectives, as their own names are. */
export const COLLECTIVE_NAMES: Readonly<Record<CollectiveKind, string>> = {
  allreduce: 'all-reduce',
  allgather: 'all-gather',
  reducescatter: 'reduce-scatter',
  alltoall: 'all-to-all',
  permute: 'permute',
};

function notIdentified(measurements: readonly Measurement[], found: Calibration): readonly string[] {
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
    'links by themselves: profiles have collectives, not sends',
    'times of the host between steps: a step is that of devices',
  ];
}
