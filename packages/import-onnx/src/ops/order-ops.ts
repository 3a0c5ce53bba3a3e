import {
  AddOp,
  AndOp,
  type BinaryOpClass,
  CompareOp,
  ComparisonDirectionAttr,
  ComparisonTypeAttr,
  IotaOp,
  MulOp,
  numbersAttr,
  OrOp,
  paddingAttr,
  ReduceOp,
  ReduceWindowOp,
  ReturnOp,
  SortOp,
  tensorOf,
} from '@shardform/dialect-stablehlo';
import {
  boolAttr,
  FloatType,
  i64,
  i64Attr,
  RankedTensorType,
  type Region,
  type Tensor,
} from '@shardform/ir-core';
import { type BroadcastingBuilder, highest, lowest } from '../broadcasting-builder.ts';
import { type ImportedNode, type NodeImporter, OnnxImportError } from '../import-node.ts';

type Pair = readonly [Tensor, Tensor];

function placesAlong(dim: number, shape: readonly number[], build: BroadcastingBuilder): Tensor {
  const type = RankedTensorType.get(shape, i64);
  return tensorOf(build.builder.create(IotaOp, { iotaDimension: i64Attr(dim) }, [type]).output);
}

/** Gives a region the block that compares two elements and their places. */
function fillWithPlaces(
  region: Region,
  order: 'elements, then places' | 'pairs',
  x: Tensor,
  results: (elements: Pair, places: Pair) => readonly Tensor[],
  build: BroadcastingBuilder,
): void {
  const [element, place] = [x.type.elementType, i64].map((type) => RankedTensorType.get([], type));
  const isInPairs = order === 'pairs';
  const types = isInPairs ? [element!, place!, element!, place!] : [element!, element!, place!, place!];
  build.builder.atSavedPoint(() => {
    const [a, b, c, d] = build.builder.createBlock(region, types).arguments.map(tensorOf);
    const made = isInPairs ? results([a!, c!], [b!, d!]) : results([a!, b!], [c!, d!]);
    build.builder.create(ReturnOp, { results: made });
  });
}

/** The places of greatest or least elements along a dimension; a NaN is greater and less than all others. */
function placesOfExtremes(
  x: Tensor,
  axis: number,
  { isLeast, isLast }: { readonly isLeast: boolean; readonly isLast: boolean },
  build: BroadcastingBuilder,
): Tensor {
  const { shape, elementType } = x.type;
  const args = {
    inputs: [x, placesAlong(axis, shape, build)],
    // The places of the elements come before that of the initial value, where they are equal.
    initValues: [
      build.splat([], elementType, isLeast ? highest(elementType) : lowest(elementType)),
      build.splat([], i64, isLast ? -1 : x.type.dimSize(axis)),
    ],
    dimensions: numbersAttr([axis]),
  };
  const left = shape.filter((_, dim) => dim !== axis);
  const types = [elementType, i64].map((type) => RankedTensorType.get(left, type));
  const op = build.builder.create(ReduceOp, args, types);
  const choose = ([a, b]: Pair, [i, j]: Pair): readonly Tensor[] => {
    const isBetter = build.compare(a, isLeast ? 'LT' : 'GT', b);
    const isFloat = elementType instanceof FloatType;
    const wins = isFloat ? build.binary(OrOp, isBetter, build.compare(a, 'NE', a)) : isBetter;
    const isFound = build.compare(i, isLast ? 'GT' : 'LT', j);
    const ties = build.binary(AndOp, build.compare(a, 'EQ', b), isFound);
    return [build.select(wins, a, b), build.select(build.binary(OrOp, wins, ties), i, j)];
  };
  fillWithPlaces(op.body, 'pairs', x, choose, build);
  return tensorOf(op.results[1]);
}

const extreme =
  (isLeast: boolean): NodeImporter =>
  (node) => {
    const x = node.tensor(0);
    const { rank, shape } = x.type;
    const axis = node.dimension(node.int('axis', 0), rank);
    const isLast = node.int('select_last_index', 0) === 1;
    const places = placesOfExtremes(x, axis, { isLeast, isLast }, node.build);
    const kept = shape.map((size, dim) => (dim === axis ? 1 : size));
    return [node.int('keepdims', 1) === 1 ? node.build.reshape(places, kept) : places];
  };

/** One at the place of the first greatest element, zero elsewhere. */
function hardmax(node: ImportedNode): readonly Tensor[] {
  const { build } = node;
  const x = node.tensor(0);
  const { rank, shape } = x.type;
  const axis = node.dimension(node.int('axis', node.opset < 13 ? 1 : -1), rank);
  if (node.opset < 13 && axis !== rank - 1)
    throw new OnnxImportError("takes several dimensions together, which can't be imported");
  const places = placesOfExtremes(x, axis, { isLeast: false, isLast: false }, build);
  const kept = shape.map((size, dim) => (dim === axis ? 1 : size));
  const isOne = build.compare(placesAlong(axis, shape, build), 'EQ', build.reshape(places, kept));
  return [build.select(isOne, build.scalar(x, 1), build.scalar(x, 0))];
}

function topK(node: ImportedNode): readonly Tensor[] {
  const { build } = node;
  const x = node.tensor(0);
  const { shape, rank, elementType } = x.type;
  const count = node.optional(1) === null ? node.int('k', 0) : node.numbers(1, 'a number of elements')[0]!;
  const axis = node.dimension(node.int('axis', -1), rank);
  const direction = node.int('largest', 1) === 1 ? 'GT' : 'LT';
  const inputs = [x, placesAlong(axis, shape, build)];
  // Of equal elements the first come first.
  const sort = build.builder.create(
    SortOp,
    { inputs, dimension: i64Attr(axis), isStable: boolAttr(true) },
    inputs.map(({ type }) => type),
  );
  const compare = ([lhs, rhs]: Pair): readonly Tensor[] => [
    tensorOf(
      build.builder.create(CompareOp, {
        lhs,
        rhs,
        comparisonDirection: ComparisonDirectionAttr.get(direction),
        compareType: elementType instanceof FloatType ? ComparisonTypeAttr.get('TOTALORDER') : null,
      }).result,
    ),
  ];
  fillWithPlaces(sort.comparator, 'elements, then places', x, compare, build);
  const limits = shape.map((size, dim) => (dim === axis ? count : size));
  return sort.results.map((result) =>
    build.slice(
      tensorOf(result),
      shape.map(() => 0),
      limits,
      shape.map(() => 1),
    ),
  );
}

/** Every element combined with all before it along an axis. */
const cumulative =
  (opClass: BinaryOpClass, start: number): NodeImporter =>
  (node) => {
    const { build } = node;
    const x = node.tensor(0);
    const { shape, rank } = x.type;
    const axis = node.dimension(node.numbers(1, 'an axis')[0]!, rank);
    const size = x.type.dimSize(axis);
    const isReversed = node.int('reverse', 0) === 1;
    if (size === 0) return [x];
    const along = <T>(value: T, otherwise: T): T[] =>
      shape.map((_, dim) => (dim === axis ? value : otherwise));
    const before = isReversed ? ([0, size - 1] as const) : ([size - 1, 0] as const);
    const args = {
      inputs: [x],
      initValues: [build.scalar(x, start)],
      windowDimensions: numbersAttr(along(size, 1)),
      windowStrides: null,
      baseDilations: null,
      windowDilations: null,
      padding: paddingAttr(along(before, [0, 0] as const)),
    };
    const op = build.builder.create(ReduceWindowOp, args, [x.type]);
    build.fillReducer(op.body, x.type.elementType, opClass);
    const all = tensorOf(op.results[0]);
    if (node.int('exclusive', 0) === 0) return [all];
    // The elements before it: those of its neighbour.
    const [low, high] = isReversed ? [-1, 1] : [1, -1];
    return [build.pad(all, build.scalar(x, start), along(low, 0), along(high, 0))];
  };

/** Importers of operations on the order of elements. */
export const orderOps: Readonly<Record<string, NodeImporter>> = {
  ArgMax: extreme(false),
  ArgMin: extreme(true),
  Hardmax: hardmax,
  TopK: topK,
  CumSum: cumulative(AddOp, 0),
  CumProd: cumulative(MulOp, 1),
};
