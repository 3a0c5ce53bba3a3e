import type { FlatProgram } from '../program/flat-program.ts';
import { kindNumber } from '../program/op-kind.ts';
import type { MemoryPoint } from './simulation.ts';

const SGD = kindNumber('SGDOptimizer');
const FREE = kindNumber('Free');

/**
 * Bytes that are live on each device while a program runs. Inputs are live from the start; an operation's results are
 * allocated before operands are released; a value is released by the last operation that uses it. Inputs are never
 * released but by `Free`, nor are results without a use. Updates of weights are done in place unless told
 * otherwise: their results have the memory of the weights.
 */
export class LiveMemory {
  readonly live: Float64Array;
  readonly peak: Float64Array;
  /** Which devices have ever held a value. */
  readonly seen: Uint8Array;
  readonly points: Map<number, MemoryPoint[]> | null;
  readonly #program: FlatProgram;
  readonly #uses: Int32Array;
  readonly #bytes: Float64Array;
  readonly #inPlace: boolean;
  readonly #isUpdated: Uint8Array;

  constructor(program: FlatProgram, keepPoints: boolean, updatesInPlace = true) {
    this.#program = program;
    this.live = new Float64Array(program.deviceBound);
    this.peak = new Float64Array(program.deviceBound);
    this.seen = new Uint8Array(program.deviceBound);
    this.points = keepPoints ? new Map() : null;
    this.#uses = new Int32Array(program.valueCount);
    for (const value of program.operands) this.#uses[value]! += 1;
    this.#bytes = Float64Array.from(program.types.list, ({ bytes }) => bytes);
    this.#inPlace = updatesInPlace;
    this.#isUpdated = updatedValues(program, updatesInPlace);
    for (let value = 0; value < program.inputCount; value += 1) {
      const device = program.valueDevice[value]!;
      this.live[device]! += this.#bytes[program.valueType[value]!]!;
      this.seen[device] = 1;
    }
    this.peak.set(this.live);
    for (let device = 0; device < program.deviceBound; device += 1) {
      if (this.seen[device] === 1) this.#keep(device, 0);
    }
  }

  /** Allocates an operation's results and releases its operands. @param clock seconds by device. */
  execute(op: number, clock: Float64Array): void {
    const { opKind, resultStart, operandStart, operands, valueDevice, valueType, inputCount } = this.#program;
    const kind = opKind[op]!;
    const uses = this.#uses;
    if (kind !== SGD || !this.#inPlace) {
      for (let value = resultStart[op]!; value < resultStart[op + 1]!; value += 1) {
        const device = valueDevice[value]!;
        const live = this.live[device]! + this.#bytes[valueType[value]!]!;
        this.live[device] = live;
        this.seen[device] = 1;
        if (live > this.peak[device]!) this.peak[device] = live;
      }
      if (this.points !== null) this.#keepAll(resultStart[op]!, resultStart[op + 1]!, clock);
    }
    for (let i = operandStart[op]!; i < operandStart[op + 1]!; i += 1) {
      const value = operands[i]!;
      if ((value < inputCount && kind !== FREE) || this.#isUpdated[value] === 1) continue;
      uses[value]! -= 1;
      if (uses[value] !== 0 && kind !== FREE) continue;
      const device = valueDevice[value]!;
      this.live[device]! -= this.#bytes[valueType[value]!]!;
      if (this.points !== null) this.#keep(device, clock[device]!);
    }
  }

  #keepAll(from: number, to: number, clock: Float64Array): void {
    const devices = new Set<number>();
    for (let value = from; value < to; value += 1) devices.add(this.#program.valueDevice[value]!);
    for (const device of devices) this.#keep(device, clock[device]!);
  }

  #keep(device: number, time: number): void {
    if (this.points === null) return;
    const points = this.points.get(device) ?? [];
    points.push({ time, bytes: this.live[device]! });
    this.points.set(device, points);
  }
}

/** Which values are results of updates in place. */
export function updatedValues(program: FlatProgram, inPlace: boolean): Uint8Array {
  const updated = new Uint8Array(program.valueCount);
  if (!inPlace) return updated;
  for (let op = 0; op < program.opCount; op += 1) {
    if (program.opKind[op] === SGD) updated.fill(1, program.resultStart[op], program.resultStart[op + 1]);
  }
  return updated;
}
