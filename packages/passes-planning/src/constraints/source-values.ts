import type { FuncOp } from '@shardform/dialect-func';
import { ShardingConstraintOp } from '@shardform/dialect-sdy';
import {
  isInBackwardPass,
  operationKind,
  scopeOf,
  type SourcePlace,
  sourcePlaceOf,
} from '@shardform/inspect';
import { type Operation, RankedTensorType, type Value } from '@shardform/ir-core';

/**
 * A value that one line of the source computes, wherever the program has it: in repeated layers, once for each layer. A constraint
 * on it holds for its gradient, too, as the derivative of JAX's `with_sharding_constraint` is one.
 */
export interface SourceValue {
  readonly place: SourcePlace;
  /** The operation that computes it, such as `dot_general`. */
  readonly kind: string;
  readonly type: RankedTensorType;
  /** Numbers of the values in {@link numberedValues}; those of gradients last. */
  readonly values: readonly number[];
  /** How many of them are the value itself. */
  readonly forward: number;
}

/**
 * Returns the values of a function in the order of its text, by which copies of it have the same numbers. Constraints, and constants, which
 * propagation copies, have none.
 */
export function numberedValues(func: FuncOp): Value[] {
  const values: Value[] = [];
  const constants = new Set<Operation>();
  func.walk((op) => {
    if (op instanceof ShardingConstraintOp) return;
    const isConstant =
      op.results.length > 0 &&
      op.regions.length === 0 &&
      op.operandValues().every(({ definingOp }) => definingOp !== null && constants.has(definingOp));
    if (isConstant) constants.add(op);
    else values.push(...op.results);
    for (const region of op.regions) for (const block of region.blocks) values.push(...block.arguments);
  }, 'pre');
  return values;
}

/**
 * Returns the values that lines of the source pass on to other lines, those of the most bytes first. Programs without locations have
 * none.
 *
 * @param func without calls.
 */
export function sourceValues(func: FuncOp): SourceValue[] {
  return new SourceValueFinder(func).found();
}

interface Found {
  readonly place: SourcePlace;
  readonly type: RankedTensorType;
  kind: string;
  readonly forward: Set<Value>;
  readonly gradients: Set<Value>;
  /** The operations that compute it, and the operands of derivatives that are its gradient. */
  readonly makers: Set<string>;
  readonly uses: Set<string>;
}

class SourceValueFinder {
  readonly #func: FuncOp;
  readonly #places = new Map<Operation, SourcePlace | null>();
  readonly #backward = new Set<Operation>();
  readonly #found = new Map<string, Found>();

  constructor(func: FuncOp) {
    this.#func = func;
    for (const block of func.body.blocks) for (const op of block) this.#locate(op, false);
  }

  found(): SourceValue[] {
    for (const op of this.#places.keys()) this.#addForward(op);
    for (const op of this.#backward) this.#addGradients(op);
    // A line that is executed several times may pass its values on to itself.
    for (const op of this.#places.keys()) this.#addAlike(op);
    const numbers = new Map(numberedValues(this.#func).map((value, number) => [value, number]));
    const numbersOf = (values: Iterable<Value>): number[] =>
      Array.from(values)
        .flatMap((value) => numbers.get(value) ?? [])
        .sort((a, b) => a - b);
    // A line that passes on values of several types, such as one that maps a function over a tree, names none of them.
    const lines = new Map<string, number>();
    for (const { place } of this.#found.values())
      lines.set(lineKey(place), (lines.get(lineKey(place)) ?? 0) + 1);
    const values = [...this.#found.values()].flatMap(({ place, kind, type, ...own }): SourceValue[] => {
      if (lines.get(lineKey(place)) !== 1) return [];
      const [forward, gradients] = [numbersOf(own.forward), numbersOf(own.gradients)];
      if (forward.length === 0) return [];
      return [{ ...{ place, kind, type, forward: forward.length }, values: [...forward, ...gradients] }];
    });
    const elements = ({ type, values: own }: SourceValue): number =>
      own.length * type.shape.reduce((product, size) => product * size, 1);
    return values.sort((a, b) => elements(b) - elements(a));
  }

  #locate(op: Operation, isInBackward: boolean): void {
    const scope = scopeOf(op) ?? '';
    const isBackward = (isInBackward || isInBackwardPass(scope)) && !scope.includes('rematted_computation');
    this.#places.set(op, sourcePlaceOf(op.location));
    if (isBackward) this.#backward.add(op);
    for (const region of op.regions)
      for (const block of region.blocks) for (const inner of block) this.#locate(inner, isBackward);
  }

  /** Adds the result of an operation that another line uses. */
  #addForward(op: Operation): void {
    const [result, ...others] = op.results;
    const place = this.#places.get(op) ?? null;
    if (place === null || result === undefined || others.length > 0 || this.#backward.has(op)) return;
    const { type } = result;
    if (!(type instanceof RankedTensorType) || type.shape.length === 0) return;
    if (!isComputed(op) || isSlice(op)) return;
    const isPassedOn = result.users().some((user) => {
      // What the backward pass uses is kept by JAX, not passed on by the source.
      if (this.#backward.has(user) || isStacking(user)) return false;
      const other = this.#places.get(user) ?? null;
      return other === null || lineKey(other) !== lineKey(place);
    });
    if (!isPassedOn) return;
    const key = keyOf(place, type);
    const known = this.#found.get(key);
    if (known === undefined)
      this.#found.set(key, {
        ...{ place, type, kind: operationKind(op) },
        ...{ forward: new Set([result]), gradients: new Set() },
        ...{ makers: new Set([op.name]), uses: new Set() },
      });
    else {
      known.forward.add(result);
      known.makers.add(op.name);
      known.kind = operationKind(op);
    }
  }

  /** Adds the gradients that the derivative of a line uses: of the line's type, and made by the derivatives of others. */
  #addGradients(op: Operation): void {
    const place = this.#places.get(op) ?? null;
    if (place === null) return;
    for (const [operand, value] of op.operandValues().entries()) {
      const known = this.#found.get(keyOf(place, value.type));
      if (known === undefined || !this.#isGradient(value, place)) continue;
      known.gradients.add(value);
      known.uses.add(useKey(op, operand));
    }
  }

  #addAlike(op: Operation): void {
    const place = this.#places.get(op) ?? null;
    if (place === null) return;
    if (this.#backward.has(op)) {
      for (const [operand, value] of op.operandValues().entries()) {
        const known = this.#found.get(keyOf(place, value.type));
        if (known?.uses.has(useKey(op, operand)) === true && this.#isGradient(value, null))
          known.gradients.add(value);
      }
      return;
    }
    const [result, ...others] = op.results;
    const known =
      result === undefined || others.length > 0 ? undefined : this.#found.get(keyOf(place, result.type));
    if (known?.makers.has(op.name) === true && !isSlice(op)) known.forward.add(result!);
  }

  /** @param place of the derivative that uses it; those of other lines make it. `null` for whichever line makes it. */
  #isGradient(value: Value, place: SourcePlace | null): boolean {
    const { definingOp } = value;
    if (definingOp === null) {
      // What a loop of the backward pass carries: what it only reads are residuals.
      const loop = value.parentBlock?.parentOp ?? null;
      return loop !== null && loop !== this.#func && this.#backward.has(loop) && isCarried(value);
    }
    if (!this.#backward.has(definingOp) || isSlice(definingOp) || !isComputed(definingOp)) return false;
    const own = this.#places.get(definingOp) ?? null;
    return place === null || own === null || lineKey(own) !== lineKey(place);
  }
}

function lineKey({ file, line }: SourcePlace): string {
  return `${file}:${line}`;
}

function keyOf(place: SourcePlace, type: { readonly id: number }): string {
  return `${lineKey(place)} ${type.id}`;
}

function useKey(op: Operation, operand: number): string {
  return `${op.name} ${operand}`;
}

/** Whether a loop changes what it carries in the place of a value. */
function isCarried(value: Value): boolean {
  const block = value.parentBlock;
  const index = block?.arguments.findIndex((own) => own === value) ?? -1;
  const returned = block?.terminator?.operandValues()[index];
  return returned !== undefined && returned !== value;
}

/** A residual of a layer, which a loop reads from those of all layers. */
function isSlice(op: Operation): boolean {
  if (op.name === 'stablehlo.dynamic_slice' || op.name === 'stablehlo.slice') return true;
  const [operand] = op.operandValues();
  const { definingOp } = operand ?? { definingOp: null };
  return op.name === 'stablehlo.reshape' && definingOp !== null && isSlice(definingOp);
}

/** Whether an operation keeps a value of a layer beside those of other layers, for the backward pass. */
function isStacking(op: Operation): boolean {
  if (op.name === 'stablehlo.dynamic_update_slice') return true;
  if (op.name !== 'stablehlo.broadcast_in_dim' && op.name !== 'stablehlo.reshape') return false;
  const users = op.getResult().users();
  return users.length > 0 && users.every(isStacking);
}

function isComputed({ name }: Operation): boolean {
  return name !== 'stablehlo.constant' && name !== 'stablehlo.iota';
}
