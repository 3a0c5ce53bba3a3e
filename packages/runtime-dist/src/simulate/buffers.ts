import { checkInterruptAfter, lastOf } from '@shardform/ir-core';
import { type FlatProgram, NONE } from '../program/flat-program.ts';
import { kindNumber } from '../program/op-kind.ts';

const SGD = kindNumber('SGDOptimizer');
const RESHAPE = kindNumber('Reshape');
const CONSTANT = kindNumber('Constant');

/** The sharing and lifetime of memory. */
export interface Buffers {
  /** The buffer of each value: the number of the first value in it, or {@link NONE} for what has no memory of its own. */
  readonly of: Int32Array;
  /** By buffer, how often operations use it. */
  readonly uses: Int32Array;
  /** By buffer, whether it is there from the beginning to the end. */
  readonly isKept: Uint8Array;
  /** Bytes by device that are there from the beginning. */
  readonly initial: Float64Array;
  /** True if unused results are released immediately; otherwise they are taken for the program's results. */
  readonly releasesUnused: boolean;
}

/**
 * Assigns the buffers of a program. If the program's results are known, as XLA does: arguments and results have buffers
 * of their own throughout, which other values may share before their live ranges, and a result aliases the argument
 * donated for it; views alias their operand; elementwise operations and updates write in place of an operand that is
 * dead afterward. Constants belong to the program.
 *
 * Otherwise each value has its own buffer, arguments and unused results are kept, and updates of weights are in place
 * if requested.
 */
export function buffersOf(program: FlatProgram, updatesInPlace: boolean): Buffers {
  const { outputs } = program;
  const shared = outputs === null ? null : sharedBuffers(program);
  const of = shared?.of ?? ownBuffers(program, updatesInPlace);
  const isKept = new Uint8Array(program.valueCount).fill(1, 0, program.inputCount);
  const initial = new Float64Array(program.deviceBound);
  const bytesOf = (value: number): number => program.types.get(program.valueType[value]).bytes;
  for (let value = 0; value < program.inputCount; value += 1)
    initial[program.valueDevice[value]] += bytesOf(value);
  for (const { value, donated } of outputs ?? [])
    if (donated === null) initial[program.valueDevice[value]] += bytesOf(value);
  if (shared !== null) for (const buffer of hostedBuffers(program, shared)) isKept[buffer] = 1;
  const uses = new Int32Array(program.valueCount);
  for (const value of program.operands) if (of[value] !== NONE) uses[of[value]] += 1;
  return { of, uses, isKept, initial, releasesUnused: outputs !== null };
}

function ownBuffers(program: FlatProgram, updatesInPlace: boolean): Int32Array {
  const of = Int32Array.from({ length: program.valueCount }, (_, value) => value);
  if (!updatesInPlace) return of;
  for (let op = 0; op < program.opCount; op += 1)
    if (program.opKind[op] === SGD) of.fill(NONE, program.resultStart[op], program.resultStart[op + 1]);
  return of;
}

/** Buffers with the live ranges of their values, as indices of operations. */
interface SharedBuffers {
  readonly of: Int32Array;
  /** By buffer, when it is used for the last time. */
  readonly end: Int32Array;
}

function sharedBuffers(program: FlatProgram): SharedBuffers {
  const { opCount, opKind, operands, operandStart, operandShares, resultStart, valueType, types } = program;
  const of = Int32Array.from({ length: program.valueCount }, (_, value) => value);
  const lastUse = new Int32Array(program.valueCount).fill(NONE);
  for (let op = 0; op < opCount; op += 1)
    for (let i = operandStart[op]; i < operandStart[op + 1]; i += 1) lastUse[operands[i]] = op;
  for (const { value } of program.outputs ?? []) lastUse[value] = opCount;
  // By buffer: when it is used for the last time.
  const end = lastUse.slice();
  end.fill(opCount, 0, program.inputCount);
  const bytesOf = (value: number): number => types.get(valueType[value]).bytes;
  /** The buffers of operands that end with an operation, by their size, the last one first. */
  const endingBySize = (op: number, from: number, to: number): Map<number, number[]> | null => {
    let ending: Map<number, number[]> | null = null;
    for (let i = to - 1; i >= from; i -= 1) {
      const candidate = of[operands[i]];
      if (candidate === NONE || end[candidate] !== op || operandShares[i] !== 1) continue;
      ending ??= new Map<number, number[]>();
      const alike = ending.get(bytesOf(candidate));
      if (alike === undefined) ending.set(bytesOf(candidate), [candidate]);
      else alike.push(candidate);
    }
    return ending;
  };
  for (let op = 0; op < opCount; op += 1) {
    const kind = opKind[op];
    const [from, to] = [operandStart[op], operandStart[op + 1]];
    checkInterruptAfter(to - from);
    // A collective of all devices has as many results as operands.
    const ending = kind === CONSTANT || kind === RESHAPE ? null : endingBySize(op, from, to);
    for (let value = resultStart[op]; value < resultStart[op + 1]; value += 1) {
      if (kind === CONSTANT) {
        of[value] = NONE;
        continue;
      }
      let buffer: number = NONE;
      if (kind === RESHAPE) buffer = of[operands[from]];
      else {
        const alike = ending?.get(bytesOf(value));
        while (alike !== undefined && alike.length > 0 && end[lastOf(alike)] !== op) alike.pop();
        if (alike === undefined || alike.length === 0) continue;
        buffer = lastOf(alike);
      }
      of[value] = buffer;
      if (buffer !== NONE) end[buffer] = Math.max(end[buffer], lastUse[value]);
    }
  }
  return { of, end };
}

/** Memory that is there from the beginning to the end, and when something is in it. */
class Allocation {
  readonly bytes: number;
  /** Live ranges of its values, in order: both grow. */
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  constructor(bytes: number) {
    this.bytes = bytes;
  }

  /** Reserves it from `start` to `end` if it is free throughout; returns whether it was. */
  take(start: number, end: number): boolean {
    let [low, high] = [0, this.#ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#ends[middle] < start) low = middle + 1;
      else high = middle;
    }
    if (low < this.#starts.length && this.#starts[low] <= end) return false;
    this.#starts.splice(low, 0, start);
    this.#ends.splice(low, 0, end);
    return true;
  }
}

/**
 * After this number of comparisons the remaining values get memory of their own; the largest buffers were assigned
 * before.
 */
const MOST_TRIES = 2e8;

/**
 * Buffers that are in the memory of results: those of the results themselves, and, the largest first, others that are
 * needed at other times only.
 */
function hostedBuffers(program: FlatProgram, { of, end }: SharedBuffers): number[] {
  const { opCount, resultStart, inputCount, valueCount, valueDevice, valueType, types } = program;
  const bytesOf = (value: number): number => types.get(valueType[value]).bytes;
  const start = new Int32Array(valueCount).fill(NONE);
  for (let op = 0; op < opCount; op += 1) start.fill(op, resultStart[op], resultStart[op + 1]);
  const lastRead = new Int32Array(inputCount).fill(NONE);
  for (let op = 0; op < opCount; op += 1)
    for (let i = program.operandStart[op]; i < program.operandStart[op + 1]; i += 1) {
      const buffer = of[program.operands[i]];
      if (buffer !== NONE && buffer < inputCount) lastRead[buffer] = op;
    }
  const allocations: Allocation[][] = Array.from({ length: program.deviceBound }, () => []);
  const hosted = new Set<number>();
  for (const { value, donated } of program.outputs ?? []) {
    const buffer = of[value];
    // A constant, an argument, or a value returned twice is copied at the end.
    const isOwn = buffer !== NONE && buffer >= inputCount && !hosted.has(buffer);
    const from = isOwn ? start[buffer] : opCount;
    const allocation = new Allocation(bytesOf(value));
    // A value computed while the argument is live is copied into its memory at the end.
    const isInPlace =
      donated === null ||
      lastRead[donated] < from ||
      (lastRead[donated] === from && updates(program, from, donated, of));
    if (isOwn && isInPlace) hosted.add(buffer);
    const argumentEnd = donated === null ? NONE : lastRead[donated];
    if (donated !== null) allocation.take(NONE, argumentEnd);
    // The operation that updates an argument in place is its last reader.
    allocation.take(Math.max(isInPlace ? from : opCount, argumentEnd + 1), opCount);
    allocations[valueDevice[value]].push(allocation);
  }
  const others: number[] = [];
  for (let value = inputCount; value < valueCount; value += 1)
    if (of[value] === value && !hosted.has(value)) others.push(value);
  others.sort((a, b) => bytesOf(b) - bytesOf(a));
  let tries = MOST_TRIES;
  for (const value of others) {
    if (tries < 0) break;
    const [from, to] = [start[value], Math.max(start[value], end[value])];
    const bytes = bytesOf(value);
    const own = allocations[valueDevice[value]];
    tries -= own.length;
    const place = own.findLast((allocation) => allocation.bytes >= bytes && allocation.take(from, to));
    if (place !== undefined) hosted.add(value);
  }
  return [...hosted];
}

/** Returns whether an operation may write its result where an input is that it reads, and nothing after it. */
function updates(program: FlatProgram, op: number, input: number, of: Int32Array): boolean {
  const { operandStart, operands, operandShares } = program;
  for (let i = operandStart[op]; i < (operandStart[op + 1] ?? 0); i += 1)
    if (of[operands[i]] === input && operandShares[i] === 0) return false;
  return true;
}
