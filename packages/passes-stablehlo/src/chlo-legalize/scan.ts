import {
  type ConversionPattern,
  conversionPattern,
  type ConversionRewriter,
  DenseArrayAttr,
  DYNAMIC,
  i64,
  RankedTensorType,
  type Value,
  zip,
} from '@shardform/ir-core';
import {
  BroadcastInDimOp,
  chlo,
  DynamicSliceOp,
  DynamicUpdateSliceOp,
  ReshapeOp,
  ReturnOp,
  WhileOp,
} from '@shardform/dialect-stablehlo';
import { hasNumbers, rankedType, splat } from './constant-like.ts';
import { Formula } from './formula.ts';
import { dimensionSize } from './run-time-shape.ts';

const index = /* @__PURE__ */ RankedTensorType.get([], i64);

/**
 * Expands `scan` into a loop that counts along the dimension. It carries the counter, the carries and the outputs, which
 * start as zeros. Beside the scanned dimension of inputs, all sizes have to be known.
 */
export const scanPattern: ConversionPattern = /* @__PURE__ */ conversionPattern(
  chlo.ScanOp,
  'expand-chlo.scan',
  (op, { inputs, inits }, rewriter) => {
    const dimension = op.dimension.number;
    const outputTypes = op.outputs.map(({ type }) => type);
    const areKnown = outputTypes.every(
      (type) => type instanceof RankedTensorType && type.hasStaticShape && hasNumbers(type),
    );
    if (!areKnown || !inputs.every((input) => isStaticBeside(input, dimension))) return false;

    const [input] = inputs;
    const size =
      input === undefined
        ? splat(rewriter, index, op.scanDimSize?.number ?? rankedType(op.outputs[0]!).dimSize(dimension))
        : dimensionSize(rewriter, input, dimension);
    const counter = splat(rewriter, index, 0);
    const outputs = op.outputs.map((output) => zeros(rewriter, rankedType(output)));
    const operand = [counter, ...inits, ...outputs];
    const types = operand.map(({ type }) => type);
    const loop = rewriter.create(WhileOp, { operand }, types);
    rewriter.atSavedPoint(() => {
      const { arguments: carried } = rewriter.createBlock(loop.cond, types);
      const isInside = new Formula(rewriter).compare(carried[0]!, 'LT', size);
      rewriter.create(ReturnOp, { results: [isInside] }, []);
      buildBody(op, inputs, size, loop, rewriter);
    });
    const results = loop.results.slice(1);
    const carries = results.slice(0, inits.length);
    rewriter.replaceOp(op, [...results.slice(inits.length), ...carries]);
    return true;
  },
);

function buildBody(
  op: chlo.ScanOp,
  inputs: readonly Value[],
  size: Value,
  loop: WhileOp,
  rewriter: ConversionRewriter,
): void {
  const f = new Formula(rewriter);
  const dimension = op.dimension.number;
  const block = rewriter.createBlock(loop.body, loop.operandTypes());
  const [counter, ...carried] = block.arguments;
  const carryCount = op.inits.length;
  const [carries, outputs] = [carried.slice(0, carryCount), carried.slice(carryCount)];
  const isReverse = op.isReverse?.value === 1n;
  const place = isReverse ? f.sub(f.sub(size, counter!), splat(rewriter, index, 1)) : counter!;

  const slices = inputs.map((input) => sliceOfInput(rewriter, input, dimension, place));
  const { entry } = op.body;
  rewriter.inlineBlock(entry, block, null, [...slices, ...carries]);
  const returned = block.getTerminator();
  const values = returned.operandValues();
  rewriter.eraseOp(returned);
  rewriter.setInsertionPointToEnd(block);

  const outputCount = outputs.length;
  const updated = zip(outputs, values).map(([output, value]) =>
    withSlice(rewriter, output, value, dimension, place),
  );
  const next = f.add(counter!, splat(rewriter, index, 1));
  const results = [next, ...values.slice(outputCount), ...updated];
  rewriter.create(ReturnOp, { results }, []);
}

function isStaticBeside(value: Value, dimension: number): boolean {
  const { type } = value;
  return (
    type instanceof RankedTensorType && type.shape.every((size, d) => size !== DYNAMIC || d === dimension)
  );
}

function zeros(rewriter: ConversionRewriter, type: RankedTensorType): Value {
  const operand = splat(rewriter, RankedTensorType.get([], type.elementType), 0);
  const broadcastDimensions = DenseArrayAttr.get(i64, []);
  return rewriter.create(BroadcastInDimOp, { operand, broadcastDimensions }, [type]).result;
}

/** Indices that are zero but for the scanned dimension. */
function placeIn(
  rewriter: ConversionRewriter,
  type: RankedTensorType,
  dimension: number,
  place: Value,
): Value[] {
  const zero = splat(rewriter, index, 0);
  return type.shape.map((_, d) => (d === dimension ? place : zero));
}

function sliceOfInput(rewriter: ConversionRewriter, operand: Value, dimension: number, place: Value): Value {
  const { shape, elementType } = rankedType(operand);
  const startIndices = placeIn(rewriter, rankedType(operand), dimension, place);
  const sliceSizes = DenseArrayAttr.get(
    i64,
    shape.map((size, d) => (d === dimension ? 1 : size)),
  );
  const slice = rewriter.create(DynamicSliceOp, { operand, startIndices, sliceSizes }).result;
  const rest = shape.filter((_, d) => d !== dimension);
  return rewriter.create(ReshapeOp, { operand: slice }, [RankedTensorType.get(rest, elementType)]).result;
}

/** `operand` with a slice replaced. */
function withSlice(
  rewriter: ConversionRewriter,
  operand: Value,
  slice: Value,
  dimension: number,
  place: Value,
): Value {
  const { shape, elementType } = rankedType(operand);
  const type = RankedTensorType.get(
    shape.map((size, d) => (d === dimension ? 1 : size)),
    elementType,
  );
  const update = rewriter.create(ReshapeOp, { operand: slice }, [type]).result;
  const startIndices = placeIn(rewriter, rankedType(operand), dimension, place);
  return rewriter.create(DynamicUpdateSliceOp, { operand, update, startIndices }).result;
}
