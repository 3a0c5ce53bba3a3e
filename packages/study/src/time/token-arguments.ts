import { CallOp, FuncOp } from '@shardform/dialect-func';
import { GatherOp } from '@shardform/dialect-stablehlo';
import {
  BlockArgument,
  FloatType,
  IntegerType,
  lookupNearestSymbol,
  type OpOperand,
  type Operation,
  product,
  RankedTensorType,
  type Value,
} from '@shardform/ir-core';

/** An argument of token ids. */
export interface TokenArgument {
  readonly index: number;
  /** The ids that are looked up in a step. */
  readonly tokens: number;
}

/**
 * Returns the arguments of a function that are token ids, as their use tells: integers in at least two dimensions, `[batch, sequence]`,
 * which select rows of a matrix of floats that is an argument, too, by a gather or by the product with a one-hot matrix. A sequence from
 * which the last token is cut off counts without it.
 */
export function tokenArguments(func: FuncOp): readonly TokenArgument[] {
  return func.functionType.inputs.flatMap((type, index): TokenArgument[] => {
    if (!(type instanceof RankedTensorType) || !(type.elementType instanceof IntegerType)) return [];
    if (type.shape.length < 2 || !type.hasStaticShape) return [];
    const tokens = new TokenFlow(func.entry.getArgument(index), product(type.shape)).lookedUp();
    return tokens === null ? [] : [{ index, tokens }];
  });
}

/** Operations whose result has the ids of an operand, in another form, or as they are where they are valid. */
const KEEPS_IDS: ReadonlySet<string> = new Set(
  [
    ...['add', 'broadcast_in_dim', 'clamp', 'concatenate', 'convert', 'dynamic_slice', 'maximum', 'minimum'],
    ...['optimization_barrier', 'reshape', 'select', 'transpose'],
  ].map((name) => `stablehlo.${name}`),
);

/** Follows ids from an argument to where they select rows. */
class TokenFlow {
  readonly #counts = new Map<Value, number>();
  readonly #callers = new Map<FuncOp, Set<CallOp>>();
  readonly #queue: Value[] = [];

  constructor(argument: Value, count: number) {
    this.#reach(argument, count);
  }

  /** Number of ids that select rows; `null` if none do. */
  lookedUp(): number | null {
    for (let value = this.#queue.pop(); value !== undefined; value = this.#queue.pop()) {
      const count = this.#counts.get(value) ?? 0;
      for (const use of value.uses()) if (this.#follow(use, count)) return count;
    }
    return null;
  }

  #reach(value: Value | undefined, count: number): void {
    if (value === undefined || this.#counts.has(value)) return;
    this.#counts.set(value, count);
    this.#queue.push(value);
  }

  /** @returns whether the use selects rows by the ids. */
  #follow({ owner, index }: OpOperand, count: number): boolean {
    if (owner instanceof GatherOp) return index === 1 && selectsRows(owner);
    if (owner.name === 'stablehlo.compare') return isOneHot(owner, index);
    if (owner.name === 'stablehlo.slice') this.#sliced(owner, count);
    else if (owner instanceof CallOp) this.#called(owner, index, count);
    else if (owner.definition.isTerminator) this.#returned(owner, index, count);
    else if (owner.regions.length > 0) this.#inRegions(owner, index, count);
    else if (KEEPS_IDS.has(owner.name) || isConstraint(owner)) this.#reach(owner.results[0], count);
    return false;
  }

  /** Sequences may lose tokens; what is cut along the first dimension is no batch of sequences. */
  #sliced(op: Operation, count: number): void {
    const [before, after] = [op.getOperand(0).type, op.getResult().type];
    if (!(before instanceof RankedTensorType) || !(after instanceof RankedTensorType)) return;
    if (before.shape[0] === after.shape[0])
      this.#reach(op.getResult(), (count * product(after.shape)) / product(before.shape));
  }

  #called(call: CallOp, index: number, count: number): void {
    const callee = lookupNearestSymbol(call, call.callee);
    if (!(callee instanceof FuncOp) || callee.isDeclaration) return;
    const known = this.#callers.get(callee);
    if (known === undefined) this.#callers.set(callee, new Set([call]));
    else known.add(call);
    this.#reach(callee.entry.arguments[index], count);
  }

  #returned({ parentOp }: Operation, index: number, count: number): void {
    if (parentOp instanceof FuncOp)
      for (const call of this.#callers.get(parentOp) ?? []) this.#reach(call.results[index], count);
    else this.#reach(parentOp?.results[index], count);
  }

  /** Loops and manual computations have their operands as arguments of their regions. */
  #inRegions(op: Operation, index: number, count: number): void {
    if (op.name !== 'stablehlo.while' && op.name !== 'sdy.manual_computation') return;
    for (const region of op.regions) this.#reach(region.blocks[0]?.arguments[index], count);
    if (op.name === 'stablehlo.while') this.#reach(op.results[index], count);
  }
}

/** Whether a gather takes rows of a matrix that is an argument. */
function selectsRows(op: GatherOp): boolean {
  return product(op.sliceSizes.numbers()) > 1 && isTable(op.getOperand(0));
}

/** Whether a comparison of ids with the numbers of rows becomes a factor of a product with such a matrix. */
function isOneHot(op: Operation, index: number): boolean {
  if (!String(op.getAttr('comparison_direction')).includes('EQ')) return false;
  const numbers = sourceOf(op.getOperand(1 - index));
  if (numbers.definingOp?.name !== 'stablehlo.iota') return false;
  return usersOf(op.getResult()).some(
    ({ owner, index: at }) => owner.name === 'stablehlo.dot_general' && isTable(owner.getOperand(1 - at)),
  );
}

function isTable(value: Value): boolean {
  const source = sourceOf(value);
  const { type } = source;
  if (!(source instanceof BlockArgument) || !(type instanceof RankedTensorType)) return false;
  return type.elementType instanceof FloatType && type.shape.length === 2;
}

/** Operations that change the form or the type of a value. */
const FORMS: ReadonlySet<string> = new Set(
  ['broadcast_in_dim', 'convert', 'optimization_barrier', 'reshape', 'transpose'].map(
    (name) => `stablehlo.${name}`,
  ),
);

const isForm = (op: Operation): boolean => FORMS.has(op.name) || isConstraint(op);

function isConstraint(op: Operation): boolean {
  return (
    op.name === 'sdy.sharding_constraint' ||
    (op.name === 'stablehlo.custom_call' && String(op.getAttr('call_target_name')) === '"Sharding"')
  );
}

/** The value that another one is a form of. */
function sourceOf(value: Value): Value {
  let at = value;
  while (at.definingOp !== null && isForm(at.definingOp)) at = at.definingOp.getOperand(0);
  return at;
}

/** The uses of a value in any form. */
function usersOf(value: Value): readonly OpOperand[] {
  return [...value.uses()].flatMap((use) => (isForm(use.owner) ? usersOf(use.owner.getResult()) : [use]));
}
