/** An operation of a device of a host's processors. Times are in microseconds. */
export interface WrittenOperation {
  readonly name: string;
  readonly start: number;
  readonly duration: number;
  readonly device: number;
  readonly run: number;
}

/** Numbers of the names of stats in each plane. */
const STATS = ['hlo_op', 'hlo_module', 'program_id', 'run_id', 'device_ordinal', 'Hlo Proto'] as const;

/**
 * Returns an XSpace, as `jax.profiler.trace` writes on processors: operations of threads of a host, and the HLO of their program.
 * Field numbers are those of `xplane.proto`.
 */
export function writtenProfile(
  module: string,
  hlo: string,
  operations: readonly WrittenOperation[],
): Uint8Array {
  const names = [...new Set(operations.map(({ name }) => name))];
  const devices = [...new Set(operations.map(({ device }) => device))];
  const lines = devices.flatMap((device) => {
    const events = operations
      .filter((own) => own.device === device)
      .flatMap(({ name, start, duration, run }) =>
        field(4, [
          ...[...field(1, names.indexOf(name) + 1), ...field(2, picoseconds(start))],
          ...field(3, picoseconds(duration)),
          ...[stat('hlo_op', field(5, text(name))), stat('hlo_module', field(5, text(module)))].flat(),
          ...stat('program_id', field(4, 7)),
          ...[stat('run_id', field(4, run)), stat('device_ordinal', field(4, device))].flat(),
        ]),
      );
    return field(3, [...field(2, text(`tf_XLAPjRtCpuClient/${device}`)), ...events]);
  });
  const metadata = field(4, [
    ...field(1, 1),
    ...field(2, [...field(2, text(`${module}(7)`)), ...field(5, statOf('Hlo Proto', field(6, text(hlo))))]),
  ]);
  return new Uint8Array([
    ...field(1, [...field(2, text('/host:metadata')), ...metadata, ...statNames()]),
    ...field(1, [
      ...[field(2, text('/host:CPU')), lines, statNames()].flat(),
      ...names.flatMap((name, i) => field(4, [...field(1, i + 1), ...field(2, field(2, text(name)))])),
    ]),
    ...field(4, text('host')),
  ]);
}

function statNames(): readonly number[] {
  return STATS.flatMap((name, i) => field(5, [...field(1, i + 1), ...field(2, field(2, text(name)))]));
}

function stat(name: (typeof STATS)[number], value: readonly number[]): readonly number[] {
  return field(4, statOf(name, value));
}

function statOf(name: (typeof STATS)[number], value: readonly number[]): readonly number[] {
  return [...field(1, STATS.indexOf(name) + 1), ...value];
}

function picoseconds(micro: number): number {
  return Math.round(micro * 1e6);
}

function text(own: string): readonly number[] {
  return [...new TextEncoder().encode(own)];
}

/** A field of protobuf: a number, or bytes. */
function field(number: number, value: number | readonly number[]): readonly number[] {
  return typeof value === 'number'
    ? [...varint(number * 8), ...varint(value)]
    : [...varint(number * 8 + 2), ...varint(value.length), ...value];
}

function varint(value: number): readonly number[] {
  const low = value % 128;
  return value < 128 ? [low] : [low + 128, ...varint(Math.floor(value / 128))];
}
