import {
  type DenseArrayAttr,
  DYNAMIC,
  pattern,
  type RankedTensorType,
  type Rewriter,
  type RewritePattern,
  type Value,
  zip,
} from '@shardform/ir-core';
import {
  ConcatenateOp,
  constantSizes,
  DynamicSliceOp,
  DynamicUpdateSliceOp,
  GatherOp,
  ReshapeOp,
  SliceOp,
} from '@shardform/dialect-stablehlo';
import { constantElements, isSplatOf, splatNumber } from '../constant-values.ts';
import { dimensionList, isIota } from './dimension-lists.ts';
import { replaceByNew, replaceByValue } from './replace.ts';

/** Bounds and strides of a slice, as `SliceOp.create` takes them. */
interface SliceArgs {
  readonly operand: Value;
  readonly startIndices: DenseArrayAttr;
  readonly limitIndices: DenseArrayAttr;
  readonly strides: DenseArrayAttr;
}

function sliceArgs(
  operand: Value,
  starts: readonly number[],
  limits: readonly number[],
  strides: readonly number[] = starts.map(() => 1),
): SliceArgs {
  return {
    operand,
    startIndices: dimensionList(starts),
    limitIndices: dimensionList(limits),
    strides: dimensionList(strides),
  };
}

const wholeSlice = /* @__PURE__ */ pattern(
  SliceOp,
  'slice of everything',
  // Of equal types, a slice that starts anywhere else would not end in the operand.
  (op, rewriter) => op.operand.type.hasStaticShape && replaceByValue(rewriter, op, op.operand),
);

/** A slice of only those operands of a concatenation that it reaches. */
const sliceOfConcatenate = /* @__PURE__ */ pattern(SliceOp, 'slice of concatenate', (op, rewriter) => {
  const whole = op.operand.definingOp;
  if (!(whole instanceof ConcatenateOp)) return false;
  const dimension = whole.dimension.number;
  const [starts, limits] = [op.startIndices.numbers(), op.limitIndices.numbers()];
  const [start, limit] = [starts[dimension]!, limits[dimension]!];
  const reached: Value<RankedTensorType>[] = [];
  let skipped = 0;
  let end = 0;
  for (const input of whole.inputs) {
    const size = input.type.dimSize(dimension);
    if (size === DYNAMIC) return false;
    if (end + size <= start) skipped += size;
    else if (end < limit) reached.push(input);
    end += size;
  }
  if (reached.length === 0 || reached.length === whole.inputs.length) return false;
  // A second concatenation beside the first would be more work, not less.
  if (reached.length > 1 && !op.operand.hasOneUse) return false;
  const operand = reached.length === 1 ? reached[0]! : joined(reached, whole, rewriter);
  const move = (list: readonly number[]): number[] =>
    list.map((at, d) => (d === dimension ? at - skipped : at));
  const args = sliceArgs(operand, move(starts), move(limits), op.strides.numbers());
  return replaceByNew(rewriter, op, SliceOp, args);
});

/** Some operands of a concatenation, joined. */
function joined(
  inputs: readonly Value<RankedTensorType>[],
  { dimension }: ConcatenateOp,
  rewriter: Rewriter,
): Value {
  const length = inputs.reduce((sum, { type }) => sum + type.dimSize(dimension.number), 0);
  const { type } = inputs[0]!;
  const result = type.withShape(type.shape.with(dimension.number, length));
  return rewriter.create(ConcatenateOp, { inputs, dimension }, [result]).result;
}

/** Clamps the start of a slice of size `part` so that it ends in the operand. */
function clamped(place: number, size: number, part: number): number {
  return Math.min(Math.max(place, 0), size - part);
}

const dynamicSliceAsSlice = /* @__PURE__ */ pattern(
  DynamicSliceOp,
  'dynamic_slice as slice',
  (op, rewriter) => {
    const { type } = op.operand;
    const places = op.startIndices.map((index) => splatNumber(constantElements(index)));
    if (!type.hasStaticShape || places.some((place) => place === null)) return false;
    const sizes = op.sliceSizes.numbers();
    const starts = zip(places, sizes).map(([place, size], d) =>
      clamped(Number(place), type.dimSize(d), size),
    );
    const limits = zip(starts, sizes).map(([start, size]) => start + size);
    return replaceByNew(rewriter, op, SliceOp, sliceArgs(op.operand, starts, limits));
  },
);

const updateOfNothing = /* @__PURE__ */ pattern(
  DynamicUpdateSliceOp,
  'dynamic_update_slice of nothing',
  (op, rewriter) => {
    const { type } = op.update;
    if (!type.hasStaticShape || type.elementCount > 0) return false;
    return replaceByValue(rewriter, op, op.operand);
  },
);

const updateOfEverything = /* @__PURE__ */ pattern(
  DynamicUpdateSliceOp,
  'dynamic_update_slice of everything',
  (op, rewriter) => {
    const { type } = op.update;
    if (!type.hasStaticShape || type !== op.operand.type) return false;
    return op.startIndices.every((index) => isSplatOf(index, 0)) && replaceByValue(rewriter, op, op.update);
  },
);

/** A gather of one slice at constant indices. */
const gatherAsSlice = /* @__PURE__ */ pattern(GatherOp, 'gather as slice', (op, rewriter) => {
  const { type } = op.operand;
  const { offsetDims, collapsedSliceDims, operandBatchingDims, startIndexMap, indexVectorDim } =
    op.dimensionNumbers;
  const indices = op.startIndices.type;
  const isOnePlace = indices.rank === 0 || (indices.rank === 1 && indexVectorDim === 0);
  const places = isOnePlace ? constantSizes(op.startIndices) : null;
  if (places === null || !type.hasStaticShape || operandBatchingDims.length > 0 || !isIota(offsetDims))
    return false;
  const sizes = op.sliceSizes.numbers();
  const starts = sizes.map(() => 0);
  zip(startIndexMap, places).forEach(
    ([d, place]) => (starts[d] = clamped(place, type.dimSize(d), sizes[d]!)),
  );
  const limits = zip(starts, sizes).map(([start, size]) => start + size);
  const args = sliceArgs(op.operand, starts, limits);
  if (collapsedSliceDims.length === 0) return replaceByNew(rewriter, op, SliceOp, args);
  const part = rewriter.create(SliceOp, args, [type.withShape(sizes)]).result;
  return replaceByNew(rewriter, op, ReshapeOp, { operand: part });
});

/** Patterns of operations that take or replace slices of tensors. */
export const slicePatterns: readonly RewritePattern[] = [
  wholeSlice,
  sliceOfConcatenate,
  dynamicSliceAsSlice,
  updateOfNothing,
  updateOfEverything,
  gatherAsSlice,
];
