import type * as hlo from '@shardform/dialect-stablehlo';
import { type WindowDimension, windowDimensions } from '@shardform/dialect-stablehlo';
import { lastOf, product, shapeOf, type Type } from '@shardform/ir-core';
import { elementsOf } from '../tensor-size.ts';
import { occupiedPlaces, windowPositions } from './window-positions.ts';

/** Executions of each region of an operation; `null` if unknown. */
export type Executions = readonly number[] | null;

/** Returns those of a reduction: its region combines all elements of a sum with one less execution. */
export function reductionExecutions(op: hlo.ReduceOp): Executions {
  return [Math.max(0, elementsOf(op.getOperand(0).type) - elementsOf(op.getResult(0).type))];
}

/** Returns those of a reduction in windows, of the elements that are not padding. `null` if its window is none. */
export function windowExecutions(op: hlo.ReduceWindowOp): Executions {
  const windows = op.windows();
  if (typeof windows === 'string') return null;
  return [combinationsOf(op.getOperand(0).type, op.getResult(0).type, windows)];
}

/** Returns those of a selection in windows, each of which adds an element of the source. `null` if its window is none. */
export function selectAndScatterExecutions(op: hlo.SelectAndScatterOp): Executions {
  const windows = windowDimensions({
    sizes: op.windowDimensions?.numbers() ?? [],
    strides: op.windowStrides,
    padding: op.padding,
    baseDilations: null,
    windowDilations: null,
  });
  if (typeof windows === 'string') return null;
  return [combinationsOf(op.operand.type, op.source.type, windows), elementsOf(op.source.type)];
}

/** Returns those of a scatter, which combines each element of the updates with one of the operand. */
export function scatterExecutions(op: hlo.ScatterOp): Executions {
  return [elementsOf(lastOf(op.operandValues()).type)];
}

/** Returns those of a map, of each element. */
export function mapExecutions(op: hlo.MapOp): Executions {
  return [elementsOf(op.getResult().type)];
}

/** Returns those of a scan, whose region goes along a dimension. */
export function scanExecutions(op: hlo.chlo.ScanOp): Executions {
  const first = op.inputs.at(0);
  return [first === undefined ? (op.scanDimSize?.number ?? 1) : shapeOf(first.type)[op.dimension.number]];
}

/** Executions of the region that combines two elements, so that all elements of each window are combined. */
function combinationsOf(tensor: Type, places: Type, windows: readonly WindowDimension[]): number {
  const [lengths, counts] = [shapeOf(tensor), shapeOf(places)];
  const positions = windows.map((window, i) => windowPositions(lengths[i], counts[i], window));
  const occupied = windows.map((window, i) => occupiedPlaces(lengths[i], counts[i], window));
  return product(positions) - product(occupied);
}
