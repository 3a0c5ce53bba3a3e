import * as hlo from '@shardform/dialect-hlo';
import * as stablehlo from '@shardform/dialect-stablehlo';
import {
  type InterfaceImplementation,
  type Operation,
  type OpWithDefinition,
  product,
  RankedTensorType,
  shapeOf,
} from '@shardform/ir-core';
import { productsOf } from '../arithmetic.ts';
import { callArithmetic, callFlops, type CallLike } from '../call-cost.ts';
import { customCallFlops } from '../custom-call-cost.ts';
import { type FusionRole } from '../fusion-role.ts';
import { kernelCost } from '../kernel-cost.ts';
import { operandElements, resultElements } from '../tensor-size.ts';

const { chlo } = stablehlo;

/** An algorithm whose floating-point operations follow from the operation and the number of elements of its results. */
function algorithm<T extends Operation>(
  op: OpWithDefinition<T>,
  flops: (op: T, results: number) => number | null,
  details: { readonly fusion?: FusionRole; readonly memory?: 'update' } = {},
): InterfaceImplementation {
  return kernelCost.implementFor(op, (own) => ({
    ...details,
    kind: 'algorithm',
    flops: () => flops(own, resultElements(own)),
  }));
}

/** An algorithm that multiplies matrices of the element type of its first operand. */
function productOf<T extends Operation>(
  op: OpWithDefinition<T>,
  flops: (op: T, results: number) => number | null,
): InterfaceImplementation {
  return kernelCost.implementFor(op, (own) => ({
    kind: 'algorithm',
    flops: () => flops(own, resultElements(own)),
    arithmetic: () => productsOf(own, 0),
  }));
}

/** Threefry: 20 rounds of a few integer operations for two words. */
const RANDOM_FLOPS = 50;

/** Operations whose floating-point operations are neither none nor one for each element. */
export const algorithmCosts: readonly InterfaceImplementation[] = [
  productOf(stablehlo.DotGeneralOp, contractionFlops),
  productOf(stablehlo.ConvolutionOp, (op) => convolutionFlops(op)),
  productOf(stablehlo.DynamicConvOp, (op) => convolutionFlops(op)),
  productOf(stablehlo.DotOp, (op, results) => 2 * results * (shapeOf(op.getOperand(0).type).at(-1) ?? 1)),
  productOf(stablehlo.EinsumOp, productFlops),
  productOf(chlo.RaggedDotOp, productFlops),
  productOf(hlo.ScaledDotOp, productFlops),
  ...[stablehlo.CustomCallOp, stablehlo.CompositeOp].map((op) =>
    kernelCost.implementFor<CallLike>(op, (own) => ({
      kind: 'algorithm',
      flops: () => callFlops(own),
      arithmetic: () => callArithmetic(own),
    })),
  ),
  algorithm(stablehlo.UnaryEinsumOp, (op) => operandElements(op, 0)),
  algorithm(stablehlo.ReduceOp, (op) => operandElements(op, 0) * op.results.length, { fusion: 'root' }),
  algorithm(stablehlo.ReduceWindowOp, (op, results) =>
    windowFlops(op, results, op.windowDimensions.numbers()),
  ),
  algorithm(stablehlo.SelectAndScatterOp, (op, results) =>
    windowFlops(op, results, op.windowDimensions?.numbers() ?? []),
  ),
  algorithm(stablehlo.SortOp, (op) => sortFlops(op, op.dimension?.number ?? -1), { memory: 'update' }),
  algorithm(chlo.TopKOp, (op) => sortFlops(op, -1)),
  algorithm(chlo.ScanOp, (op, results) => Math.max(results, operandElements(op, 0))),
  algorithm(stablehlo.FftOp, fftFlops),
  algorithm(stablehlo.CholeskyOp, (op, results) => customCallFlops('cholesky', shapesOf(op), results)),
  algorithm(stablehlo.TriangularSolveOp, (op, results) => customCallFlops('trsm', shapesOf(op), results)),
  algorithm(stablehlo.RngOp, (_, results) => RANDOM_FLOPS * results),
  algorithm(stablehlo.RngBitGeneratorOp, (_, results) => RANDOM_FLOPS * results),
  algorithm(stablehlo.BatchNormTrainingOp, (op) => 10 * operandElements(op, 0)),
  algorithm(stablehlo.BatchNormGradOp, (op) => 10 * operandElements(op, 0)),
  algorithm(stablehlo.BatchNormInferenceOp, (op) => 4 * operandElements(op, 0)),
];

function contractionFlops(op: stablehlo.DotGeneralOp, results: number): number {
  const { shape } = op.lhs.type;
  return op.dotDimensionNumbers.lhsContractingDimensions.reduce(
    (flops, dim) => flops * shape[dim],
    2 * results,
  );
}

/** Each result is a sum over the kernel's window and its input features, which the kernel has by output feature. */
function convolutionFlops(op: stablehlo.ConvolutionOp | stablehlo.DynamicConvOp): number {
  const { kernelOutputFeatureDimension: feature } = op.dimensionNumbers;
  return (2 * resultElements(op) * operandElements(op, 1)) / shapeOf(op.getOperand(1).type)[feature];
}

/** Of a product without batches: each dimension is one of two of the three tensors. */
function productFlops(op: Operation, results: number): number {
  return 2 * Math.sqrt(results * operandElements(op, 0) * operandElements(op, 1));
}

function windowFlops(op: Operation, results: number, window: readonly number[]): number {
  return Math.max(operandElements(op, 0), results) * product(window);
}

function sortFlops(op: Operation, dimension: number): number {
  const length = shapeOf(op.getOperand(0).type).at(dimension) ?? 1;
  return operandElements(op, 0) * Math.max(1, Math.log2(length));
}

function fftFlops(op: Operation, results: number): number {
  const length = shapeOf(op.getOperand(0).type).at(-1) ?? 1;
  return 5 * Math.max(operandElements(op, 0), results) * Math.max(1, Math.log2(length));
}

function shapesOf(op: Operation): (readonly number[])[] {
  return op.operandValues().flatMap(({ type }) => (type instanceof RankedTensorType ? [type.shape] : []));
}
