import { ScaledDotOp } from '@shardform/dialect-hlo';
import * as hlo from '@shardform/dialect-stablehlo';
import {
  elementBitWidth,
  type Operation,
  product,
  RankedTensorType,
  shapeOf,
  type Type,
} from '@shardform/ir-core';
import { attentionFlops, attentionSizes } from '../attention/attention-cost.ts';
import { CHEAP_ELEMENTWISE, DEAR_ELEMENTWISE, FREE, MOVING } from '../operation-kinds.ts';
import { decompositionFactor, elementwiseFlops } from './complex-flops.ts';
import { contractionFlops, einsumFlops, raggedDotFlops } from './contraction-flops.ts';
import { convolutionFlops } from './convolution-flops.ts';
import { customCallFlops } from './custom-call-flops.ts';
import { choleskyFlops, triangularSolveFlops } from './decomposition-flops.ts';
import { fourierFlops } from './fourier-flops.ts';
import { sortFlops, topKFlops } from './order-flops.ts';
import * as regions from './region-flops.ts';

/** Elements of a tensor; none of anything else. */
export function elementsOf(type: Type | undefined): number {
  return type instanceof RankedTensorType ? product(type.shape) : 0;
}

/**
 * Returns the floating-point operations of an operation without control flow; `null` where they are not known.
 *
 * @param flopsOf those of operations in its regions.
 */
export function flopsOfOperation(op: Operation, flopsOf: regions.FlopsOf): number | null {
  const { name } = op;
  const attention = hlo.attentionCall(op);
  if (attention !== null) return attentionFlops(attention.pass, attentionSizes(op, attention), attention);
  if (FREE.has(name) || MOVING.has(name) || MEETING.test(name)) return 0;
  const results = op.results.reduce((sum, { type }) => sum + elementsOf(type), 0);
  const algorithm = ALGORITHMS.get(name);
  if (algorithm !== undefined) return algorithm(op, results, flopsOf);
  const isElementwise = CHEAP_ELEMENTWISE.has(name) || DEAR_ELEMENTWISE.has(name);
  return isElementwise ? results * elementwiseFlops(name, op.getResult().type) : null;
}

/** Returns whether the floating-point operations of operations of a name are known; those of custom calls depend on the target. */
export function hasKnownFlops(name: string): boolean {
  const isSimple =
    FREE.has(name) || MOVING.has(name) || CHEAP_ELEMENTWISE.has(name) || DEAR_ELEMENTWISE.has(name);
  return isSimple || MEETING.test(name) || ALGORITHMS.has(name);
}

/** Between devices, or with the host. */
const MEETING =
  /^stablehlo\.(all_gather|all_reduce|all_to_all|collective_\w+|reduce_scatter|infeed|outfeed|send|recv)$/;

/** Floating-point operations by an operation, the number of elements of its results, and what its regions cost. */
type Count = (op: Operation, results: number, flopsOf: regions.FlopsOf) => number | null;

/** The count of operations of a class; operations of that name are of no other. */
function countOf<Op extends Operation>(
  kind: abstract new (...args: never[]) => Op,
  count: (op: Op, results: number, flopsOf: regions.FlopsOf) => number | null,
): Count {
  return (op, results, flopsOf) => (op instanceof kind ? count(op, results, flopsOf) : null);
}

const ALGORITHMS: ReadonlyMap<string, Count> = new Map<string, Count>([
  [
    'stablehlo.dot_general',
    countOf(hlo.DotGeneralOp, (op, results) =>
      contractionFlops(op.lhs.type, results, op.dotDimensionNumbers),
    ),
  ],
  [
    'hlo.scaled_dot',
    countOf(ScaledDotOp, (op, results) => contractionFlops(op.lhs.type, results, op.dotDimensionNumbers)),
  ],
  [
    'stablehlo.dot',
    (op, results) =>
      contractionFlops(op.getOperand(0).type, results, {
        lhsContractingDimensions: [shapeOf(op.getOperand(0).type).length - 1],
      }),
  ],
  ['stablehlo.einsum', countOf(hlo.EinsumOp, einsumFlops)],
  ['stablehlo.unary_einsum', (op) => operandElements(op, 0)],
  ['chlo.ragged_dot', countOf(hlo.chlo.RaggedDotOp, raggedDotFlops)],
  ['stablehlo.convolution', countOf(hlo.ConvolutionOp, convolutionFlops)],
  ['stablehlo.dynamic_conv', countOf(hlo.DynamicConvOp, convolutionFlops)],
  ['stablehlo.custom_call', countOf(hlo.CustomCallOp, customCallFlops)],
  ['stablehlo.convert', (op, results) => (op.getOperand(0).type === op.getResult(0).type ? 0 : results)],
  [
    'stablehlo.map',
    countOf(hlo.MapOp, (op, results, flopsOf) => results * regions.regionFlops(op.computation, flopsOf)),
  ],
  ['stablehlo.reduce', countOf(hlo.ReduceOp, (op, _, flopsOf) => regions.reductionFlops(op, flopsOf))],
  [
    'stablehlo.reduce_window',
    countOf(hlo.ReduceWindowOp, (op, _, flopsOf) => regions.windowFlops(op, flopsOf)),
  ],
  [
    'stablehlo.select_and_scatter',
    countOf(hlo.SelectAndScatterOp, (op, _, flopsOf) => regions.selectAndScatterFlops(op, flopsOf)),
  ],
  ['stablehlo.scatter', countOf(hlo.ScatterOp, (op, _, flopsOf) => regions.scatterFlops(op, flopsOf))],
  ['chlo.scan', countOf(hlo.chlo.ScanOp, (op, _, flopsOf) => regions.scanFlops(op, flopsOf))],
  ['stablehlo.sort', countOf(hlo.SortOp, sortFlops)],
  ['chlo.top_k', countOf(hlo.chlo.TopKOp, (op) => topKFlops(shapeOf(op.operand.type), op.k.number))],
  ['stablehlo.fft', countOf(hlo.FftOp, fourierFlops)],
  [
    'stablehlo.cholesky',
    countOf(hlo.CholeskyOp, ({ a: { type } }) => {
      const n = type.dimSize(-1);
      return (elementsOf(type) / Math.max(1, n * n)) * decompositionFactor(type) * choleskyFlops(n);
    }),
  ],
  [
    'stablehlo.triangular_solve',
    countOf(hlo.TriangularSolveOp, ({ a, b, unitDiagonal }) => {
      const n = a.type.dimSize(-1);
      const systems = elementsOf(b.type) / Math.max(1, n);
      return systems * decompositionFactor(b.type) * triangularSolveFlops(n, unitDiagonal.value === 1n);
    }),
  ],
  ['stablehlo.rng', (op) => randomFlops(op.getResult(0).type)],
  ['stablehlo.rng_bit_generator', (op) => randomFlops(op.getResult(1).type)],
  // Sums of the elements and of the squares of their differences, which are then scaled and moved twice.
  ['stablehlo.batch_norm_training', (op) => 7 * operandElements(op, 0)],
  ['stablehlo.batch_norm_grad', (op) => 9 * operandElements(op, 0)],
  ['stablehlo.batch_norm_inference', (op) => 4 * operandElements(op, 0)],
]);

function operandElements(op: Operation, index: number): number {
  return elementsOf(op.getOperand(index).type);
}

/** Threefry takes 20 rounds of five integer operations for two words of 32 bits. */
function randomFlops(type: Type): number {
  const bits = type instanceof RankedTensorType ? (elementBitWidth(type.elementType) ?? 32) : 32;
  return 50 * Math.max(1, bits / 32) * elementsOf(type);
}
