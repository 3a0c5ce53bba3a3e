import { LoadCachedOp, OptimizationBarrierOp } from '@shardform/dialect-ttcore';
import * as ttir from '@shardform/dialect-ttir';
import * as ttnn from '@shardform/dialect-ttnn';
import { FuncOp } from '@shardform/dialect-func';
import {
  type InterfaceImplementation,
  type Operation,
  type OpWithDefinition,
  SymbolTables,
} from '@shardform/ir-core';
import {
  type ArrayKind,
  broadcastInDim,
  constantArray,
  arrayOf,
  ExecutionError,
  filled,
  interpretable,
  isArray,
  type NdArray,
  type RuntimeValue,
  type Scalar,
  token,
  zeros,
} from '@shardform/runtime-sim';
import { both } from './both.ts';
import { resultType } from '../result.ts';

function scalarOf(kind: ArrayKind, number: number | bigint): Scalar {
  return kind === 'i64' || kind === 'ui64' ? BigInt(number) : Number(number);
}

function fill(op: Operation, number: number | bigint): NdArray {
  const { kind, shape } = resultType(op);
  return filled(kind, shape, scalarOf(kind, number));
}

function range(op: Operation, start: number, step: number, dim: number): NdArray {
  const { kind, shape } = resultType(op);
  const numbers = Array.from({ length: shape[dim] }, (_, i) => scalarOf(kind, start + i * step));
  return broadcastInDim(arrayOf(kind, [numbers.length], numbers), shape, [dim]);
}

const fixed: readonly (readonly [OpWithDefinition<Operation>, number])[] = [
  [ttir.ZerosOp, 0],
  [ttnn.ZerosOp, 0],
  [ttir.OnesOp, 1],
  [ttnn.OnesOp, 1],
];

/** Uninitialized tensors have zeros here. */
/** Interpreters of operations that create tensors, and of queries about the device. */
export const creationInterpreters: readonly InterfaceImplementation[] = [
  ...both(ttir.FullOp, ttnn.FullOp, (op) => (_inputs: readonly RuntimeValue[]) => [
    fill(op, op.fillValue.value),
  ]),
  ...both(ttir.ConstantOp, ttnn.ConstantOp, (op) => (_inputs: readonly RuntimeValue[], state) => [
    constantArray(op, op.value, op.result.type, state),
  ]),
  ...fixed.map(([definition, number]) =>
    interpretable.implementFor(definition, (op) => (_inputs: readonly RuntimeValue[]) => [fill(op, number)]),
  ),
  ...both(ttir.EmptyOp, ttnn.EmptyOp, (op) => (_inputs: readonly RuntimeValue[]) => {
    const { kind, shape } = resultType(op);
    return [zeros(kind, shape)];
  }),
  interpretable.implementFor(ttir.ArangeOp, (op) => () => [
    range(op, op.start.number, op.step.number, op.arangeDimension.number),
  ]),
  interpretable.implementFor(ttnn.ArangeOp, (op) => (_inputs: readonly RuntimeValue[]) => [
    range(op, op.start.number, op.step.number, resultType(op).shape.length - 1),
  ]),
  interpretable.implementFor(ttnn.GetDeviceOp, () => () => [token]),
  interpretable.implementFor(ttnn.DeallocateOp, () => () => []),
  interpretable.implementFor(OptimizationBarrierOp, () => (inputs: readonly RuntimeValue[]) => inputs),
  interpretable.implementFor(LoadCachedOp, (op) => {
    const callee = new SymbolTables().lookupNearest(op, op.callee);
    if (!(callee instanceof FuncOp)) {
      throw new ExecutionError(
        op,
        `'ttcore.load_cached' op calls '@${op.callee.root}', which is no function of the module`,
      );
    }
    return (inputs: readonly RuntimeValue[], state) => state.runRegion(callee.body, inputs.filter(isArray));
  }),
];
