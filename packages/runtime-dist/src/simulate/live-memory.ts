import { type FlatProgram, NONE } from '../program/flat-program.ts';
import { kindNumber } from '../program/op-kind.ts';
import { type Buffers, buffersOf } from './buffers.ts';
import type { MemoryPoint } from './simulation.ts';

const FREE = kindNumber('Free');

/**
 * Bytes that are live on each device while a program runs: an operation's results are allocated before operands are
 * released, a buffer is released by the last operation that uses it. Values that are kept are only released by `Free`.
 */
export class LiveMemory {
  readonly live: Float64Array;
  readonly peak: Float64Array;
  /** Devices that have ever held a value. */
  readonly seen: Uint8Array;
  readonly points: Map<number, MemoryPoint[]> | null;
  readonly #program: FlatProgram;
  readonly #buffers: Buffers;
  readonly #bytes: Float64Array;

  constructor(program: FlatProgram, keepPoints: boolean, updatesInPlace = true) {
    this.#program = program;
    this.live = new Float64Array(program.deviceBound);
    this.peak = new Float64Array(program.deviceBound);
    this.seen = new Uint8Array(program.deviceBound);
    this.points = keepPoints ? new Map() : null;
    this.#buffers = buffersOf(program, updatesInPlace);
    this.#bytes = Float64Array.from(program.types.list, ({ bytes }) => bytes);
    this.live.set(this.#buffers.initial);
    for (let value = 0; value < program.inputCount; value += 1) this.seen[program.valueDevice[value]] = 1;
    this.peak.set(this.live);
    for (let device = 0; device < program.deviceBound; device += 1) {
      if (this.seen[device] === 1) this.#keep(device, 0);
    }
  }

  /** Allocates an operation's results and releases its operands. @param clock seconds by device. */
  execute(op: number, clock: Float64Array): void {
    const { opKind, resultStart, operandStart, operands } = this.#program;
    const isFree = opKind[op] === FREE;
    const { of, uses, isKept, releasesUnused } = this.#buffers;
    // Points are recorded on request only: the search simulates millions of operations without.
    const allocated = this.points === null ? null : new Set<number>();
    for (let value = resultStart[op]; value < resultStart[op + 1]; value += 1) {
      const device = this.#program.valueDevice[value];
      this.seen[device] = 1;
      if (of[value] !== value || isKept[value] === 1) continue;
      const live = this.live[device] + this.#bytesOf(value);
      this.live[device] = live;
      if (live > this.peak[device]) this.peak[device] = live;
      allocated?.add(device);
    }
    for (const device of allocated ?? []) this.#keep(device, clock[device]);
    for (let value = resultStart[op]; releasesUnused && value < resultStart[op + 1]; value += 1)
      if (of[value] === value && uses[value] === 0) this.#release(value, isFree, clock);
    for (let i = operandStart[op]; i < operandStart[op + 1]; i += 1) {
      const buffer = of[operands[i]];
      if (buffer === NONE || (isKept[buffer] === 1 && !isFree)) continue;
      uses[buffer] -= 1;
      if (uses[buffer] === 0 || isFree) this.#release(buffer, isFree, clock);
    }
  }

  #release(buffer: number, isFree: boolean, clock: Float64Array): void {
    if (this.#buffers.isKept[buffer] === 1 && !isFree) return;
    const device = this.#program.valueDevice[buffer];
    this.live[device] -= this.#bytesOf(buffer);
    if (this.points !== null) this.#keep(device, clock[device]);
  }

  #bytesOf(value: number): number {
    return this.#bytes[this.#program.valueType[value]];
  }

  #keep(device: number, time: number): void {
    if (this.points === null) return;
    const points = this.points.get(device) ?? [];
    points.push({ time, bytes: this.live[device] });
    this.points.set(device, points);
  }
}
