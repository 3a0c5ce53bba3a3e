import { CallOp, FuncOp } from '@shardform/dialect-func';
import {
  type Attribute,
  BlockArgument,
  DenseElementsAttr,
  IntegerType,
  lookupNearestSymbol,
  type Operation,
  RankedTensorType,
  type Value,
} from '@shardform/ir-core';
import { CompareOp, ConstantOp, OptimizationBarrierOp, SelectOp, WhileOp } from '../ops/index.ts';

/** An integer or a truth value (0 or 1) that is known before the program runs; `null` for all others. */
export type KnownScalar = number | null;

/** Calls inside calls are followed so far. */
const DEEPEST = 64;

/** Operations whose only result is their first operand, as far as one element tells. */
const COPYING_OPS: ReadonlySet<string> = new Set([
  'stablehlo.convert',
  'stablehlo.reshape',
  'stablehlo.broadcast_in_dim',
  'stablehlo.copy',
]);

/** The integers that are known where a block runs; those of the blocks around it are known there as well. */
export class ScalarFrame {
  readonly #values = new Map<Value, KnownScalar>();
  readonly #outer: ScalarFrame | null;
  readonly #depth: number;

  constructor(outer: ScalarFrame | null = null, depth = outer === null ? 0 : outer.#depth) {
    this.#outer = outer;
    this.#depth = depth;
  }

  /** Says what values are, such as the arguments of a block. */
  set(values: readonly Value[], scalars: readonly KnownScalar[]): this {
    values.forEach((value, i) => this.#values.set(value, scalars[i] ?? null));
    return this;
  }

  /** Returns the value as far as constants determine it. */
  evaluate(value: Value): KnownScalar {
    const before = this.#known(value);
    if (before !== undefined) return before;
    // A cycle, which only a graph region has, is unknown.
    this.#values.set(value, null);
    const { definingOp } = value;
    const scalar = isIntegerScalar(value) && definingOp !== null ? this.#compute(definingOp, value) : null;
    const known = scalar !== null && fits(scalar, value) ? scalar : null;
    this.#values.set(value, known);
    return known;
  }

  #known(value: Value): KnownScalar | undefined {
    const known = this.#values.get(value);
    return known === undefined && this.#outer !== null ? this.#outer.#known(value) : known;
  }

  #compute(op: Operation, value: Value): KnownScalar {
    const index = op.results.findIndex((result) => result === value);
    if (op instanceof ConstantOp || op.name === 'sdy.constant') return constantOf(op.getAttr('value'));
    if (op instanceof CallOp) return this.#called(op, index);
    if (op instanceof WhileOp) return isCarriedUnchanged(op, index) ? this.#operand(op, index) : null;
    if (op instanceof OptimizationBarrierOp) return this.#operand(op, index);
    // On one element, a change of its sharding changes nothing.
    if (
      COPYING_OPS.has(op.name) ||
      (op.name.startsWith('sdy.') && op.regions.length === 0 && op.operands.length === 1)
    )
      return this.#operand(op, 0);
    const operands = op.operands.map((_, i) => this.#operand(op, i));
    if (op instanceof SelectOp) return operands[0] === null ? null : operands[operands[0] === 0 ? 2 : 1]!;
    return arithmetic(op, operands);
  }

  #operand(op: Operation, index: number): KnownScalar {
    return this.evaluate(op.getOperand(index));
  }

  #called(op: CallOp, result: number): KnownScalar {
    const callee = lookupNearestSymbol(op, op.callee);
    if (!(callee instanceof FuncOp) || callee.isDeclaration || this.#depth >= DEEPEST) return null;
    const inside = new ScalarFrame(null, this.#depth + 1);
    inside.set(
      callee.entry.arguments,
      op.operandValues().map((operand) => this.evaluate(operand)),
    );
    const returned = callee.entry.terminator?.operandValues()[result];
    return returned === undefined ? null : inside.evaluate(returned);
  }
}

/** Returns true if a value is one integer, or one truth value. */
export function isIntegerScalar({ type }: Value): boolean {
  return (
    type instanceof RankedTensorType &&
    type.elementType instanceof IntegerType &&
    type.shape.every((size) => size === 1)
  );
}

/** Returns whether an integer is one of a value's type: what is beyond wraps around, or is cut off by a conversion. */
function fits(scalar: number, { type }: Value): boolean {
  if (!(type instanceof RankedTensorType) || !(type.elementType instanceof IntegerType)) return false;
  const { width, isUnsigned } = type.elementType;
  if (isUnsigned || width === 1) return scalar >= 0 && scalar < 2 ** width;
  return scalar >= -(2 ** (width - 1)) && scalar < 2 ** (width - 1);
}

/** Returns true if each iteration passes it on unchanged. */
export function isCarriedUnchanged({ body }: WhileOp, index: number): boolean {
  const next = body.entry.terminator?.operandValues()[index];
  return next instanceof BlockArgument && next === body.entry.arguments[index];
}

function constantOf(value: Attribute | null): KnownScalar {
  if (!(value instanceof DenseElementsAttr)) return null;
  const number = Number(value.storedIntegers()[0]);
  return Number.isSafeInteger(number) ? number : null;
}

function arithmetic(op: Operation, operands: readonly KnownScalar[]): KnownScalar {
  if (operands.includes(null)) return null;
  // No operand is null: the condition has looked for it.
  const [a, b] = operands as readonly number[];
  const number = compute(op, a!, b!);
  return number !== null && Number.isSafeInteger(number) ? number : null;
}

function compute(op: Operation, a: number, b: number): number | null {
  if (op instanceof CompareOp) return compared(op.comparisonDirection.value, a, b);
  switch (op.name) {
    case 'stablehlo.add':
      return a + b;
    case 'stablehlo.subtract':
      return a - b;
    case 'stablehlo.multiply':
      return a * b;
    case 'stablehlo.divide':
      return b === 0 ? null : Math.trunc(a / b);
    case 'stablehlo.remainder':
      return b === 0 ? null : a % b;
    case 'stablehlo.maximum':
      return Math.max(a, b);
    case 'stablehlo.minimum':
      return Math.min(a, b);
    case 'stablehlo.negate':
      return -a;
    case 'stablehlo.and':
      return isTruth(op) ? a * b : null;
    case 'stablehlo.or':
      return isTruth(op) ? Math.max(a, b) : null;
    case 'stablehlo.not':
      return isTruth(op) ? 1 - a : null;
    default:
      return null;
  }
}

function isTruth(op: Operation): boolean {
  const { type } = op.getResult();
  return (
    type instanceof RankedTensorType &&
    type.elementType instanceof IntegerType &&
    type.elementType.width === 1
  );
}

function compared(direction: string, a: number, b: number): number | null {
  switch (direction) {
    case 'LT':
      return Number(a < b);
    case 'LE':
      return Number(a <= b);
    case 'GT':
      return Number(a > b);
    case 'GE':
      return Number(a >= b);
    case 'EQ':
      return Number(a === b);
    case 'NE':
      return Number(a !== b);
    default:
      return null;
  }
}
