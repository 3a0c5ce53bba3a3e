import type { LineIndex, PlaneIndex } from './index-space.ts';
import { stat, type StatValue } from './metadata.ts';
import { XEVENT, XLINE, XSTAT } from './schema.ts';
import type { Window } from './window.ts';

/** Stats that tell which operation an event is of. */
export const EVENT_STATS = {
  operation: 'hlo_op',
  module: 'hlo_module',
  program: 'program_id',
  run: 'run_id',
  device: 'device_ordinal',
  step: 'step_num',
  allocator: 'allocator_name',
  index: 'index_on_host',
  reserved: 'bytes_reserved',
  allocated: 'bytes_allocated',
  available: 'bytes_available',
  lifetimePeak: 'peak_bytes_in_use',
} as const;

/** One of {@link EVENT_STATS}. */
export type EventStat = keyof typeof EVENT_STATS;

/** An event of a line, which is another one after the next call of a reader. */
export interface RawEvent {
  readonly metadataId: number;
  /** Since the beginning of the clock of the file. */
  readonly startPs: number;
  readonly durationPs: number;
  /** Returns a stat of the event or of its metadata. */
  readonly get: (name: EventStat) => string | undefined;
}

/** Reads the events of lines of one plane. */
export class EventReader {
  readonly #window: Window;
  readonly #plane: PlaneIndex;
  /** The names of stats by their numbers. */
  readonly #names = new Map<number, EventStat>();
  readonly #shared = new Map<number, ReadonlyMap<EventStat, string>>();
  readonly #own = new Map<EventStat, string>();

  constructor(window: Window, plane: PlaneIndex) {
    this.#window = window;
    this.#plane = plane;
    const wanted = new Map<string, EventStat>(
      // Keys of an object literal are the strings of its type.
      Object.entries(EVENT_STATS).map(([key, name]) => [name, key as EventStat]),
    );
    for (const [id, name] of plane.stats) {
      const known = wanted.get(name);
      if (known !== undefined) this.#names.set(id, known);
    }
    for (const [id, { stats }] of plane.events) {
      const own = new Map<EventStat, string>();
      for (const { id: number, value } of stats) {
        const name = this.#names.get(number);
        const text = this.#textOf(value);
        if (name !== undefined && text !== undefined) own.set(name, text);
      }
      if (own.size > 0) this.#shared.set(id, own);
    }
  }

  /** Calls a function for each event of a line. @param base nanoseconds at which the clock of the file begins */
  read({ events, timestampNs }: LineIndex, base: bigint, visit: (event: RawEvent) => void): void {
    const window = this.#window;
    const own = this.#own;
    const origin = Number(timestampNs - base) * 1000;
    const event = {
      metadataId: 0,
      startPs: 0,
      durationPs: 0,
      get: (name: EventStat): string | undefined =>
        own.get(name) ?? this.#shared.get(event.metadataId)?.get(name),
    };
    const end = events.offset + events.length;
    window.position = events.offset;
    while (window.position < end) {
      const [field, wire] = window.tag(end);
      if (field !== XLINE.events) {
        window.skip(wire, end);
        continue;
      }
      const last = window.end(wire, end);
      own.clear();
      event.metadataId = 0;
      event.durationPs = 0;
      event.startPs = origin;
      while (window.position < last) {
        const [part, partWire] = window.tag(last);
        if (part === XEVENT.metadataId) event.metadataId = window.number(partWire);
        else if (part === XEVENT.offsetPs) event.startPs = origin + window.number(partWire);
        else if (part === XEVENT.durationPs) event.durationPs = window.number(partWire);
        else if (part === XEVENT.stats) this.#stat(window.end(partWire, last));
        else window.skip(partWire, last);
      }
      if (window.position > last) window.fail('a field is longer than the message around it');
      visit(event);
    }
  }

  #stat(end: number): void {
    const window = this.#window;
    const start = window.position;
    // The number of the name is the first field: most stats are passed over, and most values are references.
    if (start === end) return;
    const [field, wire] = window.tag(end);
    const id = field === XSTAT.metadataId ? window.number(wire) : undefined;
    const name = id === undefined ? undefined : this.#names.get(id);
    if (id !== undefined && name === undefined) {
      window.position = end;
      return;
    }
    if (name !== undefined && window.position < end) {
      const [kind, kindWire] = window.tag(end);
      if (kind === XSTAT.reference) {
        const text = this.#plane.stats.get(window.number(kindWire));
        if (text !== undefined && window.position === end) {
          this.#own.set(name, text);
          return;
        }
      }
    }
    window.position = start;
    const { id: number, value } = stat(window, end);
    const known = this.#names.get(number);
    if (known === undefined) return;
    const text = this.#textOf(value);
    if (text !== undefined) this.#own.set(known, text);
  }

  #textOf(value: StatValue): string | undefined {
    if (value.kind === 'text') return value.text;
    return value.kind === 'reference' ? this.#plane.stats.get(value.id) : undefined;
  }
}
