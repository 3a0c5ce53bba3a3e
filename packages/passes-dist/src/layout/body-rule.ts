import type { OnOp } from '@shardform/dialect-dist';
import {
  AddOp,
  BroadcastInDimOp,
  ConstantOp,
  ConvolutionOp,
  DotGeneralOp,
  NegOp,
  ReduceOp,
  ReshapeOp,
  SliceOp,
  SubtractOp,
  TransposeOp,
} from '@shardform/dialect-stablehlo';
import {
  type Context,
  DenseElementsAttr,
  lookUp,
  type Operation,
  shapeOf,
  type Value,
} from '@shardform/ir-core';
import { registeredShardingRule } from '@shardform/passes-sharding';
import type { Factor, OpRule } from './op-rule.ts';

/** Operations with attributes that contain the sizes of whole tensors. */
const sized: ReadonlySet<string> = new Set(
  [
    'gather',
    'dynamic_slice',
    'iota',
    'rng_bit_generator',
    'rng',
    'dynamic_iota',
    'while',
    'case',
    'if',
    'fft',
  ].map((name) => `stablehlo.${name}`),
);

/** The factors of the dimensions of a body's values, and the sizes of the factors. */
export interface BodyFactors {
  /** The operation that computes the results; the others make its constant operands. */
  readonly main: Operation;
  readonly factors: ReadonlyMap<Value, readonly Factor[]>;
  readonly sizes: ReadonlyMap<string, number>;
}

/**
 * Returns the factors of the body of a `dist.on`, from the sharding rule of its last operation; `null` if nothing can
 * be split. The other operations are constants, scalars, and broadcasts of them or of arguments.
 */
export function bodyFactors(on: OnOp, context: Context): BodyFactors | null {
  const ops = [...on.entry].filter((op) => !op.definition.isTerminator);
  const main = ops.at(-1);
  if (main === undefined || sized.has(main.name)) return null;
  if (!ops.slice(0, -1).every(isPreparing)) return null;
  const returned = on.entry.getTerminator().operandValues();
  if (!returned.every((value, i) => value === main.results[i])) return null;
  const rule = registeredShardingRule(main, context);
  if (rule === null) return null;
  const excluded = new Set<number>([...rule.needReplication, ...rule.permutation]);
  const all = [...rule.operands, ...rule.results];
  // A dimension of several factors is divided along the first.
  for (const { dimMappings: dims } of all)
    for (const { factorIndices: factors } of dims) factors.slice(1).forEach((factor) => excluded.add(factor));
  const sums = addsUp(main);
  rule.factorSizes.forEach((_, factor) => {
    const isMissing = rule.results.some(
      ({ dimMappings: dims }) => !dims.some(({ factorIndices: factors }) => factors.includes(factor)),
    );
    if (isMissing && !(sums && rule.reduction.includes(factor))) excluded.add(factor);
  });
  const nameOf = (factor: number | undefined): Factor =>
    factor === undefined || excluded.has(factor) ? null : `f${factor}`;
  const factors = new Map<Value, readonly Factor[]>();
  const give = (value: Value, own: readonly Factor[]): void => {
    const before = factors.get(value);
    factors.set(
      value,
      before === undefined ? own : own.map((factor, dim) => (before[dim] === factor ? factor : null)),
    );
  };
  main.operandValues().forEach((value, i) =>
    give(
      value,
      rule.operands[i]!.dimMappings.map((dim) => nameOf(dim.factorIndices[0])),
    ),
  );
  main.results.forEach((value, i) =>
    give(
      value,
      rule.results[i]!.dimMappings.map((dim) => nameOf(dim.factorIndices[0])),
    ),
  );
  const banned = new Set<string>();
  for (const op of ops.slice(0, -1).reverse()) {
    const own = factors.get(op.getResult());
    if (own === undefined) continue;
    if (op instanceof BroadcastInDimOp) {
      const [from, to] = [op.operand.type.shape, op.result.type.shape];
      const dims = op.broadcastDimensions.numbers();
      give(
        op.operand,
        dims.map((dim, i) => (from[i] === to[dim] ? own[dim]! : null)),
      );
    } else if (!isSplat(op)) own.forEach((factor) => factor !== null && banned.add(factor));
  }
  const allowed = new Map(
    [...factors].map(([value, own]) => [
      value,
      own.map((factor) => (factor !== null && banned.has(factor) ? null : factor)),
    ]),
  );
  const sizes = new Map(rule.factorSizes.map((size, factor) => [`f${factor}`, size]));
  return { main, factors: allowed, sizes };
}

/** Returns the rule of a computation of tensors on one device; see {@link bodyFactors}. */
export function bodyRule(on: OnOp, context: Context): OpRule | null {
  const found = bodyFactors(on, context);
  if (found === null) return null;
  const { main, factors, sizes } = found;
  const ofArgument = (value: Value): readonly Factor[] =>
    factors.get(value) ?? shapeOf(value.type).map(() => null);
  const takesArguments = main.operandValues().every(({ definingOp }) => definingOp === null);
  return {
    operands: on.entry.arguments.map(ofArgument),
    results: main.results.map((value) => lookUp(factors, value)),
    isLinear: takesArguments && isLinear(main),
    sizes,
  };
}

function isPreparing(op: Operation): boolean {
  return (
    op instanceof ConstantOp || op instanceof BroadcastInDimOp || shapeOf(op.getResult().type).length === 0
  );
}

/** Returns whether a constant is a splat, so that its shards are equal. */
export function isSplat(op: Operation): boolean {
  const value = op instanceof ConstantOp ? op.getAttr('value') : null;
  return value instanceof DenseElementsAttr && value.isSplat;
}

/** Returns whether the operation adds products or elements up along what it reduces. */
function addsUp(op: Operation): boolean {
  if (op instanceof DotGeneralOp || op instanceof ConvolutionOp) return true;
  if (!(op instanceof ReduceOp)) return false;
  const [first, second] = [...op.body.entry];
  return first instanceof AddOp && second?.definition.isTerminator === true;
}

function isLinear(op: Operation): boolean {
  const kinds = [AddOp, SubtractOp, NegOp, ReshapeOp, TransposeOp, BroadcastInDimOp, SliceOp];
  return kinds.some((kind) => op instanceof kind);
}
