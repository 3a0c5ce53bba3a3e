import { type FlatProgram, kindOf, labelOf, NONE } from '../program/flat-program.ts';
import type { LinkTime, Simulation } from '../simulate/simulation.ts';

/** An event of a Chrome trace; times are microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: 'X' | 'C' | 'M';
  readonly pid: number;
  readonly tid?: number;
  readonly ts?: number;
  readonly dur?: number;
  readonly args?: Readonly<Record<string, unknown>>;
}

/** A run in a trace. */
export interface TracedRun {
  readonly name: string;
  readonly program: FlatProgram;
  /** With its events and memory. */
  readonly simulation: Simulation;
  /** What events of an operation are called and tell; its label unless given. */
  readonly describe?: (op: number) => EventDescription;
}

/** What an event tells of its operation. */
export interface EventDescription {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Streams of a device in the order of their numbers. */
const STREAMS = ['compute', 'communication'];

/**
 * Returns a trace that Perfetto and Chrome's `about:tracing` show: a process for each run, a thread for each stream of
 * each device, numbered `10 * device + stream`, and a counter of the bytes that are live on each device.
 */
export function chromeTrace(runs: readonly TracedRun[]): {
  readonly traceEvents: TraceEvent[];
  readonly displayTimeUnit: 'ms';
} {
  const traceEvents: TraceEvent[] = [];
  for (const [pid, { name, program, simulation, describe }] of runs.entries()) {
    const described = (op: number): EventDescription =>
      describe?.(op) ?? { name: labelOf(program, op), args: { op } };
    traceEvents.push({ name: 'process_name', ph: 'M', pid, args: { name } });
    const threads = new Set<number>();
    for (const { op, device, stream, start, duration, queued, shared } of simulation.events) {
      const tid = 10 * device + STREAMS.indexOf(stream);
      if (!threads.has(tid)) {
        threads.add(tid);
        traceEvents.push({
          name: 'thread_name',
          ph: 'M',
          pid,
          tid,
          args: { name: `device ${device} ${stream}` },
        });
      }
      const [stage, microbatch] = [program.opStage[op], program.opMicrobatch[op]];
      const { name: title, args } = described(op);
      traceEvents.push({
        name: title,
        ph: 'X',
        pid,
        tid,
        ts: start * 1e6,
        dur: duration * 1e6,
        args: {
          ...args,
          ...(stage === NONE ? {} : { stage }),
          ...(microbatch === NONE ? {} : { microbatch }),
          ...(queued === undefined ? {} : { 'contention before': contentionText(queued) }),
          ...(shared === undefined ? {} : { contention: contentionText(shared) }),
        },
      });
    }
    for (const [device, points] of simulation.memory) {
      for (const { time, bytes } of points) {
        traceEvents.push({
          name: `memory of device ${device}`,
          ph: 'C',
          pid,
          ts: time * 1e6,
          args: { bytes },
        });
      }
    }
  }
  return { traceEvents, displayTimeUnit: 'ms' };
}

/** `12.5 us, network between nodes`. */
function contentionText({ seconds, link }: LinkTime): string {
  return `${(seconds * 1e6).toPrecision(3)} us, ${link}`;
}

/** DistIR's trace: a bare list of events, a thread for each device. */
export function distirTrace({ program, simulation }: Omit<TracedRun, 'name'>): TraceEvent[] {
  return simulation.events.map(({ op, device, start, duration }) => ({
    name: kindOf(program, op),
    ph: 'X',
    ts: start * 1e6,
    dur: duration * 1e6,
    pid: 0,
    tid: device,
  }));
}
