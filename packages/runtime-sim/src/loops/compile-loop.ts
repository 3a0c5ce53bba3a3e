import type { WhileOp } from '@shardform/dialect-stablehlo';
import type { Block, Value } from '@shardform/ir-core';
import { FunctionBuilder, type Local, type LocalType } from '../wasm/function-builder.ts';
import { RecentlyUsed } from '../recently-used.ts';
import { instantiate, type KernelModule, moduleBytes } from '../wasm/wasm-module.ts';
import { emitScalarOp } from './scalar-ops.ts';
import { type ScalarKind, scalarKindOf } from './scalar-kind.ts';

/** A loop of scalars as a function on memory. */
export interface CompiledLoop {
  readonly memory: WebAssembly.Memory;
  /** The kinds of the values that the loop carries: they are in memory first. */
  readonly carried: readonly ScalarKind[];
  /** Values from around the loop: they are behind those. */
  readonly captured: readonly { readonly value: Value; readonly kind: ScalarKind }[];
  /** Does up to `rounds` rounds, and writes the carried values and, behind everything, how many rounds are left. */
  run(rounds: number): void;
}

/** Bytes of a value in memory. */
export const SLOT_BYTES = 8;

/** Browsers compile larger modules in the background only. */
const mostBytes = 4096;

/** Values that fit the memory's first page, the number of rounds that are left among them. */
const mostValues = 65536 / SLOT_BYTES - 1;

/** Returns the code of a loop; `null` where a value is no scalar, or an operation has none. */
export function compileLoop(op: WhileOp): CompiledLoop | null {
  return op.cond.blocks.length === 1 && op.body.blocks.length === 1 ? new LoopCompiler(op).compile() : null;
}

/** Code by content: each execution of a program compiles its loops anew, but the engine optimizes what is called again. */
const modules = new RecentlyUsed<KernelModule | null>(64);

interface Variable {
  readonly kind: ScalarKind;
  readonly local: Local;
}

class LoopCompiler {
  readonly #op: WhileOp;
  readonly #f = new FunctionBuilder('loop', 1);
  readonly #variables = new Map<Value, Variable>();
  readonly #captured: { readonly value: Value; readonly variable: Variable }[] = [];

  constructor(op: WhileOp) {
    this.#op = op;
  }

  compile(): CompiledLoop | null {
    const kinds = this.#op.results.map(({ type }) => scalarKindOf(type));
    const known = kinds.filter((kind) => kind !== null);
    if (known.length < kinds.length || !this.#declareCaptured()) return null;
    const captured = this.#captured.map(({ value, variable: { kind } }) => ({ value, kind }));
    const count = known.length + captured.length;
    if (count > mostValues || !this.#emit(known)) return null;
    const bytes = moduleBytes([this.#f]);
    if (bytes.length > mostBytes) return null;
    const kernels = modules.get(bytes.join(), () => instantiate([this.#f]));
    if (kernels === null) return null;
    const { memory, call } = kernels;
    return { memory, carried: known, captured, run: call[this.#f.name] };
  }

  /** Declares variables of what the regions use from outside; `false` for other values than scalars. */
  #declareCaptured(): boolean {
    const { cond, body } = this.#op;
    for (const block of [cond.entry, body.entry]) {
      for (const inner of block) {
        for (const { value } of inner.operands) {
          if (value.parentBlock === cond.entry || value.parentBlock === body.entry) continue;
          if (this.#variables.has(value)) continue;
          const kind = scalarKindOf(value.type);
          if (kind === null) return false;
          this.#captured.push({ value, variable: this.#declare(value, kind) });
        }
      }
    }
    return true;
  }

  #declare(value: Value, kind: ScalarKind): Variable {
    const variable = { kind, local: this.#f.local(localType(kind)) };
    this.#variables.set(value, variable);
    return variable;
  }

  #emit(kinds: readonly ScalarKind[]): boolean {
    const f = this.#f;
    const [left] = [0];
    const carried = kinds.map((kind) => ({ kind, local: f.local(localType(kind)) }));
    const inMemory = [...carried, ...this.#captured.map(({ variable }) => variable)];
    inMemory.forEach((variable, i) => this.#load(variable, i));
    const { cond, body } = this.#op;
    for (const block of [cond.entry, body.entry]) {
      // Arguments are read before the values of the next round are written.
      block.arguments.forEach((argument, i) => this.#variables.set(argument, carried[i]));
    }
    let isComplete = true;
    f.block((leave) => {
      f.loop((repeat) => {
        f.get(left);
        f.op('i32.eqz');
        leave();
        const condition = this.#block(cond.entry);
        if (condition === null) {
          isComplete = false;
          return;
        }
        f.get(condition[0].local);
        f.op('i32.eqz');
        leave();
        const next = this.#block(body.entry);
        if (next === null) {
          isComplete = false;
          return;
        }
        // All are on the stack before the first one is written.
        f.get(...next.map(({ local }) => local));
        for (const { local } of carried.toReversed()) f.set(local);
        f.advance(left, -1);
        f.i32(1);
        repeat();
      });
    });
    carried.forEach((variable, i) => this.#store(variable, i));
    this.#store({ kind: 'i32', local: left }, inMemory.length);
    return isComplete;
  }

  /** Emits the operations of a block; returns the variables that it ends with. */
  #block(block: Block): readonly Variable[] | null {
    const f = this.#f;
    for (const op of block) {
      const operands = op.operands.map(({ value }) => this.#variableOf(value));
      if (op.definition.isTerminator) return operands;
      const scalars = operands.map(({ kind, local }) => ({ kind, push: (): void => f.get(local) }));
      const kind = emitScalarOp(op, f, scalars);
      if (kind === null) return null;
      f.set(this.#declare(op.results[0], kind).local);
    }
    return null;
  }

  #variableOf(value: Value): Variable {
    const variable = this.#variables.get(value);
    if (variable === undefined) throw new Error('a value is used before it is computed');
    return variable;
  }

  #load({ kind, local }: Variable, slot: number): void {
    this.#f.i32(0);
    this.#f.access(`${numberType(kind)}.load`, SLOT_BYTES * slot);
    this.#f.set(local);
  }

  #store({ kind, local }: Variable, slot: number): void {
    this.#f.i32(0);
    this.#f.get(local);
    this.#f.access(`${numberType(kind)}.store`, SLOT_BYTES * slot);
  }
}

function numberType(kind: ScalarKind): 'f32' | 'f64' | 'i32' {
  return kind === 'i1' ? 'i32' : kind;
}

function localType(kind: ScalarKind): LocalType {
  return numberType(kind);
}
