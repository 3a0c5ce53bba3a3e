import {
  type LaneStore,
  laneStores,
  type Opcode,
  opcodes,
  type ScalarAccess,
  scalarAccesses,
  type SimdLoad,
  simdLoads,
  type SimdOpcode,
  simdOpcodes,
  type Truncation,
  truncations,
} from './opcodes.ts';
import { signedLeb, unsignedLeb } from './leb128.ts';

/** Types of locals. */
export type LocalType = 'i32' | 'f32' | 'f64' | 'v128';

/** A parameter or local variable of a function, by its index. */
export type Local = number;

const localTypes: Readonly<Record<LocalType, number>> = { i32: 0x7f, f32: 0x7d, f64: 0x7c, v128: 0x7b };

/** Writes the instructions of one WebAssembly function in order. Parameters are 32-bit integers; nothing is returned. */
export class FunctionBuilder {
  readonly name: string;
  readonly parameterCount: number;
  readonly #locals: LocalType[] = [];
  readonly #code: number[] = [];

  constructor(name: string, parameterCount: number) {
    this.name = name;
    this.parameterCount = parameterCount;
  }

  /** Declares a local variable; it starts as zero. */
  local(type: LocalType): Local {
    this.#locals.push(type);
    return this.parameterCount + this.#locals.length - 1;
  }

  /** Declares several locals of one type. */
  locals(type: LocalType, count: number): Local[] {
    return Array.from({ length: count }, () => this.local(type));
  }

  /** Pushes variables, the first one first. */
  get(...locals: Local[]): void {
    for (const local of locals) this.#write(opcodes['local.get'], ...unsignedLeb(local));
  }

  /** Pops a value into a variable. */
  set(local: Local): void {
    this.#write(opcodes['local.set'], ...unsignedLeb(local));
  }

  /** Pushes a 32-bit integer. */
  i32(value: number): void {
    this.#write(opcodes['i32.const'], ...signedLeb(value));
  }

  /** An instruction without immediates. */
  op(name: Opcode): void {
    this.#write(opcodes[name]);
  }

  /** A SIMD instruction without immediates. */
  simd(...names: SimdOpcode[]): void {
    for (const name of names) this.#write(simdPrefix, ...unsignedLeb(simdOpcodes[name]));
  }

  /** Makes a vector of bytes of the two on the stack, which are numbered from 0 to 31. */
  shuffle(bytes: readonly number[]): void {
    this.#write(simdPrefix, shuffleBytes, ...bytes);
  }

  /** Loads from, or stores to, the address on the stack plus `offset` bytes; assumes no alignment. */
  memory(name: SimdLoad, offset = 0): void {
    this.#write(simdPrefix, ...unsignedLeb(simdLoads[name]), 0, ...unsignedLeb(offset));
  }

  /** Stores the first lane of the vector on the stack to the address below it, plus `offset`. */
  storeFirstLane(name: LaneStore, offset = 0): void {
    this.#write(simdPrefix, ...unsignedLeb(laneStores[name]), 0, ...unsignedLeb(offset), 0);
  }

  /** Pushes an f32 number. */
  f32(value: number): void {
    this.#write(opcodes['f32.const'], ...new Uint8Array(new Float32Array([value]).buffer));
  }

  /** Pushes a double. */
  f64(value: number): void {
    this.#write(opcodes['f64.const'], ...new Uint8Array(new Float64Array([value]).buffer));
  }

  /** Loads a number from, or stores it to, the address on the stack plus `offset` bytes; assumes no alignment. */
  access(name: ScalarAccess, offset = 0): void {
    this.#write(scalarAccesses[name], 0, ...unsignedLeb(offset));
  }

  /** Converts the number on the stack to an integer. */
  truncate(name: Truncation): void {
    this.#write(numericPrefix, truncations[name]);
  }

  /** Copies bytes; the target, the source and the number of bytes are on the stack. */
  copyMemory(): void {
    this.#write(numericPrefix, memoryCopy, 0, 0);
  }

  /** Takes the first number of the vector on the stack. */
  firstLane(): void {
    this.#write(simdPrefix, extractLane, 0);
  }

  /** Pushes a vector of four 32-bit words. */
  i32x4(word: number): void {
    this.i32(word);
    this.simd('i32x4.splat');
  }

  /** Pushes a vector of four f32 numbers. */
  f32x4(value: number): void {
    this.f32(value);
    this.simd('f32x4.splat');
  }

  /** Adds a constant to a variable. */
  advance(local: Local, bytes: number): void {
    this.get(local);
    this.i32(bytes);
    this.op('i32.add');
    this.set(local);
  }

  /** Adds a variable to a variable. */
  advanceBy(local: Local, step: Local): void {
    this.get(local, step);
    this.op('i32.add');
    this.set(local);
  }

  /** Instructions that `leave`, called inside with a condition on the stack, jumps behind. */
  block(body: (leave: () => void) => void): void {
    this.#nested(opcodes.block, body);
  }

  /** Instructions that `repeat`, called inside with a condition on the stack, jumps back to the beginning of. */
  loop(body: (repeat: () => void) => void): void {
    this.#nested(opcodes.loop, body);
  }

  /** Calls the function of the module with this index; its arguments are on the stack. */
  call(index: number): void {
    this.#write(opcodes.call, ...unsignedLeb(index));
  }

  /** The function's entry in the code section. */
  bytes(): number[] {
    const declarations = this.#locals.flatMap((type) => [1, localTypes[type]]);
    const body = [...unsignedLeb(this.#locals.length), ...declarations, ...this.#code, opcodes.end];
    return [...unsignedLeb(body.length), ...body];
  }

  #depth = 0;

  #nested(opcode: number, body: (jump: () => void) => void): void {
    this.#write(opcode, emptyBlock);
    this.#depth += 1;
    const own = this.#depth;
    // Labels count outwards from the innermost one.
    body(() => this.#write(opcodes.br_if, ...unsignedLeb(this.#depth - own)));
    this.#depth -= 1;
    this.#write(opcodes.end);
  }

  #write(...bytes: number[]): void {
    this.#code.push(...bytes);
  }
}

const simdPrefix = 0xfd;
const numericPrefix = 0xfc;
/** `memory.copy`, behind the same prefix as truncations. */
const memoryCopy = 0x0a;
/** `i8x16.shuffle`. */
const shuffleBytes = 0x0d;
/** `f32x4.extract_lane`. */
const extractLane = 0x1f;

/** The type of a block without parameters and results. */
const emptyBlock = 0x40;
