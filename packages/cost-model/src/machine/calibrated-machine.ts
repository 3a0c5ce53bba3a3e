import { rateOf, record, secondsOf, shareOf } from './json-fields.ts';
import { defaults, type Machine, MachineError, uniformMachine } from './machine.ts';
import { type CollectiveFit, type CollectiveKind, collectiveKinds } from './measured-collectives.ts';

/** Whether JSON is what `shardform calibrate` writes, not the description of a machine. */
export function isCalibration(json: unknown): boolean {
  return typeof json === 'object' && json !== null && 'device_parameters' in json;
}

/** Whether a calibration says how fast links are. */
export function hasLinks(json: unknown): boolean {
  return typeof json === 'object' && json !== null && 'network_bandwidth_Gbps_uniform' in json;
}

/**
 * Returns equal devices, 1 to `count`, as they were measured: `device_parameters` with `seconds_per_dram_byte`,
 * `seconds_per_flop`, `kernel_launch_seconds`, where they are known `kind`, such as `cpu`, and `overlap`; `allreduce` and the other collectives by number of devices with
 * `seconds_per_Gb` and `constant_seconds`; and `network_bandwidth_Gbps_uniform`.
 *
 * @param gbps of the links where these were not measured.
 * @throws MachineError for an invalid calibration.
 */
export function calibratedMachine(file: string, json: unknown, count: number, gbps: number): Machine {
  const fields = record(json, file);
  const device = record(fields.device_parameters, `${file}: 'device_parameters'`);
  const rate = (name: string): number => {
    const perUnit = secondsOf(device[name], `${file}: '${name}'`);
    return perUnit === 0 ? Infinity : 1 / perUnit;
  };
  const measured = fields.network_bandwidth_Gbps_uniform;
  const machine = uniformMachine(count, {
    name: typeof fields.name === 'string' ? fields.name : file,
    ...(typeof device.kind === 'string' ? { kind: device.kind } : {}),
    ...(device.overlap === undefined
      ? {}
      : { efficiency: { overlap: shareOf(device.overlap, `${file}: 'overlap'`) } }),
    flops: rate('seconds_per_flop'),
    dram: rate('seconds_per_dram_byte'),
    launch: secondsOf(device.kernel_launch_seconds ?? defaults.launch, `${file}: 'kernel_launch_seconds'`),
    gbps: measured === undefined ? gbps : rateOf(measured, `${file}: 'network_bandwidth_Gbps_uniform'`),
    collectives: new Map(
      collectiveKinds.flatMap((kind): [CollectiveKind, ReadonlyMap<number, CollectiveFit>][] =>
        fields[kind] === undefined ? [] : [[kind, fitsOf(fields[kind], `${file}: '${kind}'`)]],
      ),
    ),
  });
  return { ...machine, hasMeasuredRates: true };
}

function fitsOf(json: unknown, what: string): ReadonlyMap<number, CollectiveFit> {
  const fits = new Map<number, CollectiveFit>();
  for (const [key, value] of Object.entries(record(json, what))) {
    const count = Number(key);
    if (!Number.isInteger(count) || count < 1)
      throw new MachineError(`${what} has '${key}' where a number of devices was expected`);
    const fit = record(value, `${what} of ${count} devices`);
    fits.set(count, {
      perGigabit: secondsOf(fit.seconds_per_Gb, `${what} of ${count} devices: 'seconds_per_Gb'`),
      constant: secondsOf(fit.constant_seconds, `${what} of ${count} devices: 'constant_seconds'`),
    });
  }
  return fits;
}
