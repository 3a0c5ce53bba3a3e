import type { CollectedDevice, CollectedProgram, Collector } from './collector.ts';
import { LineEvents } from './line-events.ts';
import { type ModuleRun, ModuleRuns } from './module-runs.ts';
import { repeatedRuns, runAt } from './repeated-runs.ts';

/** An event of a line of a device. */
export interface DeviceEvent {
  readonly startPs: number;
  readonly durationPs: number;
  /** The operation of HLO; `null` for an event that names none. */
  readonly operation: string | null;
  /** What the event is called. */
  readonly name: string;
  readonly module?: string | undefined;
  readonly program?: string | undefined;
  readonly run?: string | undefined;
}

/** Lines of a device: the programs that it runs, its operations, and times of asynchronous ones. */
export type DeviceLine = 'operations' | 'asynchronous';

/**
 * Collects the events of one device. The run that an event is of is the one that it names, the one that the line of modules has at that
 * time, or the one that repeated operations tell.
 */
export class DeviceEvents {
  readonly #collector: Collector;
  readonly #device: CollectedDevice;
  readonly #modules: ModuleRuns;
  readonly #programs: CollectedProgram[] = [];
  readonly #numbers = new Map<CollectedProgram, number>();
  /** Lines whose events name no run. */
  readonly #open: { readonly kind: DeviceLine; readonly events: LineEvents }[] = [];

  constructor(collector: Collector, device: CollectedDevice, modules: readonly ModuleRun[]) {
    this.#collector = collector;
    this.#device = device;
    this.#modules = new ModuleRuns(modules);
  }

  /** Reads a line. @param read calls a function for each event */
  line(kind: DeviceLine, read: (visit: (event: DeviceEvent) => void) => void): void {
    const known = new LineEvents();
    const open = new LineEvents();
    read((event) => {
      const { startPs, durationPs, operation, name } = event;
      const around = this.#modules.isEmpty ? null : this.#modules.at(startPs);
      const module = event.module ?? around?.name;
      if (operation === null || module === undefined) {
        if (kind === 'operations') this.#collector.unnamed(this.#device, name, durationPs);
        return;
      }
      const program = this.#collector.program(module, event.program ?? around?.id ?? null);
      const run = event.run ?? around?.run;
      if (run === undefined)
        open.push(startPs, durationPs, program.operation(operation), this.#numberOf(program));
      else
        known.push(
          startPs,
          durationPs,
          program.operation(operation),
          this.#collector.run(this.#device, program, run),
        );
    });
    if (known.count > 0) this.#hand(kind, known);
    if (open.count > 0) this.#open.push({ kind, events: open });
  }

  /** Collects events whose runs had to wait for all lines. */
  finish(): void {
    const starts = repeatedRuns(
      this.#open.filter(({ kind }) => kind === 'operations').map(({ events }) => events),
    );
    for (const { kind, events } of this.#open) {
      for (let at = 0; at < events.count; at++) {
        const number = events.run(at);
        const program = this.#programs[number]!;
        const run = runAt(starts.get(number) ?? [], events.start(at));
        events.setRun(at, this.#collector.run(this.#device, program, String(run)));
      }
      this.#hand(kind, events);
    }
  }

  #hand(kind: DeviceLine, events: LineEvents): void {
    if (kind === 'operations') this.#collector.line(events);
    else this.#collector.asynchronous(events);
  }

  #numberOf(program: CollectedProgram): number {
    let number = this.#numbers.get(program);
    if (number === undefined) {
      number = this.#programs.push(program) - 1;
      this.#numbers.set(program, number);
    }
    return number;
  }
}
