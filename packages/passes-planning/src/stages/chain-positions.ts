import { BlockArgument, type Operation, product, RankedTensorType, type Value } from '@shardform/ir-core';
import { effectiveOperands } from '@shardform/passes-mpmd';
import type { Tie } from '../problem/sharding-problem.ts';
import { type MicrobatchProgram, outermost } from './microbatch-program.ts';

/** Where an operation stands in a program: with which operation of the forward pass, and in which pass. */
export interface ChainPlace {
  /** From 0, along the forward pass. */
  readonly position: number;
  readonly isBackward: boolean;
}

/** The operations of a program along its forward pass: whatever is in a run of positions can be a stage of a pipeline. */
export interface ChainPositions {
  /** Number of positions: that of operations of the forward pass. */
  readonly length: number;
  /** Of all operations but constants, which are wherever they are used. */
  readonly placeOf: ReadonlyMap<Operation, ChainPlace>;
  /** Of the arguments of the function: where they are used first, or with what they become. */
  readonly positionOf: ReadonlyMap<Value, number>;
}

/**
 * Finds the place of each operation. The forward pass is what all gradients depend on, in the order of the program. A gradient is
 * where it is computed from values of the forward pass that are used, or parameters: at the last such place before the
 * gradient that it comes from, so that gradients flow from later positions to earlier ones.
 */
export function chainPositions(program: MicrobatchProgram, ties: readonly Tie[]): ChainPositions {
  return new ChainReader(program, ties).read();
}

class ChainReader {
  readonly #program: MicrobatchProgram;
  readonly #ties: readonly Tie[];
  /** Of the microbatch, in the order of the program. */
  readonly #body: readonly Operation[];
  readonly #places = new Map<Operation, ChainPlace>();
  readonly #operands = new Map<Operation, readonly Value[]>();
  /** By value that is no gradient, the positions of the forward pass at which it is made or used, in order. */
  readonly #uses = new Map<Value, number[]>();
  readonly #arguments = new Map<Value, number>();

  constructor(program: MicrobatchProgram, ties: readonly Tie[]) {
    this.#program = program;
    this.#ties = ties;
    this.#body = [...program.kinds].flatMap(([op, kind]) => (kind === 'body' ? [op] : []));
  }

  read(): ChainPositions {
    const forward = this.#forwardPass();
    for (const [position, op] of forward.entries()) {
      this.#places.set(op, { position, isBackward: false });
      for (const value of this.#of(op)) this.#usesOf(value).push(position);
      for (const result of op.results) this.#usesOf(result).push(position);
    }
    this.#placeBefore();
    this.#placeGradients(forward);
    this.#placeAfter();
    this.#placeArguments();
    return { length: forward.length, placeOf: this.#places, positionOf: this.#arguments };
  }

  #of(op: Operation): readonly Value[] {
    let known = this.#operands.get(op);
    if (known === undefined) {
      // Constants are everywhere.
      const { kinds } = this.#program;
      known = effectiveOperands(op).filter(
        ({ definingOp }) => definingOp === null || kinds.get(definingOp) !== 'constant',
      );
      this.#operands.set(op, known);
    }
    return known;
  }

  #usesOf(value: Value): number[] {
    let known = this.#uses.get(value);
    if (known === undefined) this.#uses.set(value, (known = []));
    return known;
  }

  /** What all sums of tensors, which are the gradients of parameters, are computed from; everything where there are none. */
  #forwardPass(): Operation[] {
    const { sums } = this.#program;
    const makers = [...sums].flatMap((value) =>
      rankOf(value) > 0 && value.definingOp !== null ? [value.definingOp] : [],
    );
    if (makers.length === 0) return [...this.#body];
    const counts = new Map<Operation, number>();
    for (const maker of new Set(makers))
      for (const op of this.#ancestorsOf(maker)) counts.set(op, (counts.get(op) ?? 0) + 1);
    const all = new Set(makers).size;
    const common = this.#body.filter((op) => counts.get(op) === all);
    // A single gradient is no forward pass of itself.
    return all > 1 ? common : common.filter((op) => !makers.includes(op));
  }

  #ancestorsOf(op: Operation): Set<Operation> {
    const { kinds } = this.#program;
    const found = new Set([op]);
    for (const own of found)
      for (const { definingOp } of this.#of(own))
        if (definingOp !== null && kinds.get(definingOp) === 'body') found.add(definingOp);
    return found;
  }

  /** What is computed from parameters alone is where it is used first. */
  #placeBefore(): void {
    const { kinds } = this.#program;
    for (const [op, kind] of [...kinds].reverse()) {
      if (kind !== 'before') continue;
      const positions = op.results.flatMap((result) => this.#usesOf(result));
      if (positions.length === 0) continue;
      positions.sort((a, b) => a - b);
      this.#places.set(op, { position: positions[0]!, isBackward: false });
      for (const value of this.#of(op)) {
        const known = this.#usesOf(value);
        known.push(...positions);
        known.sort((a, b) => a - b);
      }
    }
  }

  #placeGradients(forward: readonly Operation[]): void {
    const isForward = new Set(forward);
    const isEnd = (op: Operation): boolean =>
      op.results.every((result) => result.users().every((user) => !isForward.has(user)));
    const ends = new Set(forward.filter(isEnd));
    const last = Math.max(0, forward.length - 1);
    const flows = new Set<Value>();
    const later = this.#body.filter((op) => !isForward.has(op));
    for (const op of later) {
      const operands = this.#of(op);
      const gradients = operands.filter((value) => flows.has(value));
      const isSeed = operands.some(({ definingOp }) => definingOp !== null && ends.has(definingOp));
      if (gradients.length > 0 || isSeed) for (const result of op.results) flows.add(result);
      const limit = Math.min(last, ...gradients.map((value) => this.#positionOf(value)));
      const kept = operands.filter((value) => !flows.has(value));
      const position =
        gradients.length > 0 || isSeed
          ? this.#lastBefore(kept, limit)
          : Math.max(0, ...kept.map((value) => this.#firstOf(value)));
      this.#places.set(op, { position, isBackward: true });
    }
    // What a later position needs of an earlier one moves there.
    for (const op of later.reverse()) {
      const users = op.results.flatMap((result) => result.users());
      const positions = users.flatMap((user) => {
        const place = this.#places.get(user);
        return place?.isBackward === true ? [place.position] : [];
      });
      const { position } = this.#places.get(op)!;
      this.#places.set(op, { position: Math.max(position, ...positions), isBackward: true });
    }
  }

  #positionOf(value: Value): number {
    return value.definingOp === null ? 0 : (this.#places.get(value.definingOp)?.position ?? 0);
  }

  /** The first position where a value is. */
  #firstOf(value: Value): number {
    const { definingOp } = value;
    const place = definingOp === null ? undefined : this.#places.get(definingOp);
    return place?.position ?? this.#uses.get(value)?.[0] ?? 0;
  }

  /** The last position up to a limit at which one of the values is made or used; the limit if there is none. */
  #lastBefore(values: readonly Value[], limit: number): number {
    let found = -1;
    for (const value of values) {
      const own =
        this.#uses.get(value)?.findLast((position) => position <= limit) ?? this.#ofOthers(value, limit);
      found = Math.max(found, own);
    }
    return found < 0 ? limit : found;
  }

  /** Of a value that is computed from what was kept, after the forward pass. */
  #ofOthers(value: Value, limit: number): number {
    const place = value.definingOp === null ? undefined : this.#places.get(value.definingOp);
    return place !== undefined && place.position <= limit ? place.position : -1;
  }

  /** What is done with sums is where the parameter is that they are for, or the largest of them. */
  #placeAfter(): void {
    const after = [...this.#program.kinds].flatMap(([op, kind]) => (kind === 'after' ? [op] : []));
    const known = new Map<Value, number>();
    const at = (value: Value): number | undefined => {
      if (known.has(value)) return known.get(value);
      if (value instanceof BlockArgument) return this.#uses.get(value)?.[0];
      return this.#places.get(value.definingOp!)?.position;
    };
    const place = (op: Operation, position: number): void => {
      this.#places.set(op, { position, isBackward: true });
      for (const result of op.results) known.set(result, position);
    };
    for (const op of after) {
      const placed = this.#of(op).flatMap((value) => {
        const position = at(value);
        const isParameter = value instanceof BlockArgument ? 1 : 0;
        return position === undefined ? [] : [{ position, isParameter, size: sizeOf(value) }];
      });
      placed.sort((a, b) => b.size - a.size || b.isParameter - a.isParameter);
      const [largest] = placed;
      if (largest !== undefined) place(op, largest.position);
    }
    for (const op of after.reverse()) {
      if (this.#places.has(op)) continue;
      const users = op.results.flatMap((result) => result.users());
      const positions = users.flatMap((user) => this.#places.get(user)?.position ?? []);
      place(op, positions[0] ?? 0);
    }
    for (const [op, kind] of this.#program.kinds)
      if (kind === 'before' && !this.#places.has(op)) {
        const users = op.results.flatMap((result) => result.users());
        const positions = users.flatMap((user) => this.#places.get(user)?.position ?? []);
        this.#places.set(op, { position: positions[0] ?? 0, isBackward: false });
      }
  }

  #placeArguments(): void {
    const { func } = this.#program;
    const results = func.entry.getTerminator().operandValues();
    for (const argument of func.entry.arguments) {
      const used = this.#uses.get(argument)?.[0];
      const tie = this.#ties.find((own) => own.argument === argument.index);
      const becomes = tie === undefined ? null : (results[tie.result]?.definingOp ?? null);
      const users = argument
        .users()
        .flatMap((user) => this.#places.get(outermost(user, func))?.position ?? []);
      const own =
        used ?? (becomes === null ? undefined : this.#places.get(becomes)?.position) ?? users[0] ?? 0;
      this.#arguments.set(argument, own);
    }
  }
}

function rankOf({ type }: Value): number {
  return type instanceof RankedTensorType ? type.rank : 0;
}

function sizeOf({ type }: Value): number {
  return type instanceof RankedTensorType ? product(type.shape) : 0;
}
