import { type FlatProgram, NONE } from '../program/flat-program.ts';
import { kindNumber } from '../program/op-kind.ts';
import { type Buffers, buffersOf } from './buffers.ts';
import type { MemoryPoint } from './simulation.ts';

const FREE = kindNumber('Free');

/** The memory statistics of a device. */
export interface LedgerOutcome {
  /** Bytes by device. */
  readonly peak: Float64Array;
  readonly final: Float64Array;
  /** Devices that have ever held a value. */
  readonly seen: Uint8Array;
  readonly points: ReadonlyMap<number, readonly MemoryPoint[]>;
}

/** Returns the statistics of devices whose memory nobody asks for: those that hold a value hold no bytes. */
export function nothingHeld({ deviceBound, valueDevice }: FlatProgram): LedgerOutcome {
  const bytes = new Float64Array(deviceBound);
  const seen = new Uint8Array(deviceBound);
  for (const device of valueDevice) seen[device] = 1;
  return { peak: bytes, final: bytes, seen, points: new Map() };
}

/**
 * Bytes allocated and released out of order: results when an operation starts, operands when the last of their uses
 * ends. Ties are resolved by program order. See `buffersOf` for the values that are kept.
 */
export class MemoryLedger {
  readonly #program: FlatProgram;
  readonly #buffers: Buffers;
  /** End of the last use of a buffer so far. */
  readonly #lastEnd: Float64Array;
  readonly #bytes: Float64Array;
  readonly #isSeen: Uint8Array;
  #count = 0;
  #times: Float64Array;
  #orders: Int32Array;
  #amounts: Float64Array;
  /** Numbers of changes by device, nearly in order. */
  readonly #byDevice: number[][];

  constructor(program: FlatProgram, updatesInPlace: boolean) {
    this.#program = program;
    this.#buffers = buffersOf(program, updatesInPlace);
    this.#lastEnd = new Float64Array(program.valueCount);
    this.#bytes = Float64Array.from(program.types.list, ({ bytes }) => bytes);
    this.#isSeen = new Uint8Array(program.deviceBound);
    const most = 2 * program.valueCount;
    this.#times = new Float64Array(most);
    this.#orders = new Int32Array(most);
    this.#amounts = new Float64Array(most);
    this.#byDevice = Array.from({ length: program.deviceBound }, () => []);
  }

  /** Allocates an operation's results and releases its operands. */
  execute(op: number, start: number, end: number): void {
    const { resultStart, operandStart, operands, valueDevice, opKind } = this.#program;
    const isFree = opKind[op] === FREE;
    const { of, uses, isKept, releasesUnused } = this.#buffers;
    for (let value = resultStart[op]; value < resultStart[op + 1]; value += 1) {
      this.#isSeen[valueDevice[value]] = 1;
      if (of[value] !== value || isKept[value] === 1) continue;
      this.#change(valueDevice[value], start, 2 * op, this.#bytesOf(value));
      if (releasesUnused && uses[value] === 0)
        this.#change(valueDevice[value], end, 2 * op + 1, -this.#bytesOf(value));
    }
    for (let i = operandStart[op]; i < operandStart[op + 1]; i += 1) {
      const buffer = of[operands[i]];
      if (buffer === NONE || (isKept[buffer] === 1 && !isFree)) continue;
      if (end > this.#lastEnd[buffer]) this.#lastEnd[buffer] = end;
      uses[buffer] -= 1;
      if (uses[buffer] !== 0 && !isFree) continue;
      this.#change(valueDevice[buffer], this.#lastEnd[buffer], 2 * op + 1, -this.#bytesOf(buffer));
    }
  }

  #bytesOf(value: number): number {
    return this.#bytes[this.#program.valueType[value]];
  }

  /** Puts all changes in order. */
  settle(keepPoints: boolean): LedgerOutcome {
    const { inputCount, valueDevice } = this.#program;
    const final = this.#buffers.initial.slice();
    const seen = this.#isSeen;
    for (let value = 0; value < inputCount; value += 1) seen[valueDevice[value]] = 1;
    const peak = final.slice();
    const points = new Map<number, MemoryPoint[]>();
    const [times, orders, amounts] = [this.#times, this.#orders, this.#amounts];
    for (const [device, changes] of this.#byDevice.entries()) {
      const own: MemoryPoint[] = keepPoints && seen[device] === 1 ? [{ time: 0, bytes: final[device] }] : [];
      changes.sort((a, b) => times[a] - times[b] || orders[a] - orders[b]);
      let live = final[device];
      for (const change of changes) {
        live += amounts[change];
        if (live > peak[device]) peak[device] = live;
        if (keepPoints) own.push({ time: times[change], bytes: live });
      }
      final[device] = live;
      if (own.length > 0) points.set(device, own);
    }
    return { peak, final, seen, points };
  }

  #change(device: number, time: number, order: number, amount: number): void {
    if (this.#count === this.#times.length) this.#grow();
    const change = this.#count;
    this.#times[change] = time;
    this.#orders[change] = order;
    this.#amounts[change] = amount;
    this.#byDevice[device].push(change);
    this.#count += 1;
  }

  #grow(): void {
    const length = 2 * this.#times.length + 16;
    const times = new Float64Array(length);
    const orders = new Int32Array(length);
    const amounts = new Float64Array(length);
    times.set(this.#times);
    orders.set(this.#orders);
    amounts.set(this.#amounts);
    this.#times = times;
    this.#orders = orders;
    this.#amounts = amounts;
  }
}
