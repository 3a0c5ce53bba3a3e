import {
  arithmetics,
  type DeviceGroup,
  type FusionRole,
  type OperationCost,
  type PermutedPair,
} from '@shardform/cost-model';
import { checkInterruptAfter, type Operation, STEPS_PER_OPERATION } from '@shardform/ir-core';
import { FlatTypes } from './flat-type.ts';

import { NumbersByIndex } from './numbers-by-index.ts';
import { kindNumber, type OpKind, opKinds } from './op-kind.ts';

/** No number: no stage, no microbatch, no device. */
export const NONE = -1;

/**
 * A distributed program as arrays of numbers: the input of cost models and simulators. Operations are in program order,
 * which is also the order on each device. Values are numbered, a function's inputs first; the results of an operation
 * are consecutive. Every value is a tensor on one device.
 */
export interface FlatProgram {
  readonly types: FlatTypes;
  /** Number of inputs: the values before it. */
  readonly inputCount: number;
  readonly valueCount: number;
  readonly valueType: Int32Array;
  /** The device of each value. */
  readonly valueDevice: Int32Array;
  readonly opCount: number;
  /** Indices into `opKinds`. */
  readonly opKind: Uint8Array;
  /** Operands of operation `i` are `operands[operandStart[i]]` to before `operands[operandStart[i + 1]]`. */
  readonly operandStart: Int32Array;
  readonly operands: Int32Array;
  /** Results of operation `i` are the values from `resultStart[i]` to before `resultStart[i + 1]`. */
  readonly resultStart: Int32Array;
  /** Stage and microbatch of each operation, or {@link NONE}. */
  readonly opStage: Int16Array;
  readonly opMicrobatch: Int32Array;
  /** Floating-point operations that the kind doesn't determine, by operation; absent for all others. */
  readonly compositeFlops: NumbersByIndex;
  /** The arithmetic of operations: indices into `arithmetics`. */
  readonly opArithmetic: Uint8Array;
  /** Largest device number and one. */
  readonly deviceBound: number;
  /** The fusion of operations: indices into {@link fusionRoles}. */
  readonly opFusion: Uint8Array;
  /** By index in `operands`, the bytes read of an operand that is read partially. */
  readonly operandReads: NumbersByIndex;
  /** By index in `operands`, whether the result may alias the operand if it is dead afterward. */
  readonly operandShares: Uint8Array;
  /** By operation, bytes that it writes, where those aren't all results. */
  readonly opWrites: NumbersByIndex;
  /** By operation, the total bytes between the device and its memory, if values don't determine them. */
  readonly opTraffic: ReadonlyMap<number, number>;
  /** By operation, how many kernels are launched, where it isn't one. */
  readonly opLaunches: ReadonlyMap<number, number>;
  /** By operation, the collective that it is a group of, where that has others. */
  readonly opCollective: ReadonlyMap<number, GroupOfCollective>;
  /** By permute of a device that stands for all, the pairs of all. */
  readonly opPairs: ReadonlyMap<number, readonly PermutedPair[]>;
  /** Of collectives whose tensors have wider elements than those that are sent, the bytes over those sent. */
  readonly opWidening: ReadonlyMap<number, number>;
  /** Names of operations in the program: indices into `labels`, or {@link NONE}. */
  readonly opLabel: Int32Array;
  readonly labels: readonly string[];
  /** The operations that those of the program stand for: indices into `sources`, or {@link NONE}. */
  readonly opSource: Int32Array;
  readonly sources: readonly Operation[];
  /** The results of the program, if known: their memory is live throughout. */
  readonly outputs: readonly FlatOutput[] | null;
  /** Values that an optimization barrier makes others wait for: they are computed even if nothing uses them. */
  readonly awaited: ReadonlySet<number>;
}

/** A group of a collective, all of whose groups communicate at the same time. */
export interface GroupOfCollective {
  /** Devices by group. Executions of one operation share this list. */
  readonly groups: readonly DeviceGroup[];
  /** Its place in the list; `null` for the slowest, of a device that stands for all. */
  readonly index: number | null;
  /** The number of the first operation of this execution. */
  readonly first: number;
}

/** A value that a program returns. */
export interface FlatOutput {
  readonly value: number;
  /** The input that is donated for it: they share memory. */
  readonly donated: number | null;
}

/** The fusion roles, in the order of their numbers. */
export const fusionRoles: readonly FusionRole[] = ['none', 'loop', 'dear', 'root'];

/** Returns the label of an operation for users: its name and location in the program, or its kind. */
export function labelOf(program: FlatProgram, op: number): string {
  return program.labels[program.opLabel[op]] ?? kindOf(program, op);
}

/** Returns the operation that one of a flat program stands for, of a fusion its last one; `null` if unknown. */
export function sourceOf(program: FlatProgram, op: number): Operation | null {
  return program.sources[program.opSource[op]] ?? null;
}

/** Returns the kind of an operation. */
export function kindOf(program: FlatProgram, op: number): OpKind {
  return opKinds[program.opKind[op]];
}

/** Number of operations of each kind that occurs, in the order of the first. */
export function opHistogram(program: FlatProgram): Record<string, number> {
  const histogram: Record<string, number> = {};
  for (let op = 0; op < program.opCount; op += 1) {
    const kind = kindOf(program, op);
    histogram[kind] = (histogram[kind] ?? 0) + 1;
  }
  return histogram;
}

/** A value on each device; `null` for values that are no tensors, such as tokens. */
export type PerDevice = readonly number[] | null;

/** A place between operations of a program that is being built: how many of each there are before it. */
export interface FlatPlace {
  readonly ops: number;
  readonly values: number;
  readonly operands: number;
  readonly awaits: number;
}

/** Builds a flat program in order: inputs first, then operations. */
export class FlatBuilder {
  readonly types = new FlatTypes();
  /** Stage and microbatch of the operations that follow. */
  stage = NONE;
  microbatch = NONE;
  #inputCount = 0;
  #valueCount = 0;
  #opCount = 0;
  #operandCount = 0;
  #deviceBound = 0;
  #valueType = new Int32Array(256);
  #valueDevice = new Int32Array(256);
  #opKind = new Uint8Array(256);
  #operandStart = new Int32Array(256);
  #resultStart = new Int32Array(256);
  #opStage = new Int16Array(256);
  #opMicrobatch = new Int32Array(256);
  #operands = new Int32Array(512);
  readonly #compositeFlops = new NumbersByIndex();
  #opFusion = new Uint8Array(256);
  #opArithmetic = new Uint8Array(256);
  #opLabel = new Int32Array(256);
  #opSource = new Int32Array(256);
  #operandShares = new Uint8Array(512);
  readonly #operandReads = new NumbersByIndex();
  readonly #opWrites = new NumbersByIndex();
  readonly #opTraffic = new Map<number, number>();
  readonly #opLaunches = new Map<number, number>();
  readonly #opCollective = new Map<number, GroupOfCollective>();
  readonly #opPairs = new Map<number, readonly PermutedPair[]>();
  readonly #opWidening = new Map<number, number>();
  readonly #labels: string[] = [];
  readonly #labelNumbers = new Map<string, number>();
  readonly #sources: Operation[] = [];
  readonly #sourceNumbers = new Map<Operation, number>();
  #outputs: readonly FlatOutput[] | null = null;
  readonly #awaits: number[] = [];

  get opCount(): number {
    return this.#opCount;
  }

  typeOf(value: number): number {
    return this.#valueType[value];
  }

  deviceOf(value: number): number {
    return this.#valueDevice[value];
  }

  /** Declares that devices below `bound` participate, whether or not they hold a value. */
  devices(bound: number): void {
    this.#deviceBound = Math.max(this.#deviceBound, bound);
  }

  /** Adds an input. @throws after the first operation. */
  input(type: number, device: number): number {
    if (this.#opCount > 0) throw new Error('inputs come before operations');
    this.#inputCount += 1;
    return this.#addValue(type, device);
  }

  /** Begins an operation: operands and results follow. */
  begin(kind: number): void {
    if (this.#opCount + 2 > this.#opKind.length) this.#growOps();
    const op = this.#opCount;
    this.#opKind[op] = kind;
    this.#operandStart[op] = this.#operandCount;
    this.#resultStart[op] = this.#valueCount;
    this.#opStage[op] = this.stage;
    this.#opMicrobatch[op] = this.microbatch;
    this.#opFusion[op] = 0;
    this.#opArithmetic[op] = 0;
    this.#opLabel[op] = NONE;
    this.#opSource[op] = NONE;
    this.#opCount += 1;
  }

  /** @param shares whether the result may take its memory. @param reads bytes, where it isn't the whole. */
  operand(value: number, shares = false, reads: number | null = null): void {
    if (this.#operandCount === this.#operands.length) {
      this.#operands = grown(this.#operands, Int32Array);
      this.#operandShares = grown(this.#operandShares, Uint8Array);
    }
    this.#operands[this.#operandCount] = value;
    this.#operandShares[this.#operandCount] = Number(shares);
    if (reads !== null) this.#operandReads.set(this.#operandCount, reads);
    this.#operandCount += 1;
  }

  /** Adds a result of the operation that was begun last. */
  result(type: number, device: number): number {
    checkInterruptAfter(STEPS_PER_OPERATION);
    return this.#addValue(type, device);
  }

  /** An operation with one result. */
  op(kind: OpKind, operands: readonly number[], type: number, device: number): number {
    this.begin(kindNumber(kind));
    for (const value of operands) this.operand(value);
    return this.result(type, device);
  }

  /** Sets the floating-point operations of the last operation. */
  flops(count: number): void {
    this.#compositeFlops.set(this.#opCount - 1, count);
  }

  /** Sets the cost of the last operation, except for the bytes it reads of operands. */
  cost({ flops, arithmetic, writes, traffic, launches }: Omit<OperationCost, 'reads'>): void {
    const op = this.#opCount - 1;
    this.#opArithmetic[op] = arithmetics.indexOf(arithmetic);
    this.flops(flops);
    if (writes !== null) this.#opWrites.set(op, writes);
    if (traffic !== null) this.#opTraffic.set(op, traffic);
    if (launches !== 1) this.#opLaunches.set(op, launches);
  }

  /** Makes the last operation a group of a collective. */
  collective(group: GroupOfCollective): void {
    this.#opCollective.set(this.#opCount - 1, group);
  }

  /** Makes the last operation the permute of all pairs. */
  permutes(pairs: readonly PermutedPair[]): void {
    this.#opPairs.set(this.#opCount - 1, pairs);
  }

  /** Sets the bytes of the last operation's tensors over those that it sends. */
  widened(ratio: number): void {
    this.#opWidening.set(this.#opCount - 1, ratio);
  }

  /** Sets the fusion role of the last operation. */
  fusion(role: FusionRole): void {
    this.#opFusion[this.#opCount - 1] = fusionRoles.indexOf(role);
  }

  /** Sets the label of the last operation. */
  label(text: string): void {
    let number = this.#labelNumbers.get(text);
    if (number === undefined) {
      number = this.#labels.length;
      this.#labels.push(text);
      this.#labelNumbers.set(text, number);
    }
    this.#opLabel[this.#opCount - 1] = number;
  }

  /** Sets the operation that the last one stands for. */
  source(source: Operation): void {
    let number = this.#sourceNumbers.get(source);
    if (number === undefined) {
      number = this.#sources.length;
      this.#sources.push(source);
      this.#sourceNumbers.set(source, number);
    }
    this.#opSource[this.#opCount - 1] = number;
  }

  /** Notes values that a barrier makes others wait for. */
  awaits(values: readonly number[]): void {
    this.#awaits.push(...values);
  }

  /** The place behind the last operation. */
  get place(): FlatPlace {
    return {
      ops: this.#opCount,
      values: this.#valueCount,
      operands: this.#operandCount,
      awaits: this.#awaits.length,
    };
  }

  /**
   * Repeats the operations behind a place, which use results of as many operations before them at most as they are. Each time, values
   * from `since` on are those that follow by as many as the operations make.
   */
  repeat(from: FlatPlace, since: number, times: number): void {
    const to = this.place;
    const shift = to.values - from.values;
    for (let time = 1; time <= times; time += 1) {
      const moved = (value: number): number => (value < since ? value : value + time * shift);
      for (let op = from.ops; op < to.ops; op += 1) this.#repeatOp(op, moved);
      for (let i = from.awaits; i < to.awaits; i += 1) this.#awaits.push(moved(this.#awaits[i]));
    }
  }

  #repeatOp(op: number, moved: (value: number) => number): void {
    const last = op + 1 < this.#opCount ? op + 1 : NONE;
    const operandEnd = last === NONE ? this.#operandCount : this.#operandStart[last];
    const resultEnd = last === NONE ? this.#valueCount : this.#resultStart[last];
    const [operandStart, resultStart] = [this.#operandStart[op], this.#resultStart[op]];
    this.begin(this.#opKind[op]);
    const copy = this.#opCount - 1;
    this.#opStage[copy] = this.#opStage[op];
    this.#opMicrobatch[copy] = this.#opMicrobatch[op];
    this.#opFusion[copy] = this.#opFusion[op];
    this.#opArithmetic[copy] = this.#opArithmetic[op];
    this.#opLabel[copy] = this.#opLabel[op];
    this.#opSource[copy] = this.#opSource[op];
    for (let i = operandStart; i < operandEnd; i += 1)
      this.operand(moved(this.#operands[i]), this.#operandShares[i] === 1, this.#operandReads.get(i) ?? null);
    for (let value = resultStart; value < resultEnd; value += 1)
      this.result(this.#valueType[value], this.#valueDevice[value]);
    this.#compositeFlops.copy(op, copy);
    this.#opWrites.copy(op, copy);
    copyEntry(this.#opTraffic, op, copy);
    copyEntry(this.#opLaunches, op, copy);
    copyEntry(this.#opPairs, op, copy);
    copyEntry(this.#opWidening, op, copy);
    const collective = this.#opCollective.get(op);
    if (collective !== undefined)
      this.#opCollective.set(copy, { ...collective, first: collective.first + copy - op });
  }

  /** Sets the outputs of the program. */
  returns(outputs: readonly FlatOutput[]): void {
    this.#outputs = outputs;
  }

  build(): FlatProgram {
    const ops = this.#opCount;
    this.#operandStart[ops] = this.#operandCount;
    this.#resultStart[ops] = this.#valueCount;
    return {
      types: this.types,
      inputCount: this.#inputCount,
      valueCount: this.#valueCount,
      valueType: this.#valueType.subarray(0, this.#valueCount),
      valueDevice: this.#valueDevice.subarray(0, this.#valueCount),
      opCount: ops,
      opKind: this.#opKind.subarray(0, ops),
      operandStart: this.#operandStart.subarray(0, ops + 1),
      operands: this.#operands.subarray(0, this.#operandCount),
      resultStart: this.#resultStart.subarray(0, ops + 1),
      opStage: this.#opStage.subarray(0, ops),
      opMicrobatch: this.#opMicrobatch.subarray(0, ops),
      compositeFlops: this.#compositeFlops,
      deviceBound: this.#deviceBound,
      opFusion: this.#opFusion.subarray(0, ops),
      opArithmetic: this.#opArithmetic.subarray(0, ops),
      operandReads: this.#operandReads,
      operandShares: this.#operandShares.subarray(0, this.#operandCount),
      opWrites: this.#opWrites,
      opTraffic: this.#opTraffic,
      opLaunches: this.#opLaunches,
      opCollective: this.#opCollective,
      opPairs: this.#opPairs,
      opWidening: this.#opWidening,
      opLabel: this.#opLabel.subarray(0, ops),
      labels: this.#labels,
      opSource: this.#opSource.subarray(0, ops),
      sources: this.#sources,
      outputs: this.#outputs,
      awaited: new Set(this.#awaits),
    };
  }

  #addValue(type: number, device: number): number {
    const value = this.#valueCount;
    if (value === this.#valueType.length) {
      this.#valueType = grown(this.#valueType, Int32Array);
      this.#valueDevice = grown(this.#valueDevice, Int32Array);
    }
    this.#valueType[value] = type;
    this.#valueDevice[value] = device;
    if (device >= this.#deviceBound) this.#deviceBound = device + 1;
    this.#valueCount = value + 1;
    return value;
  }

  #growOps(): void {
    this.#opKind = grown(this.#opKind, Uint8Array);
    this.#operandStart = grown(this.#operandStart, Int32Array);
    this.#resultStart = grown(this.#resultStart, Int32Array);
    this.#opStage = grown(this.#opStage, Int16Array);
    this.#opMicrobatch = grown(this.#opMicrobatch, Int32Array);
    this.#opFusion = grown(this.#opFusion, Uint8Array);
    this.#opArithmetic = grown(this.#opArithmetic, Uint8Array);
    this.#opLabel = grown(this.#opLabel, Int32Array);
    this.#opSource = grown(this.#opSource, Int32Array);
  }
}

function copyEntry<T>(map: Map<number, T>, from: number, to: number): void {
  const value = map.get(from);
  if (value !== undefined) map.set(to, value);
}

type Numbers = Int32Array<ArrayBuffer> | Int16Array<ArrayBuffer> | Uint8Array<ArrayBuffer>;

function grown<T extends Numbers>(old: T, make: new (length: number) => T): T {
  const larger = new make(old.length * 2);
  larger.set(old);
  return larger;
}
