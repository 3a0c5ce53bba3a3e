/** A device as planes and processes of profiles name it. */
export interface DeviceName {
  readonly kind: string;
  readonly ordinal: number;
}

/** `/device:TPU:0`; names of some profiles have more behind it. */
const DEVICE = /^\/device:(?!CUSTOM)([A-Za-z][\w-]*):(\d+)(?: |$)/;

/** Returns the device that a plane is of; `null` for another plane. */
export function deviceNameOf(plane: string): DeviceName | null {
  const [, kind, ordinal] = DEVICE.exec(plane) ?? [];
  return kind === undefined ? null : { kind, ordinal: Number(ordinal) };
}

/** Lines that profilers derive from others, or that name no operations. */
const DERIVED: ReadonlySet<string> = new Set([
  ...[
    'Steps',
    'XLA Modules',
    'Framework Ops',
    'TensorFlow Ops',
    'TensorFlow Name Scope',
    'Framework Name Scope',
  ],
  ...[
    'Source code',
    'Source',
    'XLA TraceMe',
    'Launch Stats',
    'Kernel Launch',
    'Host Threads',
    'Sparse Core Steps',
  ],
]);

/** The line of operations; on GPUs it is derived from streams where the profile has these. */
const OPERATIONS = 'XLA Ops';
const ASYNCHRONOUS = 'Async XLA Ops';

/** The lines of a device that times are taken of. */
export interface DeviceLines<L> {
  readonly modules: readonly L[];
  readonly steps: readonly L[];
  readonly operations: readonly L[];
  readonly asynchronous: readonly L[];
}

/** Returns the lines of a device that times are taken of, each time once: streams before the line that is derived from them. */
export function deviceLines<L extends { readonly name: string }>(lines: readonly L[]): DeviceLines<L> {
  const named = (name: string): readonly L[] => lines.filter((line) => line.name === name);
  const streams = lines.filter(({ name }) => name.startsWith('Stream #') || /^stream \d/i.test(name));
  const others = lines.filter(
    ({ name }) => !DERIVED.has(name) && name !== OPERATIONS && name !== ASYNCHRONOUS,
  );
  const operations = named(OPERATIONS);
  return {
    modules: named('XLA Modules'),
    steps: named('Steps'),
    operations: streams.length > 0 ? streams : operations.length > 0 ? operations : others,
    asynchronous: named(ASYNCHRONOUS),
  };
}

/** Returns the name of an instruction, of an event that is called as the instruction or as its text: `%fusion.1 = f32[8] fusion(...)`. */
export function instructionName(event: string): string {
  const [first = ''] = event.split(' = ', 1);
  return first.startsWith('%') ? first.slice(1) : first;
}
