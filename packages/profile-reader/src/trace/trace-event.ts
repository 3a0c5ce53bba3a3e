/** What an event of a Chrome trace says of an operation. */
export interface EventDetails {
  readonly name: string;
  readonly operation: string | null;
  readonly module: string | undefined;
  readonly program: string | undefined;
  readonly run: string | undefined;
  /** The number of the device, where the event says it; of kernels in traces of PyTorch. */
  readonly device: string | undefined;
  readonly isKernel: boolean;
  readonly step: string | undefined;
}

/** An event of a Chrome trace. Times are in microseconds. */
export interface TraceEvent extends EventDetails {
  readonly phase: string;
  readonly process: string;
  readonly thread: string;
  readonly start: number;
  readonly duration: number;
  /** The name that an event of the phase `M` gives. */
  readonly given: string;
  /** Returns a stat of the event. */
  readonly stat: (name: string) => string | undefined;
}

/** Annotations of XLA, as NVTX ranges have them: `Thunk:#hlo_op=fusion.1,hlo_module=jit_step#`. */
const ANNOTATION = /#([^#]*\bhlo_op=[^#]*)#/;

/** Categories by which PyTorch's profiler tells what devices do. */
const KERNELS: ReadonlySet<string> = new Set(['kernel', 'gpu_memcpy', 'gpu_memset']);

/** Reads an event; `null` for what is none. */
export function traceEvent(value: unknown): TraceEvent | null {
  const json = recordOf(value);
  if (json === null) return null;
  const args = recordOf(json.args) ?? {};
  const name = textOf(json.name) ?? '';
  const annotation = annotationOf(name);
  const stat = (key: string): string | undefined => textOf(args[key]) ?? annotation.get(key);
  return {
    phase: textOf(json.ph) ?? '',
    process: textOf(json.pid) ?? '',
    thread: textOf(json.tid) ?? '',
    start: numberOf(json.ts),
    duration: numberOf(json.dur),
    name,
    given: textOf(args.name) ?? '',
    operation: stat('hlo_op') ?? null,
    module: stat('hlo_module'),
    program: stat('program_id'),
    run: stat('run_id'),
    device: stat('device_ordinal') ?? textOf(args.device),
    isKernel: KERNELS.has(textOf(json.cat) ?? ''),
    step: textOf(args.step_num),
    stat,
  };
}

function annotationOf(name: string): ReadonlyMap<string, string> {
  const [, content] = ANNOTATION.exec(name) ?? [];
  return new Map(
    (content ?? '').split(',').flatMap((pair): [string, string][] => {
      const at = pair.indexOf('=');
      return at < 1 ? [] : [[pair.slice(0, at), pair.slice(at + 1)]];
    }),
  );
}

/** A value as an object of JSON; `null` for any other. */
function recordOf(value: unknown): Readonly<Record<string, unknown>> | null {
  const isObject = typeof value === 'object' && !Array.isArray(value);
  // Members of objects of JSON have names.
  return isObject ? (value as Readonly<Record<string, unknown>> | null) : null;
}

/** Numbers are ids: they are texts in some traces. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : undefined;
}

function numberOf(value: unknown): number {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : 0;
}
