import * as hlo from '@shardform/dialect-stablehlo';
import type { InterfaceImplementation } from '@shardform/ir-core';
import { isArrayKind, type NdArray } from '../array/index.ts';
import { interpretable } from '../interpreter/interpretable.ts';
import {
  type Accumulation,
  type ConvWindow,
  convert,
  convolution,
  dotGeneral,
  einsum,
  reducePrecision,
} from '../kernels/index.ts';
import { kindOf, numbersOf } from './types.ts';
import { checkedWindows } from './windows.ts';

/**
 * Computes a contraction in the precision of its algorithm. Algorithms that split operands into several numbers of the
 * precision type compute with the full operands.
 */
function dotGeneralOf(op: hlo.DotGeneralOp, lhs: NdArray, rhs: NdArray, accumulation: Accumulation): NdArray {
  const kind = kindOf(op, op.result.type);
  const { algorithm } = op;
  if (algorithm === null) return dotGeneral(lhs, rhs, op.dotDimensionNumbers, kind, accumulation);
  const left = algorithm.lhsComponentCount > 1 ? lhs : inPrecision(lhs, String(algorithm.lhsPrecisionType));
  const right = algorithm.rhsComponentCount > 1 ? rhs : inPrecision(rhs, String(algorithm.rhsPrecisionType));
  const sums = String(algorithm.accumulationType);
  const product = dotGeneral(
    left,
    right,
    op.dotDimensionNumbers,
    isArrayKind(sums) ? sums : kind,
    accumulation,
  );
  return convert(product, kind);
}

function inPrecision(x: NdArray, type: string): NdArray {
  if (type === 'tf32') return reducePrecision(convert(x, 'f32'), 8, 10);
  return isArrayKind(type) ? convert(x, type) : x;
}

/** The window of a convolution; `padding` by spatial dimension, unless the attribute has it. */
function convWindow(
  op: hlo.ConvolutionOp | hlo.DynamicConvOp,
  rhs: NdArray,
  padding: readonly number[] | null,
): ConvWindow {
  const { kernelSpatialDimensions: kernelSpatial } = op.dimensionNumbers;
  const windows = checkedWindows(
    op,
    hlo.windowDimensions({
      sizes: kernelSpatial.map((dim) => rhs.shape[dim]),
      strides: op.windowStrides,
      padding: op instanceof hlo.ConvolutionOp ? op.padding : null,
      baseDilations: op.lhsDilation,
      windowDilations: op.rhsDilation,
    }),
  );
  return {
    windows: windows.map((window, i) =>
      padding === null ? window : { ...window, padLow: padding[2 * i], padHigh: padding[2 * i + 1] },
    ),
    reversed: kernelSpatial.map((_, i) => op.windowReversal?.numbers()[i] === 1),
    featureGroups: op.featureGroupCount.number,
    batchGroups: op.batchGroupCount.number,
  };
}

/** Sums of products. */
export const contractionInterpreters: readonly InterfaceImplementation[] = [
  interpretable.implementFor(hlo.DotGeneralOp, (op) => ([lhs, rhs], state) => [
    dotGeneralOf(op, lhs, rhs, state.machine.accumulation),
  ]),
  interpretable.implementFor(hlo.DotOp, (op) => ([lhs, rhs], state) => {
    const dims = {
      lhsBatchingDimensions: [],
      rhsBatchingDimensions: [],
      lhsContractingDimensions: [lhs.shape.length - 1],
      rhsContractingDimensions: [0],
    };
    return [dotGeneral(lhs, rhs, dims, kindOf(op, op.result.type), state.machine.accumulation)];
  }),
  interpretable.implementFor(hlo.EinsumOp, (op) => ([lhs, rhs], state) => {
    const kind = kindOf(op, op.result.type);
    return [
      einsum([convert(lhs, kind), convert(rhs, kind)], op.einsumConfig.value, state.machine.accumulation),
    ];
  }),
  interpretable.implementFor(hlo.UnaryEinsumOp, (op) => ([x], state) => [
    einsum([x], op.einsumConfig.value, state.machine.accumulation),
  ]),
  interpretable.implementFor(hlo.ConvolutionOp, (op) => ([lhs, rhs], state) => {
    const dimensions = op.dimensionNumbers;
    return [
      convolution(
        lhs,
        rhs,
        dimensions,
        convWindow(op, rhs, null),
        kindOf(op, op.result.type),
        state.machine.accumulation,
      ),
    ];
  }),
  interpretable.implementFor(hlo.DynamicConvOp, (op) => ([lhs, rhs, padding], state) => {
    const dimensions = op.dimensionNumbers;
    const window = convWindow(op, rhs, numbersOf(padding));
    return [
      convolution(lhs, rhs, dimensions, window, kindOf(op, op.result.type), state.machine.accumulation),
    ];
  }),
];
