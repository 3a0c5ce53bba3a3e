/** A trace of a run as `jax.profiler.trace` writes it, of operations on devices one after the other. Times are in microseconds. */
export function traceOf(
  module: string,
  operations: readonly (readonly [name: string, duration: number])[],
  {
    devices,
    steps,
    events = [],
  }: { readonly devices: number; readonly steps: number; readonly events?: readonly object[] },
): string {
  const length = operations.reduce((sum, [, duration]) => sum + duration, 0);
  const traceEvents = Array.from({ length: steps }, (_, run) => run).flatMap((run) =>
    Array.from({ length: devices }, (_, device) => device).flatMap((device) => {
      let ts = run * (length + 100);
      return operations.map(([name, dur]) => {
        const event = { ph: 'X', pid: 1, tid: device, name, ts, dur };
        ts += dur;
        const args = {
          hlo_op: name,
          hlo_module: module,
          run_id: String(run),
          device_ordinal: String(device),
        };
        return { ...event, args };
      });
    }),
  );
  return JSON.stringify({ displayTimeUnit: 'ns', traceEvents: [...events, ...traceEvents] });
}

/** Stats of an operation, and the HLO of its program, by their numbers in a plane. */
const STATS = ['hlo_op', 'hlo_module', 'run_id', 'device_ordinal', 'Hlo Proto'] as const;

/** An XSpace of one run on one device, with the HLO of its program; field numbers are those of `xplane.proto`. Times are in microseconds. */
export function spaceOf(
  module: string,
  hlo: string,
  operations: readonly { readonly name: string; readonly duration: number }[],
): Uint8Array {
  let start = 0;
  const events = operations.flatMap(({ name, duration }) => {
    const event = bytesField(4, [
      ...[...numberField(2, start * 1e6), ...numberField(3, duration * 1e6)],
      ...[...statField(0, bytesField(5, utf8(name))), ...statField(1, bytesField(5, utf8(module)))],
      ...[...statField(2, numberField(4, 1)), ...statField(3, numberField(4, 0))],
    ]);
    start += duration;
    return event;
  });
  const stats = STATS.flatMap((name, i) =>
    bytesField(5, [...numberField(1, i + 1), ...bytesField(2, bytesField(2, utf8(name)))]),
  );
  const program = [...bytesField(2, utf8(`${module}(1)`)), ...statField(4, bytesField(6, utf8(hlo)), 5)];
  const metadata = bytesField(4, [...numberField(1, 1), ...bytesField(2, program)]);
  return new Uint8Array([
    ...bytesField(1, [...bytesField(2, utf8('/host:metadata')), ...metadata, ...stats]),
    ...bytesField(1, [
      ...bytesField(2, utf8('/host:CPU')),
      ...bytesField(3, [...bytesField(2, utf8('thread')), ...events]),
      ...stats,
    ]),
    ...bytesField(4, utf8('vm')),
  ]);
}

function statField(index: number, value: readonly number[], field = 4): readonly number[] {
  return bytesField(field, [...numberField(1, index + 1), ...value]);
}

function utf8(text: string): readonly number[] {
  return [...new TextEncoder().encode(text)];
}

function numberField(number: number, value: number): readonly number[] {
  return [...base128(number * 8), ...base128(Math.round(value))];
}

function bytesField(number: number, bytes: readonly number[]): readonly number[] {
  return [...base128(number * 8 + 2), ...base128(bytes.length), ...bytes];
}

function base128(value: number): readonly number[] {
  const low = value % 128;
  return value < 128 ? [low] : [low + 128, ...base128(Math.floor(value / 128))];
}
