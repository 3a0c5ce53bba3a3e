import {
  AddOp,
  ConcatenateOp,
  IotaOp,
  MaxOp,
  MinOp,
  ReduceOp,
  reducerOp,
  ReturnOp,
  SelectOp,
  tensorOf,
} from '@shardform/dialect-stablehlo';
import {
  ComplexType,
  i32,
  i64Attr,
  type InterfaceImplementation,
  IrMapping,
  type Operation,
  RankedTensorType,
  type Tensor,
  zip,
} from '@shardform/ir-core';
import type { GradientBuilder } from '../gradient-builder.ts';
import { COMPLEX_HAS_NO_ORDER, type GradientInput, gradientRule, type Gradients } from '../gradient-rule.ts';
import { combinerOf } from './combining.ts';

/** Sums, and maxima and minima, which share the gradient among the elements that reach them; others by halves. */
function reduceGradients(op: ReduceOp) {
  return (context: GradientInput): Gradients => {
    const { result: g, isWanted, build } = context;
    if (op.inputs.length !== 1) return choiceGradients(op, context);
    const combiner = reducerOp(op.body);
    const isSum = combiner instanceof AddOp;
    const isExtremum = combiner instanceof MaxOp || combiner instanceof MinOp;
    if (isExtremum && op.inputs[0]!.type.elementType instanceof ComplexType) return COMPLEX_HAS_NO_ORDER;
    if (!isSum && (!isExtremum || isWanted[1] === true)) return gradientsByHalves(op, context);
    const input = tensorOf(op.inputs[0]);
    const dims = op.dimensions.numbers();
    const kept = input.type.shape.flatMap((_, dim) => (dims.includes(dim) ? [] : [dim]));
    const spread = (tensor: Tensor): Tensor => build.broadcast(tensor, input.type, kept);
    if (isSum) {
      const all = g.type.shape.map((_, dim) => dim);
      return [isWanted[0] === true ? spread(g) : null, isWanted[1] === true ? build.sum(g, all) : null];
    }
    const isReached = build.compare(input, 'EQ', spread(tensorOf(op.results[0])));
    const ones = build.select(isReached, build.constant(input.type, 1), build.zeros(input.type));
    const shares = build.divide(g, build.sum(ones, dims));
    return [build.multiply(ones, spread(shares)), null];
  };
}

/**
 * Differentiates a reduction of any number of elements as a tree of combinations of halves, whose operations are
 * differentiated. Reducers are associative, and elements may come in any order (StableHLO spec, "reduce").
 */
function gradientsByHalves(op: ReduceOp, { result: g, build, differentiate }: GradientInput): Gradients {
  const [input, init] = [tensorOf(op.inputs[0]), tensorOf(op.initValues[0])];
  const dims = op.dimensions.numbers();
  const { shape, elementType } = input.type;
  if (elementType !== init.type.elementType || g.type.elementType !== elementType)
    return 'has no gradient when it computes in another element type, unless it adds or takes the maximum or the minimum';
  const kept = shape.flatMap((_, dim) => (dims.includes(dim) ? [] : [dim]));
  const rest = kept.map((dim) => input.type.dimSize(dim));
  const count = dims.reduce((product, dim) => product * input.type.dimSize(dim), 1);
  const ops: Operation[] = [];
  const recorded = (value: Tensor, before: Tensor): Tensor => {
    if (value !== before) ops.push(value.definingOp!);
    return value;
  };
  const ordered = build.transpose(input, [...dims, ...kept]);
  recorded(ordered, input);
  let level = recorded(build.reshape(ordered, [count, ...rest]), ordered);
  const combine = combinerOf(op.body, build, ops);
  const rows = (from: Tensor, start: number, limit: number): Tensor =>
    recorded(
      build.slice(from, [start, ...rest.map(() => 0)], [limit, ...rest], [1, ...rest.map(() => 1)]),
      from,
    );
  for (let size = count; size > 1; size = Math.ceil(size / 2)) {
    const half = Math.floor(size / 2);
    const pairs = combine(rows(level, 0, half), rows(level, half, 2 * half));
    if (size % 2 === 0) {
      level = pairs;
      continue;
    }
    const inputs = [pairs, rows(level, size - 1, size)];
    const type = RankedTensorType.get([half + 1, ...rest], elementType);
    const joined = build.builder.create(ConcatenateOp, { inputs, dimension: i64Attr(0) }, [type]);
    level = recorded(joined.result, level);
  }
  const first = recorded(build.broadcast(init, g.type, []), init);
  const last = count === 0 ? first : combine(first, recorded(build.reshape(level, rest), level));
  return differentiate(ops, [[last, g]], [input, init]);
}

/**
 * Differentiates a reduction that chooses elements of several tensors together, as a maximum and its index: the
 * reduction is repeated with the indices of the elements as one more tensor, and the gradients go to the indices that
 * are chosen.
 */
function choiceGradients(op: ReduceOp, { results, isWanted, build }: GradientInput): Gradients {
  const count = op.inputs.length;
  if (isWanted.slice(count).some(Boolean)) return 'has no gradient for the values that it starts from';
  const { entry } = op.body;
  const returned = entry.getTerminator().operandValues();
  const choices = results.map((g, i) => (g === null ? null : returned[i]!.definingOp));
  const isChoice = (choice: Operation | null, i: number): boolean =>
    choice instanceof SelectOp &&
    choice.getOperand(1) === entry.arguments[i] &&
    choice.getOperand(2) === entry.arguments[count + i];
  if (results.some((g, i) => g !== null && !isChoice(choices[i]!, i)))
    return 'has no gradient for several tensors unless its region selects one of two elements';
  const { shape } = op.inputs[0]!.type;
  const dims = op.dimensions.numbers();
  const kept = shape.flatMap((_, dim) => (dims.includes(dim) ? [] : [dim]));
  const placeType = RankedTensorType.get(shape, i32);
  const flat = RankedTensorType.get([placeType.elementCount], i32);
  const line = tensorOf(build.builder.create(IotaOp, { iotaDimension: i64Attr(0) }, [flat]).output);
  const places = build.reshape(line, shape);
  return [
    ...zip(results, op.inputs).map(([g, input], i) => {
      if (g === null || isWanted[i] !== true) return null;
      const chosen = chosenPlaces(op, i, places, build);
      const isChosen = build.compare(places, 'EQ', build.broadcast(chosen, placeType, kept));
      const type = input.type;
      return build.select(isChosen, build.broadcast(g, type, kept), build.zeros(type));
    }),
    ...op.initValues.map(() => null),
  ];
}

/** Returns the indices of the elements that a result consists of; -1 for the value that the reduction starts from. */
function chosenPlaces(op: ReduceOp, result: number, places: Tensor, build: GradientBuilder): Tensor {
  const { builder } = build;
  const scalar = RankedTensorType.get([], i32);
  const inputs = [...op.inputs, places];
  const initValues = [...op.initValues, build.constant(scalar, -1)];
  const own = tensorOf(op.results[0]).type;
  const types = inputs.map(({ type }) => own.withElementType(type.elementType));
  const reduce = builder.create(ReduceOp, { inputs, initValues, dimensions: op.dimensions }, types);
  const from = op.body.entry;
  const count = op.inputs.length;
  builder.atSavedPoint(() => {
    const scalars = from.arguments.map(({ type }) => type);
    const args = builder.createBlock(reduce.body, [
      ...scalars.slice(0, count),
      scalar,
      ...scalars.slice(count),
      scalar,
    ]).arguments;
    const mapping = new IrMapping();
    from.arguments.forEach((argument, i) => mapping.values.set(argument, args[i < count ? i : i + 1]!));
    for (const inner of from) if (inner !== from.terminator) builder.clone(inner, mapping);
    const returned = from.getTerminator().operandValues();
    // The caller has seen that it is a choice.
    const choice = returned[result]!.definingOp as SelectOp;
    const pred = tensorOf(mapping.value(choice.pred));
    const place = build.select(pred, tensorOf(args[count]), tensorOf(args[2 * count + 1]));
    builder.create(ReturnOp, { results: [...returned.map((value) => mapping.value(value)), place] });
  });
  return tensorOf(reduce.results[count]);
}

/** Rules of reductions. */
export const reductionRules: readonly InterfaceImplementation[] = [
  gradientRule.implementFor(ReduceOp, reduceGradients),
];
