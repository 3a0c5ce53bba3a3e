import { interpreterDialect } from '@shardform/dialect-stablehlo';
import { type Extension, isFloatKind } from '@shardform/ir-core';
import { fromDenseBytes, isComplexKind, type NdArray, scalarArray } from '../array/index.ts';
import { ExecutionError } from '../interpreter/execution-error.ts';
import { interpretable } from '../interpreter/interpretable.ts';
import type { CustomCall } from '../interpreter/machine.ts';
import * as ops from './check-ops.ts';
import { checkAlmostEqual, checkClose, checkEqual, pairOf } from './checks.ts';

/** Largest difference that counts as almost equal unless the operation specifies one. */
const defaultTolerance = 1e-4;

function constantLike(
  op: ops.ExpectEqConstOp | ops.ExpectAlmostEqConstOp,
  { kind, shape }: NdArray,
): NdArray {
  return fromDenseBytes(kind, shape, op.value.bytes);
}

/** The dialect `check`: operations that fail an execution unless tensors have the expected values. */
export const checkDialect: Extension = {
  name: 'check-dialect',
  get requires() {
    return [interpreterDialect];
  },
  dialects: [
    {
      name: 'check',
      documentation: async () => (await import('./check-documentation.ts')).checkDocumentation,
    },
  ],
  ops: Object.values(ops),
  interfaces: [
    interpretable.implementFor(ops.ExpectEqOp, (op) => ([lhs, rhs]) => {
      checkEqual(op, lhs, rhs);
      return [];
    }),
    interpretable.implementFor(ops.ExpectEqConstOp, (op) => ([lhs]) => {
      checkEqual(op, lhs, constantLike(op, lhs));
      return [];
    }),
    interpretable.implementFor(ops.ExpectAlmostEqOp, (op) => ([lhs, rhs]) => {
      checkAlmostEqual(op, lhs, rhs, op.tolerance?.value ?? defaultTolerance);
      return [];
    }),
    interpretable.implementFor(ops.ExpectAlmostEqConstOp, (op) => ([lhs]) => {
      checkAlmostEqual(op, lhs, constantLike(op, lhs), op.tolerance?.value ?? defaultTolerance);
      return [];
    }),
    interpretable.implementFor(ops.ExpectCloseOp, (op) => ([actual, expected]) => {
      // Bounds beyond 2^53 are there to let everything pass.
      const [least, most] = [op.minUlpDifference?.value ?? 0n, op.maxUlpDifference.value];
      checkClose(op, actual, expected, Number(least), Number(most));
      return [];
    }),
    interpretable.implementFor(ops.ExpectSerializedEqOp, (op) => ([expected], { machine }) => {
      const id = op.probeId.value;
      const seen = machine.probes.filter((record) => record.id === id).at(op.iteration?.number ?? 0);
      if (seen === undefined) throw new ExecutionError(op, `nothing was probed as '${id}'`);
      checkEqual(op, ...pairOf(op, [expected, seen.array]));
      return [];
    }),
  ],
};

/** Custom calls of JAX's test programs; `check.eq` allows for rounding of inexact types. */
export const checkCustomCalls: ReadonlyMap<string, CustomCall> = new Map<string, CustomCall>([
  [
    'check.eq',
    (inputs, op) => {
      const [actual, expected] = pairOf(op, inputs);
      const rounds = isComplexKind(actual.kind) || isFloatKind(actual.kind);
      if (rounds) checkAlmostEqual(op, actual, expected, defaultTolerance);
      else checkEqual(op, actual, expected);
      return [scalarArray('i1', 1)];
    },
  ],
  [
    'check.expect_eq',
    (inputs, op) => {
      checkEqual(op, ...pairOf(op, inputs));
      return [];
    },
  ],
  [
    'check.expect_almost_eq',
    (inputs, op) => {
      checkAlmostEqual(op, ...pairOf(op, inputs), 1e-3);
      return [];
    },
  ],
  [
    'check.expect_close',
    (inputs, op) => {
      checkClose(op, ...pairOf(op, inputs), 0, 3);
      return [];
    },
  ],
]);
