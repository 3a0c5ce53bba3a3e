import type * as hlo from '@shardform/dialect-stablehlo';
import { type WindowDimension, windowDimensions } from '@shardform/dialect-stablehlo';
import { type Operation, product, type Region, shapeOf, type Type, lastOf } from '@shardform/ir-core';
import { occupiedPlaces, windowPositions } from './window-positions.ts';

/** Floating-point operations of an operation in a region. */
export type FlopsOf = (op: Operation) => number;

/** Returns the floating-point operations of one execution of a region. */
export function regionFlops({ blocks }: Region, flopsOf: FlopsOf): number {
  let flops = 0;
  for (const op of blocks[0] ?? []) if (!op.definition.isTerminator) flops += flopsOf(op);
  return flops;
}

/** Returns those of a reduction: its region combines all elements of a sum with one less execution. */
export function reductionFlops(op: hlo.ReduceOp, flopsOf: FlopsOf): number {
  const [inputs, results] = [elements(op.getOperand(0).type), elements(op.getResult(0).type)];
  return Math.max(0, inputs - results) * regionFlops(op.body, flopsOf);
}

/** Returns those of a reduction in windows, of the elements that are not padding. `null` if its window is none. */
export function windowFlops(op: hlo.ReduceWindowOp, flopsOf: FlopsOf): number | null {
  const windows = op.windows();
  if (typeof windows === 'string') return null;
  const [input, result] = [op.getOperand(0).type, op.getResult(0).type];
  return combinationsOf(input, result, windows) * regionFlops(op.body, flopsOf);
}

/** Returns those of a selection in windows, each of which adds an element of the source. `null` if its window is none. */
export function selectAndScatterFlops(op: hlo.SelectAndScatterOp, flopsOf: FlopsOf): number | null {
  const windows = windowDimensions({
    sizes: op.windowDimensions?.numbers() ?? [],
    strides: op.windowStrides,
    padding: op.padding,
    baseDilations: null,
    windowDilations: null,
  });
  if (typeof windows === 'string') return null;
  const selections = combinationsOf(op.operand.type, op.source.type, windows);
  return (
    selections * regionFlops(op.select, flopsOf) + elements(op.source.type) * regionFlops(op.scatter, flopsOf)
  );
}

/** Returns those of a scatter, which combines each element of the updates with one of the operand. */
export function scatterFlops(op: hlo.ScatterOp, flopsOf: FlopsOf): number {
  return elements(lastOf(op.operandValues()).type) * regionFlops(op.updateComputation, flopsOf);
}

/** Returns those of a scan, whose region goes along a dimension. */
export function scanFlops(op: hlo.chlo.ScanOp, flopsOf: FlopsOf): number {
  const first = op.inputs.at(0);
  const steps =
    first === undefined ? (op.scanDimSize?.number ?? 1) : shapeOf(first.type)[op.dimension.number];
  return steps * regionFlops(op.body, flopsOf);
}

/** Executions of the region that combines two elements, so that all elements of each window are combined. */
function combinationsOf(tensor: Type, places: Type, windows: readonly WindowDimension[]): number {
  const [lengths, counts] = [shapeOf(tensor), shapeOf(places)];
  const positions = windows.map((window, i) => windowPositions(lengths[i], counts[i], window));
  const occupied = windows.map((window, i) => occupiedPlaces(lengths[i], counts[i], window));
  return product(positions) - product(occupied);
}

function elements(type: Type): number {
  return product(shapeOf(type));
}
