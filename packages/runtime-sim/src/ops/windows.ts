import * as hlo from '@shardform/dialect-stablehlo';
import type { InterfaceImplementation, Operation } from '@shardform/ir-core';
import type { NdArray } from '../array/index.ts';
import { ExecutionError } from '../interpreter/execution-error.ts';
import { type DeviceState, interpretable } from '../interpreter/interpretable.ts';
import { broadcastInDim, compare, reduceWindow, selectedPositions } from '../kernels/index.ts';
import { combineAt } from './gather-scatter.ts';
import { accumulated, namedReducer } from './regions.ts';

/** Windows whose attributes fit each other, as the verifier has seen. */
export function checkedWindows(
  op: Operation,
  windows: hlo.WindowDimension[] | string,
): hlo.WindowDimension[] {
  if (typeof windows === 'string') throw new ExecutionError(op, windows);
  return windows;
}

function selectAndScatter(
  op: hlo.SelectAndScatterOp,
  [operand, source, init]: readonly NdArray[],
  state: DeviceState,
): readonly NdArray[] {
  const windows = checkedWindows(
    op,
    hlo.windowDimensions({
      sizes: op.windowDimensions?.numbers() ?? operand.shape.map(() => 1),
      strides: op.windowStrides,
      padding: op.padding,
      baseDilations: null,
      windowDilations: null,
    }),
  );
  const selector = hlo.reducerOp(op.select);
  const positions = selectedPositions(operand, windows, (selected, candidate) =>
    selector instanceof hlo.CompareOp && selector.compareType?.value !== 'TOTALORDER'
      ? compare(selector.comparisonDirection.value, selected, candidate)
      : state.mapRegion(op.select, [selected, candidate])[0],
  );
  const start = broadcastInDim(init, operand.shape, []);
  return combineAt([start], positions, [source], op.scatter, state);
}

/** Operations on windows that move over tensors. */
export const windowInterpreters: readonly InterfaceImplementation[] = [
  interpretable.implementFor(hlo.ReduceWindowOp, (op) => (operands, state) => {
    const count = operands.length / 2;
    const windows = checkedWindows(op, op.windows());
    return accumulated(op.body, operands, state, (wide, combine) =>
      reduceWindow(
        wide.slice(0, count),
        wide.slice(count),
        windows,
        combine,
        namedReducer(op.body),
        state.machine.accumulation,
      ),
    );
  }),
  interpretable.implementFor(
    hlo.SelectAndScatterOp,
    (op) => (operands, state) => selectAndScatter(op, operands, state),
  ),
];
