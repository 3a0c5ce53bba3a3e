import { chlo, IotaOp, ReturnOp, SortOp, tensorOf } from '@shardform/dialect-stablehlo';
import {
  boolAttr,
  i32,
  i64Attr,
  type InterfaceImplementation,
  RankedTensorType,
  type Tensor,
} from '@shardform/ir-core';
import type { GradientBuilder } from '../gradient-builder.ts';
import { type GradientInput, gradientRule, type Gradients } from '../gradient-rule.ts';

/**
 * Differentiates a sort as one that sorts the indices of the elements too: by them the gradients are sorted back. Which
 * element goes where is constant wherever the result has a derivative.
 */
function sortGradients(op: SortOp) {
  return ({ results, isWanted, captured, build }: GradientInput): Gradients => {
    const rank = op.inputs[0]!.type.rank;
    const dimension = ((op.dimension?.number ?? -1) + rank) % rank;
    const sorted = sortWithPlaces(op, dimension, build);
    const places = tensorOf(sorted.results.at(-1));
    op.replaceAllUsesWith(sorted.results.slice(0, -1));
    op.erase();
    const wanted = results.flatMap((g, i) => (g !== null && isWanted[i] === true ? [i] : []));
    const back = sortBy(
      places,
      wanted.map((i) => results[i]!),
      dimension,
      build,
    );
    return [...results.map((_, i) => back[wanted.indexOf(i)] ?? null), ...captured.map(() => null)];
  };
}

function sortWithPlaces(op: SortOp, dimension: number, build: GradientBuilder): SortOp {
  const { builder } = build;
  return builder.atSavedPoint(() => {
    builder.setInsertionPoint(op);
    const inputs = [...op.inputs, iota(op.inputs[0]!.type, dimension, build)];
    const sorted = builder.create(
      SortOp,
      { inputs, dimension: op.dimension, isStable: op.isStable },
      inputs.map(({ type }) => type),
      { attributes: op.discardable },
    );
    sorted.comparator.takeBody(op.comparator);
    const scalar = RankedTensorType.get([], i32);
    for (let i = 0; i < 2; i += 1) sorted.comparator.entry.addArgument(scalar, op.location);
    return sorted;
  });
}

function iota(like: RankedTensorType, dimension: number, build: GradientBuilder): Tensor {
  const type = like.withElementType(i32);
  return build.builder.create(IotaOp, { iotaDimension: i64Attr(dimension) }, [type]).output;
}

/** Sorts tensors by integers, ascending. */
function sortBy(
  keys: Tensor,
  tensors: readonly Tensor[],
  dimension: number,
  build: GradientBuilder,
): Tensor[] {
  const { builder } = build;
  const inputs = [keys, ...tensors];
  const types = inputs.map(({ type }) => type);
  const args = { inputs, dimension: i64Attr(dimension), isStable: boolAttr(false) };
  const sort = builder.create(SortOp, args, types);
  builder.atSavedPoint(() => {
    const scalars = types.map(({ elementType }) => RankedTensorType.get([], elementType));
    const [lhs, rhs] = builder
      .createBlock(
        sort.comparator,
        scalars.flatMap((type) => [type, type]),
      )
      .arguments.map(tensorOf);
    builder.create(ReturnOp, { results: [build.compare(lhs!, 'LT', rhs!)] });
  });
  return sort.results.slice(1).map(tensorOf);
}

/** Each gradient goes to the index at which the operation has found its element; all indices of a row are different. */
function topKGradients(op: chlo.TopKOp) {
  return ({ result: g, build }: GradientInput): Gradients => {
    const type = tensorOf(op.operand).type;
    const { shape } = type;
    const last = shape.length - 1;
    const places = tensorOf(op.indices);
    const spreadType = RankedTensorType.get([...places.type.shape, type.dimSize(last)], i32);
    const kept = places.type.shape.map((_, dim) => dim);
    const candidates = tensorOf(
      build.builder.create(IotaOp, { iotaDimension: i64Attr(last + 1) }, [spreadType]).output,
    );
    const isPlace = build.compare(candidates, 'EQ', build.broadcast(places, spreadType, kept));
    const gradientType = spreadType.withElementType(type.elementType);
    const spread = build.broadcast(g, gradientType, kept);
    return [build.sum(build.select(isPlace, spread, build.zeros(gradientType)), [last])];
  };
}

/** Rules of operations that put elements in order. */
export const sortRules: readonly InterfaceImplementation[] = [
  gradientRule.implementFor(SortOp, sortGradients),
  gradientRule.implementFor(chlo.TopKOp, topKGradients),
];
