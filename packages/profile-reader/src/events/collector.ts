import type {
  Execution,
  Profile,
  ProfiledDevice,
  ProfiledProgram,
  StepMarker,
  UnnamedEvents,
} from '../model.ts';
import { ExecutionTimes } from './execution-times.ts';
import { isCommunication } from './is-communication.ts';
import type { LineEvents } from './line-events.ts';
import { MemoryCurve, type MemoryStats } from './memory-curve.ts';
import { selfTimes } from './self-times.ts';

/** A program while it is collected. */
export class CollectedProgram {
  readonly name: string;
  readonly id: string | null;
  readonly operations: string[] = [];
  hlo: () => Uint8Array | null = () => null;
  readonly #numbers = new Map<string, number>();
  readonly #communicates: boolean[] = [];

  constructor(name: string, id: string | null) {
    this.name = name;
    this.id = id;
  }

  /** Returns the number of an operation. */
  operation(name: string): number {
    let number = this.#numbers.get(name);
    if (number === undefined) {
      number = this.operations.push(name) - 1;
      this.#numbers.set(name, number);
      this.#communicates.push(isCommunication(name));
    }
    return number;
  }

  /** Returns whether an operation communicates. */
  communicates(operation: number): boolean {
    return this.#communicates[operation] === true;
  }
}

/** A device while it is collected. */
export interface CollectedDevice extends Omit<ProfiledDevice, 'name'> {
  readonly unnamed: Map<string, { count: number; ps: number }>;
}

/** A run of a program on a device while it is collected. */
export interface CollectedRun {
  readonly device: CollectedDevice;
  readonly program: CollectedProgram;
  readonly run: string;
  readonly times: ExecutionTimes;
}

/** Collects what readers of files find. */
export class Collector {
  readonly #programs = new Map<string, CollectedProgram>();
  readonly #devices = new Map<string, CollectedDevice>();
  readonly #runs: CollectedRun[] = [];
  readonly #runNumbers = new Map<string, number>();
  readonly #markers: StepMarker[] = [];
  readonly #hosts = new Set<string>();
  readonly #memory = new Map<string, { host: string; allocator: string; curve: MemoryCurve }>();

  /** Tells of a host. */
  host(name: string): void {
    this.#hosts.add(name);
  }

  /** Returns the program of a name and a number. */
  program(name: string, id: string | null): CollectedProgram {
    const key = `${name}\n${id ?? ''}`;
    let found = this.#programs.get(key);
    if (found === undefined) this.#programs.set(key, (found = new CollectedProgram(name, id)));
    return found;
  }

  /** Returns a device. */
  device(host: string, kind: string, ordinal: number): CollectedDevice {
    const key = `${host}\n${kind}\n${ordinal}`;
    let found = this.#devices.get(key);
    if (found === undefined)
      this.#devices.set(
        key,
        (found = { host, kind, ordinal, unnamed: new Map<string, { count: number; ps: number }>() }),
      );
    return found;
  }

  /** Returns the number of a run of a program on a device. */
  run(device: CollectedDevice, program: CollectedProgram, run: string): number {
    const key = `${device.host}\n${device.kind}\n${device.ordinal}\n${program.name}\n${program.id ?? ''}\n${run}`;
    let number = this.#runNumbers.get(key);
    if (number === undefined) {
      number = this.#runs.push({ device, program, run, times: new ExecutionTimes() }) - 1;
      this.#runNumbers.set(key, number);
    }
    return number;
  }

  /** Tells of a step that is marked. */
  marker(marker: StepMarker): void {
    this.#markers.push(marker);
  }

  /** Tells what an allocator has in use. */
  memory(host: string, allocator: string, ps: number, stats: MemoryStats): void {
    const key = `${host}\n${allocator}`;
    let found = this.#memory.get(key);
    if (found === undefined) this.#memory.set(key, (found = { host, allocator, curve: new MemoryCurve() }));
    found.curve.add(ps, stats);
  }

  /** Tells of an event of a device that names no operation. */
  unnamed({ unnamed }: CollectedDevice, name: string, ps: number): void {
    const known = unnamed.get(name);
    if (known === undefined) unnamed.set(name, { count: 1, ps });
    else {
      known.count += 1;
      known.ps += ps;
    }
  }

  /** Takes the events of a line: numbers of operations are those of the program of their run. */
  line(events: LineEvents): void {
    for (let at = 0; at < events.count; at++) {
      const { times, program } = this.#runs[events.run(at)]!;
      times.count(events.operation(at), events.start(at), events.duration(at), program.operations.length);
    }
    selfTimes(events, (at, start, end) => {
      const { times, program } = this.#runs[events.run(at)]!;
      const operation = events.operation(at);
      times.add(operation, start, end, program.communicates(operation));
    });
  }

  /** Takes times from the start of communication to its end that no line is busy for. */
  asynchronous(events: LineEvents): void {
    for (let at = 0; at < events.count; at++) {
      const start = events.start(at);
      this.#runs[events.run(at)]!.times.span(events.operation(at), start, start + events.duration(at));
    }
  }

  /** Returns what was collected. */
  profile(): Profile {
    const hosts = [...this.#hosts].sort();
    const devices = new Map<CollectedDevice, ProfiledDevice>(
      [...this.#devices.values()]
        .sort((a, b) => compare(a.host, b.host) || compare(a.kind, b.kind) || a.ordinal - b.ordinal)
        .map((own) => [own, named(own, hosts.length > 1)]),
    );
    const programs = new Map<CollectedProgram, ProfiledProgram>();
    const total = new Map<CollectedProgram, number>();
    const executions = this.#runs.flatMap(({ device, program, run, times }): Execution[] => {
      if (!times.hasEvents) return [];
      programs.set(program, program);
      const finished = times.finish();
      total.set(program, (total.get(program) ?? 0) + sum(finished.operationPs));
      return [{ ...finished, program, device: devices.get(device)!, run }];
    });
    const unnamed = [...devices].flatMap(([own, device]) =>
      Array.from(own.unnamed, ([name, times]): UnnamedEvents => ({ device, name, ...times })),
    );
    const active = new Set<ProfiledDevice>([
      ...executions.map(({ device }) => device),
      ...unnamed.map(({ device }) => device),
    ]);
    return {
      hosts,
      devices: [...devices.values()].filter((own) => active.has(own)),
      programs: [...programs.keys()].sort((a, b) => (total.get(b) ?? 0) - (total.get(a) ?? 0)),
      executions,
      markers: this.#markers,
      unnamed: unnamed.sort((a, b) => b.ps - a.ps),
      memory: Array.from(this.#memory.values(), ({ host, allocator, curve }) =>
        curve.finish(host, allocator),
      ).sort((a, b) => compare(a.host, b.host) || compare(a.allocator, b.allocator)),
    };
  }
}

function named({ host, kind, ordinal }: CollectedDevice, hasHosts: boolean): ProfiledDevice {
  const name = `${kind}:${ordinal}`;
  return { host, kind, ordinal, name: hasHosts ? `${host} ${name}` : name };
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function sum(numbers: Float64Array): number {
  return numbers.reduce((all, own) => all + own, 0);
}
