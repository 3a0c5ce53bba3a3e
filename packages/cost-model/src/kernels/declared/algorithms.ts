import * as hlo from '@shardform/dialect-hlo';
import * as stablehlo from '@shardform/dialect-stablehlo';
import {
  type InterfaceImplementation,
  type Operation,
  type OpWithDefinition,
  shapeOf,
} from '@shardform/ir-core';
import { productsOf } from '../arithmetic.ts';
import { callArithmetic, callFlops, type CallLike } from '../call-cost.ts';
import { decompositionFactor } from '../flops/complex-flops.ts';
import { contractionFlops, dotFlops, einsumFlops, raggedDotFlops } from '../flops/contraction-flops.ts';
import { convolutionFlops } from '../flops/convolution-flops.ts';
import { choleskyFlops, triangularSolveFlops } from '../flops/decomposition-flops.ts';
import { fourierFlops } from '../flops/fourier-flops.ts';
import { sortFlops, topKFlops } from '../flops/order-flops.ts';
import { randomFlops } from '../flops/random-flops.ts';
import {
  type Executions,
  reductionExecutions,
  scanExecutions,
  selectAndScatterExecutions,
  windowExecutions,
} from '../flops/region-executions.ts';
import { type FusionRole } from '../fusion-role.ts';
import { kernelCost } from '../kernel-cost.ts';
import { elementsOf, operandElements, resultElements } from '../tensor-size.ts';

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

/** An algorithm that executes its regions for elements. */
function combination<T extends Operation>(
  op: OpWithDefinition<T>,
  executions: (op: T) => Executions,
  details: { readonly fusion?: FusionRole } = {},
): InterfaceImplementation {
  return kernelCost.implementFor(op, (own) => ({
    ...details,
    kind: 'algorithm',
    executions: () => executions(own),
  }));
}

/** Operations whose floating-point operations are neither none nor one for each element. */
export const algorithmCosts: readonly InterfaceImplementation[] = [
  productOf(stablehlo.DotGeneralOp, dimensionedFlops),
  productOf(hlo.ScaledDotOp, dimensionedFlops),
  productOf(stablehlo.DotOp, dotFlops),
  productOf(stablehlo.EinsumOp, einsumFlops),
  productOf(chlo.RaggedDotOp, raggedDotFlops),
  productOf(stablehlo.ConvolutionOp, convolutionFlops),
  productOf(stablehlo.DynamicConvOp, convolutionFlops),
  ...[stablehlo.CustomCallOp, stablehlo.CompositeOp].map((op) =>
    kernelCost.implementFor<CallLike>(op, (own) => ({
      kind: 'algorithm',
      flops: () => callFlops(own),
      arithmetic: () => callArithmetic(own),
    })),
  ),
  algorithm(stablehlo.UnaryEinsumOp, (op) => operandElements(op, 0)),
  combination(stablehlo.ReduceOp, reductionExecutions, { fusion: 'root' }),
  combination(stablehlo.ReduceWindowOp, windowExecutions),
  combination(stablehlo.SelectAndScatterOp, selectAndScatterExecutions),
  combination(chlo.ScanOp, scanExecutions),
  algorithm(stablehlo.SortOp, sortFlops, { memory: 'update' }),
  algorithm(chlo.TopKOp, (op) => topKFlops(shapeOf(op.operand.type), op.k.number)),
  algorithm(stablehlo.FftOp, fourierFlops),
  algorithm(stablehlo.CholeskyOp, ({ a: { type } }) => {
    const n = type.dimSize(-1);
    return (elementsOf(type) / Math.max(1, n * n)) * decompositionFactor(type) * choleskyFlops(n);
  }),
  algorithm(stablehlo.TriangularSolveOp, ({ a, b: { type }, unitDiagonal }) => {
    const n = a.type.dimSize(-1);
    const systems = elementsOf(type) / Math.max(1, n);
    return systems * decompositionFactor(type) * triangularSolveFlops(n, unitDiagonal.value === 1n);
  }),
  algorithm(stablehlo.RngOp, (op) => randomFlops(op.getResult(0).type)),
  algorithm(stablehlo.RngBitGeneratorOp, (op) => randomFlops(op.getResult(1).type)),
  // Sums of the elements and of the squares of their differences, which are then scaled and moved twice.
  algorithm(stablehlo.BatchNormTrainingOp, (op) => 7 * operandElements(op, 0)),
  algorithm(stablehlo.BatchNormGradOp, (op) => 9 * operandElements(op, 0)),
  algorithm(stablehlo.BatchNormInferenceOp, (op) => 4 * operandElements(op, 0)),
];

function dimensionedFlops(op: stablehlo.DotGeneralOp | hlo.ScaledDotOp, results: number): number {
  return contractionFlops(op.lhs.type, results, op.dotDimensionNumbers);
}
