import type { WhileOp } from '@shardform/dialect-stablehlo';
import type { Region } from '@shardform/ir-core';
import { allocate, type NdArray } from '../array/index.ts';
import { ExecutionError } from '../interpreter/execution-error.ts';
import type { DeviceState } from '../interpreter/interpretable.ts';
import type { RepeatedState } from '../interpreter/repeated-state.ts';
import { isArray, type RuntimeValue } from '../interpreter/runtime-value.ts';
import { type CompiledLoop, compileLoop, SLOT_BYTES } from './compile-loop.ts';
import type { ScalarKind } from './scalar-kind.ts';

/** Rounds that a loop does before it is compiled: those that are executed first take as long as compiling. */
const roundsBeforeCompiling = 16;

/** Rounds between two looks at the interrupt. The engine takes up optimized code at a call. */
const roundsAtOnce = 1 << 13;

/** Work of a compiled operation, as a part of that of one that is dispatched: one takes nanoseconds, the other a microsecond. */
const COMPILED_WORK = 1 / 500;

/** The rounds that a loop of a machine did, and its code; `null` where it can't be compiled. */
interface LoopFacts {
  rounds: number;
  compiled: CompiledLoop | null | undefined;
}

/**
 * Finishes a loop of scalars in compiled code, if it did many rounds.
 *
 * @param carried the values at the beginning of a round.
 * @param states recognizes loops that never end.
 * @returns what it carries at the end; `null` where the round has to be executed one operation after the other.
 */
export function runCompiledLoop(
  op: WhileOp,
  carried: readonly RuntimeValue[],
  state: DeviceState,
  states: RepeatedState | null,
): readonly RuntimeValue[] | null {
  // Somebody sees operations one by one.
  if (state.isWatched) return null;
  const facts = state.machine.onceFor<LoopFacts>(op, () => ({ rounds: 0, compiled: undefined }));
  facts.rounds += 1;
  if (facts.rounds < roundsBeforeCompiling) return null;
  facts.compiled ??= facts.compiled === undefined ? compileLoop(op) : null;
  return facts.compiled === null ? null : finish(facts.compiled, op, carried, state, states);
}

function finish(
  loop: CompiledLoop,
  op: WhileOp,
  carried: readonly RuntimeValue[],
  state: DeviceState,
  states: RepeatedState | null,
): readonly RuntimeValue[] {
  const slots = new Slots(loop.memory);
  loop.carried.forEach((kind, i) => slots.write(i, kind, carried[i]));
  loop.captured.forEach(({ value, kind }, i) => {
    slots.write(loop.carried.length + i, kind, state.valueOf(value, op.body));
  });
  const left = loop.carried.length + loop.captured.length;
  const workPerRound = (operationsOf(op.cond) + operationsOf(op.body)) * COMPILED_WORK;
  for (;;) {
    loop.run(roundsAtOnce);
    const rest = slots.integerAt(left);
    state.spend((roundsAtOnce - rest) * workPerRound, op.body);
    const values = loop.carried.map((kind, i) => slots.read(i, kind));
    if (rest > 0) return values;
    if (states?.sees(values) === true)
      throw new ExecutionError(op, 'the loop never ends: it carries values that it has carried before');
  }
}

/** Operations of a region but for its end. */
function operationsOf(region: Region): number {
  return [...region.entry].length - 1;
}

/** Values in the memory of a loop. */
class Slots {
  readonly #floats: Float32Array;
  readonly #doubles: Float64Array;
  readonly #words: Int32Array;

  constructor({ buffer }: WebAssembly.Memory) {
    this.#floats = new Float32Array(buffer);
    this.#doubles = new Float64Array(buffer);
    this.#words = new Int32Array(buffer);
  }

  integerAt(slot: number): number {
    return this.#words[slot * (SLOT_BYTES / 4)];
  }

  write(slot: number, kind: ScalarKind, value: RuntimeValue): void {
    if (!isArray(value)) throw new Error('a scalar is an array');
    const number = Number(value.data[0]);
    if (kind === 'f64') this.#doubles[slot] = number;
    else if (kind === 'f32') this.#floats[slot * (SLOT_BYTES / 4)] = number;
    else this.#words[slot * (SLOT_BYTES / 4)] = number;
  }

  read(slot: number, kind: ScalarKind): NdArray {
    const data = allocate(kind, 1);
    const at = slot * (SLOT_BYTES / 4);
    data[0] = kind === 'f64' ? this.#doubles[slot] : kind === 'f32' ? this.#floats[at] : this.#words[at];
    return { kind, shape: [], data };
  }
}
