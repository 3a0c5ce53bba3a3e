import type { MemoryUse } from '../model.ts';

/** Points of a curve that are kept at least, once there are as many events. */
const LEAST_POINTS = 2048;

/** What an allocator says at an allocation or a release. */
export interface MemoryStats {
  readonly reserved: number;
  readonly allocated: number;
  readonly available: number | null;
  readonly lifetimePeak: number | null;
}

/** The memory of an allocator over time. Of more events than it keeps points of, neighbours are one, that of more bytes. */
export class MemoryCurve {
  readonly #times: number[] = [];
  readonly #bytes: number[] = [];
  /** Events that a point stands for. */
  #stride = 1;
  #events = 0;
  #peakBytes = 0;
  #peakPs = 0;
  #lifetimePeak: number | null = null;
  #capacity: number | null = null;

  /** Adds an event. */
  add(ps: number, { reserved, allocated, available, lifetimePeak }: MemoryStats): void {
    const bytes = reserved + allocated;
    if (this.#events === 0 || bytes > this.#peakBytes || (bytes === this.#peakBytes && ps < this.#peakPs)) {
      this.#peakBytes = bytes;
      this.#peakPs = ps;
    }
    if (lifetimePeak !== null) this.#lifetimePeak = Math.max(this.#lifetimePeak ?? 0, lifetimePeak);
    if (available !== null) this.#capacity = Math.max(this.#capacity ?? 0, bytes + available);
    const last = this.#bytes.length - 1;
    const opens = this.#events++ % this.#stride === 0;
    if (opens) {
      this.#times.push(ps);
      this.#bytes.push(bytes);
      if (this.#bytes.length === 2 * LEAST_POINTS) this.#halve();
    } else if (bytes > this.#bytes[last]!) {
      this.#times[last] = ps;
      this.#bytes[last] = bytes;
    }
  }

  /** Returns the curve. */
  finish(host: string, allocator: string): MemoryUse {
    // Threads are read one after the other.
    const order = [...this.#times.keys()].sort((a, b) => this.#times[a]! - this.#times[b]!);
    return {
      ...{ host, allocator, events: this.#events, peakBytes: this.#peakBytes, peakPs: this.#peakPs },
      timesPs: Float64Array.from(order, (at) => this.#times[at]!),
      bytes: Float64Array.from(order, (at) => this.#bytes[at]!),
      ...{ lifetimePeakBytes: this.#lifetimePeak, capacityBytes: this.#capacity },
    };
  }

  #halve(): void {
    const [times, bytes] = [this.#times, this.#bytes];
    for (let at = 0; at < LEAST_POINTS; at++) {
      const larger = bytes[2 * at]! >= bytes[2 * at + 1]! ? 2 * at : 2 * at + 1;
      times[at] = times[larger]!;
      bytes[at] = bytes[larger]!;
    }
    times.length = bytes.length = LEAST_POINTS;
    this.#stride *= 2;
  }
}

/** Events by which allocators tell of their memory. */
const EVENTS: ReadonlySet<string> = new Set(['MemoryAllocation', 'MemoryDeallocation']);

/** Returns whether an event of a host is an allocation or a release. */
export function isMemoryEvent(name: string): boolean {
  return EVENTS.has(name);
}

/** Stats of such an event, as XProf reads them. */
export type MemoryStat =
  'allocator' | 'index' | 'device' | 'reserved' | 'allocated' | 'available' | 'lifetimePeak';

/** Returns the allocator of an event and what it says; `null` for an event that says nothing. */
export function memoryStats(
  get: (name: MemoryStat) => string | undefined,
): { readonly allocator: string; readonly stats: MemoryStats } | null {
  const number = (name: MemoryStat): number | null => {
    const text = get(name);
    const value = text === undefined ? NaN : Number(text);
    return Number.isFinite(value) && value >= 0 ? value : null;
  };
  const allocated = number('allocated');
  if (allocated === null) return null;
  return {
    allocator: get('allocator') ?? get('index') ?? get('device') ?? '0',
    stats: {
      ...{ allocated, reserved: number('reserved') ?? 0 },
      ...{ available: number('available'), lifetimePeak: number('lifetimePeak') },
    },
  };
}
