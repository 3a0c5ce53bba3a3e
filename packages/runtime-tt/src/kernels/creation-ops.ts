import { CompositeOp, LoadCachedOp, OptimizationBarrierOp } from '@shardform/dialect-ttcore';
import * as ttir from '@shardform/dialect-ttir';
import * as ttnn from '@shardform/dialect-ttnn';
import type { InterfaceImplementation, Operation, OpWithDefinition } from '@shardform/ir-core';
import {
  type ArrayKind,
  broadcastInDim,
  constantArray,
  arrayOf,
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
import { functionOf } from './function-of.ts';
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
    const { body } = functionOf(op, op.callee);
    return (inputs: readonly RuntimeValue[], state) => state.runRegion(body, inputs.filter(isArray));
  }),
  interpretable.implementFor(CompositeOp, (op) => {
    const { body } = functionOf(op, op.decomposition);
    return (inputs: readonly RuntimeValue[], state) => state.runRegion(body, inputs);
  }),
];
