import {
  AddOp,
  MaxOp,
  MinOp,
  numbersAttr,
  reducerOp,
  ReduceWindowOp,
  SelectAndScatterOp,
  tensorOf,
  type WindowDimension,
  windowDimensions,
} from '@shardform/dialect-stablehlo';
import {
  ComplexType,
  type InterfaceImplementation,
  type Operation,
  RankedTensorType,
  type Tensor,
} from '@shardform/ir-core';
import type { GradientBuilder } from '../gradient-builder.ts';
import { COMPLEX_HAS_NO_ORDER, type GradientInput, gradientRule, type Gradients } from '../gradient-rule.ts';
import { combinerOf } from './combining.ts';
import { paddingsBack } from './paddings-back.ts';

function reduceWindowGradients(op: ReduceWindowOp) {
  return (context: GradientInput): Gradients => {
    const { result: g, isWanted, build } = context;
    if (op.inputs.length !== 1) return 'has no gradient for several tensors at once; reduce them one by one';
    const combiner = reducerOp(op.body);
    const input = tensorOf(op.inputs[0]);
    const windows = windowDimensions({
      sizes: op.windowDimensions.numbers(),
      strides: op.windowStrides,
      padding: op.padding,
      baseDilations: op.baseDilations,
      windowDilations: op.windowDilations,
    });
    if (typeof windows === 'string') return windows;
    const isExtremum = combiner instanceof MaxOp || combiner instanceof MinOp;
    if (isExtremum && input.type.elementType instanceof ComplexType) return COMPLEX_HAS_NO_ORDER;
    if (isWanted[1] === true) return 'has no gradient for the value that it starts from';
    if (combiner instanceof AddOp) return [windowSumGradient(g, input, op, windows, build), null];
    const isDense = windows.every(
      ({ baseDilation, windowDilation }) => baseDilation === 1 && windowDilation === 1,
    );
    if (!isExtremum || !isDense) return gradientsByDoubling(op, windows, context);
    const { elementType } = input.type;
    const scatter = build.builder.create(
      SelectAndScatterOp,
      {
        operand: input,
        source: g,
        initValue: build.zeros(RankedTensorType.get([], elementType)),
        windowDimensions: op.windowDimensions,
        windowStrides: op.windowStrides,
        padding: op.padding,
      },
      [input.type],
    );
    build.fillWithComparison(scatter.select, elementType, combiner instanceof MaxOp ? 'GE' : 'LE');
    build.fillWithSum(scatter.scatter, elementType);
    return [scatter.result, null];
  };
}

/** The windows move over the gradients, between which there are as many holes as steps were left out. */
function windowSumGradient(
  g: Tensor,
  input: Tensor,
  op: ReduceWindowOp,
  windows: readonly WindowDimension[],
  build: GradientBuilder,
): Tensor {
  const paddings = paddingsBack(windows, input.type.shape, g.type.shape);
  const spread = build.padWithZeros(
    g,
    paddings.map(([low]) => low),
    paddings.map(([, high]) => high),
    windows.map(({ stride }) => stride - 1),
  );
  const { elementType } = input.type;
  const sum = build.builder.create(
    ReduceWindowOp,
    {
      inputs: [spread],
      initValues: [build.zeros(RankedTensorType.get([], elementType))],
      windowDimensions: op.windowDimensions,
      windowStrides: numbersAttr(windows.map(({ baseDilation }) => baseDilation)),
      baseDilations: null,
      windowDilations: op.windowDilations,
      padding: null,
    },
    [input.type],
  );
  build.fillWithSum(sum.body, elementType);
  return tensorOf(sum.results[0]);
}

/**
 * Any reducer, such as that of a cumulative product: windows of two, four, eight ... elements are combinations of
 * windows half as long, and those of other lengths of windows of these. The operations are differentiated.
 */
function gradientsByDoubling(
  op: ReduceWindowOp,
  windows: readonly WindowDimension[],
  { result: g, build, differentiate }: GradientInput,
): Gradients {
  const [input, init] = [tensorOf(op.inputs[0]), tensorOf(op.initValues[0])];
  if (input.type.elementType !== init.type.elementType || input.type.elementType !== g.type.elementType)
    return 'has no gradient when it computes in another element type, unless it adds';
  const ops: Operation[] = [];
  const recorded = (value: Tensor, before: Tensor): Tensor => {
    if (value !== before) ops.push(value.definingOp!);
    return value;
  };
  const combine = combinerOf(op.body, build, ops);
  let value = recorded(
    build.pad(
      input,
      init,
      windows.map(({ padLow }) => padLow),
      windows.map(({ padHigh }) => padHigh),
      windows.map(({ baseDilation }) => baseDilation - 1),
    ),
    input,
  );
  windows.forEach(({ size, stride, windowDilation }, axis) => {
    /** `count` elements along the axis from `start` on. */
    const along = (from: Tensor, start: number, count: number, step = 1): Tensor => {
      const { shape } = from.type;
      if (start === 0 && count === shape[axis] && step === 1) return from;
      const limit = count === 0 ? start : start + (count - 1) * step + 1;
      const starts = shape.map((_, dim) => (dim === axis ? start : 0));
      const limits = shape.map((whole, dim) => (dim === axis ? limit : whole));
      return recorded(
        build.slice(
          from,
          starts,
          limits,
          shape.map((_, dim) => (dim === axis ? step : 1)),
        ),
        from,
      );
    };
    let power = value;
    let done: Tensor | null = null;
    let doneLength = 0;
    for (let length = 1; length <= size; length *= 2) {
      if ((size & length) !== 0) {
        const places: number = value.type.dimSize(axis) - (doneLength + length - 1) * windowDilation;
        const own = along(power, doneLength * windowDilation, places);
        done = done === null ? own : combine(along(done, 0, places), own);
        doneLength += length;
      }
      if (2 * length > size) break;
      const places = power.type.dimSize(axis) - length * windowDilation;
      power = combine(along(power, 0, places), along(power, length * windowDilation, places));
    }
    value = along(done!, 0, g.type.dimSize(axis), stride);
  });
  return [...differentiate(ops, [[value, g]], [input]), null];
}

/** Rules of reductions in windows. */
export const windowRules: readonly InterfaceImplementation[] = [
  gradientRule.implementFor(ReduceWindowOp, reduceWindowGradients),
];
