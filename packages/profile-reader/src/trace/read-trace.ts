import type { Collector } from '../events/collector.ts';
import { DeviceEvents, type DeviceLine } from '../events/device-events.ts';
import { deviceLines, deviceNameOf, instructionName, type DeviceName } from '../events/device-name.ts';
import { isMemoryEvent, memoryStats } from '../events/memory-curve.ts';
import { LineEvents } from '../events/line-events.ts';
import { type ModuleRun, moduleName } from '../events/module-runs.ts';
import { EVENT_STATS } from '../xplane/event-reader.ts';
import { ProfileError } from '../profile-error.ts';
import { JsonEvents } from './json-events.ts';
import { type EventDetails, type TraceEvent, traceEvent } from './trace-event.ts';

/** Picoseconds of a microsecond. */
const PS = 1e6;

/** A thread of a trace. Its events have numbers of details. */
interface Thread {
  name: string;
  readonly events: LineEvents;
  /** Events that have begun and not ended. */
  readonly open: TraceEvent[];
}

type EventPlace = Pick<EventDetails, 'run' | 'device' | 'step'>;
type EventKind = Omit<EventDetails, keyof EventPlace>;

/** Equal records, each kept once. */
class Interned<T extends object> {
  readonly #values: T[] = [];
  readonly #numbers = new Map<string, number>();

  /** Returns the number of a record. @param key which equal records only have */
  number(key: string, make: () => T): number {
    let number = this.#numbers.get(key);
    if (number === undefined) {
      number = this.#values.push(make()) - 1;
      this.#numbers.set(key, number);
    }
    return number;
  }

  value(number: number): T {
    const value = this.#values[number];
    if (value === undefined) throw new RangeError(`no record has the number ${number}`);
    return value;
  }
}

/** A process of a trace. */
interface Process {
  /** `null` until it is told. */
  name: string | null;
  readonly threads: Map<string, Thread>;
}

/** Reads a Chrome trace, as JAX, PyTorch's profiler and exports of Nsight have it, in chunks of its text. */
export class TraceReader {
  readonly #name: string;
  readonly #host: string;
  readonly #collector: Collector;
  readonly #events: JsonEvents;
  readonly #processes = new Map<string, Process>();
  /** What events of an operation have in common, and what those of a run on a device have: few of both, where each event may have its own pair. */
  readonly #kinds = new Interned<EventKind>();
  readonly #places = new Interned<EventPlace>();

  constructor(name: string, host: string, collector: Collector) {
    this.#name = name;
    this.#host = host;
    this.#collector = collector;
    this.#events = new JsonEvents(name, (json) => {
      const event = traceEvent(json);
      if (event !== null) this.#take(event);
    });
  }

  /** Takes the next bytes of the text. @throws ProfileError */
  push(chunk: Uint8Array): void {
    this.#events.push(chunk);
  }

  /** Ends the file, and hands what was read to the collector. @throws ProfileError */
  end(): void {
    this.#events.end();
    if (this.#events.count === 0)
      throw new ProfileError(
        `${this.#name}: it has no events: give a trace as profilers write it: {"traceEvents": [...]}`,
      );
    this.#collector.host(this.#host);
    for (const { name, threads } of this.#processes.values()) {
      const device = name === null ? null : deviceNameOf(name);
      if (device === null) this.#readHost([...threads.values()]);
      else this.#readDevice(device, [...threads.values()]);
    }
  }

  #take(event: TraceEvent): void {
    const { phase, process: pid, thread: tid } = event;
    const process = this.#process(pid);
    if (phase === 'M') {
      if (event.name === 'process_name') process.name = event.given;
      else if (event.name === 'thread_name') this.#thread(process, tid).name = event.given;
      return;
    }
    if (phase === 'X' && isMemoryEvent(event.name)) {
      const told = memoryStats((name) => event.stat(EVENT_STATS[name]));
      if (told !== null)
        this.#collector.memory(this.#host, told.allocator, Math.round(event.start * PS), told.stats);
      return;
    }
    // Calls of Python are most of the events of a host.
    const isNeeded =
      event.operation !== null || event.step !== undefined || event.isKernel || isDevice(process);
    if (phase === 'X' && isNeeded) this.#push(this.#thread(process, tid), event, event.duration);
    else if (phase === 'B') this.#thread(process, tid).open.push(event);
    else if (phase === 'E') {
      const begun = this.#thread(process, tid).open.pop();
      if (begun !== undefined) this.#push(this.#thread(process, tid), begun, event.start - begun.start);
    }
  }

  #push({ events }: Thread, event: TraceEvent, duration: number): void {
    const { name, operation, module, program, run, device, isKernel, step } = event;
    const kind = this.#kinds.number(
      `${name}\0${operation ?? '\x01'}\0${module ?? '\x01'}\0${program ?? '\x01'}\0${isKernel}`,
      () => ({ name, operation, module, program, isKernel }),
    );
    const place = this.#places.number(`${run ?? '\x01'}\0${device ?? '\x01'}\0${step ?? '\x01'}`, () => ({
      run,
      device,
      step,
    }));
    events.push(Math.round(event.start * PS), Math.max(0, Math.round(duration * PS)), kind, place);
  }

  #details(events: LineEvents, at: number): EventDetails {
    return { ...this.#kinds.value(events.operation(at)), ...this.#places.value(events.run(at)) };
  }

  #readHost(threads: readonly Thread[]): void {
    const kernels = new Map<string, DeviceEvents>();
    for (const { events } of threads) {
      const own = new LineEvents();
      const ofKernels = new Map<string, number[]>();
      for (let at = 0; at < events.count; at++) {
        const {
          operation,
          module,
          program,
          run,
          device = '0',
          isKernel,
          step,
          name,
        } = this.#details(events, at);
        const [startPs, durationPs] = [events.start(at), events.duration(at)];
        if (isKernel) {
          const known = ofKernels.get(device);
          if (known === undefined) ofKernels.set(device, [at]);
          else known.push(at);
        } else if (operation !== null) {
          const compiled = this.#collector.program(module ?? '', program ?? null);
          const number = this.#collector.run(
            this.#collector.device(this.#host, 'CPU', Number(device)),
            compiled,
            run ?? '',
          );
          own.push(startPs, durationPs, compiled.operation(operation), number);
        } else if (step !== undefined)
          this.#collector.marker({
            host: this.#host,
            name,
            number: step,
            startPs,
            endPs: startPs + durationPs,
          });
      }
      this.#collector.line(own);
      for (const [device, numbers] of ofKernels) {
        let found = kernels.get(device);
        if (found === undefined) {
          const collected = this.#collector.device(this.#host, 'GPU', Number(device));
          kernels.set(device, (found = new DeviceEvents(this.#collector, collected, [])));
        }
        this.#readLine(found, 'operations', { name: '', events }, numbers);
      }
    }
    for (const own of kernels.values()) own.finish();
  }

  #readDevice({ kind, ordinal }: DeviceName, threads: readonly Thread[]): void {
    const lines = deviceLines(threads);
    const modules: ModuleRun[] = [];
    for (const { events } of lines.modules)
      for (let at = 0; at < events.count; at++) {
        const { name: event, program, run } = this.#details(events, at);
        const { name, id } = moduleName(event);
        const startPs = events.start(at);
        modules.push({
          ...{ name, id: program ?? id, run: run ?? String(modules.length) },
          ...{ startPs, endPs: startPs + events.duration(at) },
        });
      }
    for (const { events } of lines.steps)
      for (let at = 0; at < events.count; at++) {
        const { name: number } = this.#details(events, at);
        const startPs = events.start(at);
        this.#collector.marker({
          ...{ host: this.#host, name: 'Steps', number },
          ...{ startPs, endPs: startPs + events.duration(at) },
        });
      }
    const events = new DeviceEvents(
      this.#collector,
      this.#collector.device(this.#host, kind, ordinal),
      modules,
    );
    for (const line of lines.operations) this.#readLine(events, 'operations', line, null);
    for (const line of lines.asynchronous) this.#readLine(events, 'asynchronous', line, null);
    events.finish();
  }

  /** @param numbers of the events of the line; `null` for all */
  #readLine(
    into: DeviceEvents,
    kind: DeviceLine,
    { name: line, events }: Pick<Thread, 'name' | 'events'>,
    numbers: readonly number[] | null,
  ): void {
    const isNamed = line.endsWith('XLA Ops');
    into.line(kind, (visit) => {
      const tell = (at: number): void => {
        const { operation, name, module, program, run } = this.#details(events, at);
        visit({
          ...{ startPs: events.start(at), durationPs: events.duration(at), name, module, program, run },
          operation: operation ?? (isNamed && name !== '' ? instructionName(name) : null),
        });
      };
      if (numbers === null) for (let at = 0; at < events.count; at++) tell(at);
      else for (const at of numbers) tell(at);
    });
  }

  #process(pid: string): Process {
    let found = this.#processes.get(pid);
    if (found === undefined)
      this.#processes.set(pid, (found = { name: null, threads: new Map<string, Thread>() }));
    return found;
  }

  #thread({ threads }: Process, tid: string): Thread {
    let found = threads.get(tid);
    if (found === undefined) threads.set(tid, (found = { name: '', events: new LineEvents(), open: [] }));
    return found;
  }
}

/** A process whose name is not told yet may be a device. */
function isDevice({ name }: Process): boolean {
  return name === null || deviceNameOf(name) !== null;
}
