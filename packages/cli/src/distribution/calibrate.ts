import { type CollectiveKind, collectiveKinds } from '@shardform/cost-model';
import { calibrate, type Calibration, type Measurement } from '@shardform/runtime-dist';
import { dotGeneral, randomArray } from '@shardform/runtime-sim';
import { oneLine } from '@shardform/ir-core';
import { percentText, secondsText } from '@shardform/study';
import { type Answer, defineCommand } from '../command/define-command.ts';
import { refuseIdleFlags } from '../command/idle-flags.ts';
import { measuredOnXla, measureFlags } from '../engine/measure-on-xla.ts';
import { jsonText } from '../json-text.ts';
import { type ToolInput, UsageError, writeOutput } from '../tool-io.ts';
import { readInputText } from '../utf8-text.ts';
import { calibratedFromProfiles, COLLECTIVE_NAMES, type ProfileCalibration } from './calibrate-profile.ts';
import { calibrationSchema } from './distribution-schemas.ts';
import { tableText } from './table-text.ts';

/** `shardform calibrate`. @throws UsageError */
export const calibrateCommand = defineCommand({
  name: 'calibrate',
  description: `Measures what computing and communicating cost, and writes a machine that simulations and plans take: '--machine FILE'.
Without a file the products of matrices of this package are timed on this machine, in one thread; with --engine xla products and
elementwise operations on all devices at once, collectives in groups of each size that divides their number, and sends on the devices
that jax has.`,
  usage: [
    '[--csv FILE] [-o FILE]',
    '--engine xla [--devices N] [--platform NAME] [--coordinator HOST:PORT ...] [-o FILE]',
    '--profile PROFILE... [-o FILE]',
  ],
  examples: [
    'shardform calibrate -o this-machine.json',
    'shardform calibrate --csv cluster.csv -o cluster.json',
    'shardform calibrate --engine xla -o these-gpus.json',
    'shardform calibrate --profile /tmp/run -o machine.json',
  ],
  flags: {
    csv: { value: 'FILE', type: 'input', description: 'measurements to fit; see below' },
    profile: {
      value: 'PROFILE',
      repeats: true,
      description: "profiles of runs, as 'shardform profile' reads them, to fit kernels and collectives of",
    },
    ...measureFlags,
    output: {
      value: 'FILE',
      type: 'output',
      short: 'o',
      description: 'where to write the parameters as JSON',
    },
  },
  notes: `What --csv reads, a measurement on each line:
  matmul,M,K,N,BYTES_PER_ELEMENT,SECONDS
  allreduce,DEVICES,BYTES,SECONDS
  send,BYTES,SECONDS
  elementwise,BYTES,SECONDS
Beside allreduce there are allgather, reducescatter, alltoall and permute. Their BYTES are those that a device has, of an all-gather in its
result, of the others in its operand; those of an elementwise operation are read and written.
With --profile, repeated for several programs, products and other kernels of the compiled programs are fitted to their work, and collectives
to their bytes by kind and size of group. Devices that are processors of one host share its cores: a kernel is as slow as it is while all
compute. The answer has the error of each fit, of each program, and the quantities that the profiles don't tell.
A machine in a file has any number of devices. Collectives in groups of another size than those measured take what links give.`,
  positionals: [],
  async run(_positionals, flags, input): Promise<Answer<ShownCalibration>> {
    const { csv, output } = flags;
    if (flags.profile.length > 0) {
      refuseIdleFlags(
        { ...flags, profile: null },
        ['csv', ...Object.keys(measureFlags)],
        "beside '--profile'",
      );
      const fitted = await calibratedFromProfiles(flags.profile, input);
      if (output !== null) writeOutput(output, `${jsonText(fitted, 1)}\n`, input);
      return { data: fitted };
    }
    if (csv !== null)
      refuseIdleFlags(flags, Object.keys(measureFlags), "beside '--csv': nothing is measured");
    else if (flags.engine === null)
      refuseIdleFlags(flags, Object.keys(measureFlags), "without '--engine xla'");
    const measured = flags.engine === null ? null : await measuredOnXla(flags, input);
    const measurements =
      measured !== null
        ? measurementsOf(measured, 'the measurements')
        : csv === null
          ? timedProducts(input)
          : measurementsOf(readInputText(csv, input), csv);
    let found: Calibration;
    try {
      found = calibrate(measurements);
    } catch (error) {
      if (error instanceof RangeError) throw new UsageError(`'${String(csv)}': ${error.message}`);
      throw error;
    }
    if (output !== null) writeOutput(output, `${jsonText(found, 1)}\n`, input);
    return { data: found };
  },
  text: reportText,
  json: {
    name: 'calibration',
    get schema() {
      return calibrationSchema;
    },
    of: (calibration) => ({ version: 1 as const, profile: null, ...calibration }),
  },
});

/** A calibration, of profiles with what these add. */
type ShownCalibration = Calibration & { readonly profile?: ProfileCalibration };

const isCollective = (kind: string | undefined): kind is CollectiveKind =>
  collectiveKinds.some((own) => own === kind);

function reportText({
  device_parameters: device,
  network_bandwidth_Gbps_uniform: gbps,
  r_squared: rSquared,
  mean_error: meanError,
  profile,
  ...collectives
}: ShownCalibration): string {
  const rate = (perUnit: number, unit: string): string =>
    perUnit === 0 ? 'no limit found' : `${(1 / perUnit / 1e9).toPrecision(4)} ${unit}`;
  const lines = [
    `computing  ${rate(device.seconds_per_flop, 'GFLOP/s')}`,
    `memory     ${rate(device.seconds_per_dram_byte, 'GB/s')}`,
    `launch     ${secondsText(device.kernel_launch_seconds)}`,
    ...(device.overlap === 0 ? ['overlap    none: devices compute nothing while they communicate'] : []),
    ...collectiveKinds.flatMap((kind) =>
      Object.entries(collectives[kind] ?? {}).map(
        ([count, fit]) =>
          `${COLLECTIVE_NAMES[kind]} of ${count} devices: ${fit.seconds_per_Gb.toPrecision(4)} s per gigabit and ${secondsText(fit.constant_seconds)}`,
      ),
    ),
    ...(gbps === undefined ? [] : [`links      ${gbps.toPrecision(4)} Gbps`]),
  ];
  const fits = Object.entries(rSquared).map(([name, value]) => [
    ...[name, value.toFixed(4), percentText(meanError[name] ?? 0)],
  ]);
  const table = tableText([['measured', 'explained (R²)', 'mean error'], ...fits]);
  return `${lines.join('\n')}\n\n${table}${profile === undefined ? '' : `\n${profileText(profile)}`}`;
}

function profileText({ programs, not_identified: unknown }: ProfileCalibration): string {
  const rows = programs.map(({ file, program, measured_seconds: measured, predicted_seconds: predicted }) => [
    ...[`${oneLine(file)} ${program}`, secondsText(measured)],
    ...(predicted === null
      ? ['not simulated', '']
      : [
          secondsText(predicted),
          `${predicted < measured ? '-' : '+'}${percentText(Math.abs(predicted / measured - 1))}`,
        ]),
  ]);
  return [
    tableText([['program', 'measured on a device', 'predicted', 'error'], ...rows]),
    'not identified:',
    ...unknown.map((own) => `  ${own}`),
    '',
  ].join('\n');
}

const SIZES = [32, 64, 128, 256, 384];
const DIMS = {
  lhsBatchingDimensions: [],
  rhsBatchingDimensions: [],
  lhsContractingDimensions: [1],
  rhsContractingDimensions: [0],
};

/** The fastest of several runs of each product, after one that loads the kernel. */
function timedProducts(input: ToolInput): Measurement[] {
  const shapes = SIZES.flatMap((m) => SIZES.map((n) => [m, 128, n] as const));
  return shapes.map(([m, k, n], i) => {
    const [lhs, rhs] = [randomArray('f32', [m, k], 1), randomArray('f32', [k, n], 2)];
    let seconds = Infinity;
    dotGeneral(lhs, rhs, DIMS, 'f32');
    for (let run = 0; run < 5; run += 1) {
      const start = performance.now();
      dotGeneral(lhs, rhs, DIMS, 'f32');
      seconds = Math.min(seconds, (performance.now() - start) / 1e3);
    }
    input.progress?.update((i + 1) / shapes.length, `product ${i + 1} of ${shapes.length}`);
    return { kind: 'matmul', m, k, n, elementBytes: 4, seconds };
  });
}

function measurementsOf(text: string, path: string): Measurement[] {
  return text.split('\n').flatMap((line, i): Measurement[] => {
    const [kind, ...fields] = line.trim().split(',');
    if (kind === '' || kind!.startsWith('#')) return [];
    const numbers = fields.map(Number);
    const isFine = (count: number): boolean =>
      numbers.length === count && numbers.every((value) => Number.isFinite(value) && value > 0);
    if (kind === 'matmul' && isFine(5)) {
      // `isFine` has counted the numbers.
      const [m, k, n, elementBytes, seconds] = numbers as [number, number, number, number, number];
      return [{ kind, m, k, n, elementBytes, seconds }];
    }
    if (isCollective(kind) && isFine(3)) {
      // `isFine` has counted the numbers.
      const [devices, bytes, seconds] = numbers as [number, number, number];
      return [{ kind, devices, bytes, seconds }];
    }
    if ((kind === 'elementwise' || kind === 'send') && isFine(2)) {
      // `isFine` has counted the numbers.
      const [bytes, seconds] = numbers as [number, number];
      return [{ kind, bytes, seconds }];
    }
    throw new UsageError(`'${path}', line ${i + 1}: no measurement: ${line}`);
  });
}
