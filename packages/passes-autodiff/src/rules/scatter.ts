import {
  AddOp,
  AndOp,
  type BinaryOpClass,
  GatherDimensionNumbersAttr,
  GatherOp,
  IotaOp,
  MaxOp,
  MinOp,
  MulOp,
  numbersAttr,
  ReduceOp,
  reducerOp,
  ScatterOp,
  SubtractOp,
  tensorOf,
} from '@shardform/dialect-stablehlo';
import {
  ComplexType,
  i1,
  i32,
  i64Attr,
  type InterfaceImplementation,
  RankedTensorType,
  type Region,
  type Tensor,
} from '@shardform/ir-core';
import type { GradientBuilder } from '../gradient-builder.ts';
import { COMPLEX_HAS_NO_ORDER, type GradientInput, gradientRule, type Gradients } from '../gradient-rule.ts';

/** Differentiates sums, products, extrema and replacements at listed indices. */
function scatterGradients(op: ScatterOp) {
  return ({ result: g, isWanted, build }: GradientInput): Gradients => {
    if (op.inputs.length !== 1) return 'has no gradient for several tensors at once; scatter them one by one';
    const access = new ScatterAccess(op, build);
    const combiner = reducerOp(op.updateComputation);
    const isUpdateWanted = isWanted[2] === true;
    if (combiner instanceof AddOp) return [g, null, isUpdateWanted ? access.gather(g) : null];
    if (combiner instanceof SubtractOp)
      return [g, null, isUpdateWanted ? build.negate(access.gather(g)) : null];
    if (combiner instanceof MulOp) return productGradients(access, g, isUpdateWanted);
    if (combiner instanceof MaxOp || combiner instanceof MinOp) return extremumGradients(access, g);
    if (isReplacement(op.updateComputation)) return replacementGradients(access, g, isWanted);
    return 'has no gradient unless it adds, subtracts, multiplies, replaces, or takes the maximum or the minimum';
  };
}

/** Returns true if a region returns its second argument. */
function isReplacement(region: Region): boolean {
  const { entry } = region;
  return entry.terminator?.operandValues()[0] === entry.arguments[1];
}

/** The indices at which a scatter writes, for others that write or read there. */
class ScatterAccess {
  readonly op: ScatterOp;
  readonly build: GradientBuilder;
  readonly operand: Tensor;
  readonly updates: Tensor;
  readonly isUnique: boolean;
  #isWritten: Tensor | null = null;

  constructor(op: ScatterOp, build: GradientBuilder) {
    this.op = op;
    this.build = build;
    this.operand = tensorOf(op.inputs[0]);
    this.updates = tensorOf(op.updates[0]);
    this.isUnique = op.uniqueIndices?.value === 1n;
  }

  /** Combines updates into a tensor at the same indices; replaces without a combiner. */
  scatter(into: Tensor, updates: Tensor, combiner: BinaryOpClass | null): Tensor {
    const { op, build } = this;
    const { elementType } = into.type;
    const scatter = build.builder.create(
      ScatterOp,
      {
        inputs: [into],
        scatterIndices: op.scatterIndices,
        updates: [updates],
        scatterDimensionNumbers: op.scatterDimensionNumbers,
        indicesAreSorted: op.indicesAreSorted,
        uniqueIndices: op.uniqueIndices,
      },
      [into.type],
    );
    build.fillRegion(scatter.updateComputation, elementType, (lhs, rhs) =>
      combiner === null ? rhs : build.binary(combiner, lhs, rhs),
    );
    return tensorOf(scatter.results[0]);
  }

  /** Reads the elements at the indices; zeros for updates that are out of bounds, which are not written. */
  gather(from: Tensor): Tensor {
    const { op, build } = this;
    const d = op.scatterDimensionNumbers;

    const windows = d.updateWindowDims.map((dim) => this.updates.type.dimSize(dim));
    const sizes = from.type.shape.map((_, dim) =>
      d.insertedWindowDims.includes(dim) || d.inputBatchingDims.includes(dim) ? 1 : windows.shift()!,
    );
    const type = this.updates.type.withElementType(from.type.elementType);
    const read = tensorOf(
      build.builder.create(
        GatherOp,
        {
          operand: from,
          startIndices: op.scatterIndices,
          dimensionNumbers: GatherDimensionNumbersAttr.get({
            offsetDims: d.updateWindowDims,
            collapsedSliceDims: d.insertedWindowDims,
            operandBatchingDims: d.inputBatchingDims,
            startIndicesBatchingDims: d.scatterIndicesBatchingDims,
            startIndexMap: d.scatterDimsToOperandDims,
            indexVectorDim: d.indexVectorDim,
          }),
          sliceSizes: numbersAttr(sizes),
          indicesAreSorted: op.indicesAreSorted,
        },
        [type],
      ).result,
    );
    this.#isWritten ??= this.#inBounds(sizes);
    return build.select(this.#isWritten, read, build.zeros(type));
  }

  /** For each update, whether it lies inside the operand as a whole. */
  #inBounds(sizes: readonly number[]): Tensor {
    const { op, build } = this;
    const d = op.scatterDimensionNumbers;
    const indices = op.scatterIndices;
    const { shape, elementType } = indices.type;
    const limits = d.scatterDimsToOperandDims.map((dim) => this.operand.type.dimSize(dim) - sizes[dim]!);
    const isScalar = d.indexVectorDim === shape.length;
    const highest = isScalar
      ? build.constant(indices.type, limits[0]!)
      : build.broadcast(build.vector(limits, elementType), indices.type, [d.indexVectorDim]);
    const isInside = build.binary(
      AndOp,
      build.compare(indices, 'GE', build.zeros(indices.type)),
      build.compare(indices, 'LE', highest),
    );
    const all = isScalar ? isInside : conjunction(isInside, d.indexVectorDim, build);
    const target = this.updates.type.withElementType(i1);
    const places = target.shape.flatMap((_, dim) => (d.updateWindowDims.includes(dim) ? [] : [dim]));
    return build.broadcast(all, target, places);
  }
}

/** Returns true if all elements along a dimension are true. */
function conjunction(flags: Tensor, dim: number, build: GradientBuilder): Tensor {
  const { builder } = build;
  const scalar = RankedTensorType.get([], i1);
  const shape = flags.type.shape.filter((_, at) => at !== dim);
  const reduce = builder.create(
    ReduceOp,
    { inputs: [flags], initValues: [build.constant(scalar, 1)], dimensions: numbersAttr([dim]) },
    [RankedTensorType.get(shape, i1)],
  );
  build.fillRegion(reduce.body, i1, (lhs, rhs) => build.binary(AndOp, lhs, rhs));
  return tensorOf(reduce.results[0]);
}

function productGradients(access: ScatterAccess, g: Tensor, isUpdateWanted: boolean): Gradients {
  const { build, operand, updates, isUnique } = access;
  if (isUpdateWanted && !isUnique)
    return 'has no gradient for factors whose indices may repeat; set unique_indices where they do not';
  return [
    access.scatter(g, updates, MulOp),
    null,
    isUpdateWanted ? access.gather(build.multiply(g, operand)) : null,
  ];
}

/** Shares the gradient of an element among all that reach its extremum: updates, and what was there before. */
function extremumGradients(access: ScatterAccess, g: Tensor): Gradients {
  const { op, build, operand, updates } = access;
  if (operand.type.elementType instanceof ComplexType) return COMPLEX_HAS_NO_ORDER;
  const result = tensorOf(op.results[0]);
  const ones = (type: RankedTensorType): Tensor => build.constant(type, 1);
  const zeros = (type: RankedTensorType): Tensor => build.zeros(type);
  const isKept = build.compare(operand, 'EQ', result);
  const isReached = build.compare(updates, 'EQ', access.gather(result));
  const kept = build.select(isKept, ones(operand.type), zeros(operand.type));
  const reached = build.select(isReached, ones(updates.type), zeros(updates.type));
  const share = build.divide(g, access.scatter(kept, reached, AddOp));
  return [
    build.select(isKept, share, zeros(g.type)),
    null,
    build.select(isReached, access.gather(share), zeros(updates.type)),
  ];
}

/** Gives the gradient, where indices repeat, to the update whose value the element has in the end. */
function replacementGradients(access: ScatterAccess, g: Tensor, isWanted: readonly boolean[]): Gradients {
  const { build, operand, updates, isUnique } = access;
  const into = isWanted[0] === true ? access.scatter(g, build.zeros(updates.type), null) : null;
  if (isWanted[2] !== true) return [into, null, null];
  const gathered = access.gather(g);
  if (isUnique || updates.type.elementCount === 0) return [into, null, gathered];
  const flat = RankedTensorType.get([updates.type.elementCount], i32);
  const count = tensorOf(build.builder.create(IotaOp, { iotaDimension: i64Attr(0) }, [flat]).output);
  const ids = build.reshape(count, updates.type.shape);
  const winners = access.scatter(build.zeros(operand.type.withElementType(i32)), ids, null);
  const isWinner = build.compare(ids, 'EQ', access.gather(winners));
  return [into, null, build.select(isWinner, gathered, build.zeros(updates.type))];
}

/** Rules of combinations at listed indices. */
export const scatterRules: readonly InterfaceImplementation[] = [
  gradientRule.implementFor(ScatterOp, scatterGradients),
];
