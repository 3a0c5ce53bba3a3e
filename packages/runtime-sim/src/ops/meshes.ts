import { FuncOp } from '@shardform/dialect-func';
import * as mpmd from '@shardform/dialect-mpmd';
import {
  type InterfaceImplementation,
  type Operation,
  type OpWithDefinition,
  type Region,
  type SymbolRefAttr,
  SymbolTables,
  type Value,
} from '@shardform/ir-core';
import { filled, type NdArray } from '../array/index.ts';
import { ExecutionError } from '../interpreter/execution-error.ts';
import { type DeviceState, type Execution, interpretable } from '../interpreter/interpretable.ts';
import { isArray, type RuntimeValue } from '../interpreter/runtime-value.ts';
import { binary, type BinaryOp } from '../kernels/binary.ts';
import { arrayType } from './types.ts';

/** Operations that change on which mesh a tensor is, or name it: the tensor stays what it is. */
const placements: readonly OpWithDefinition<Operation>[] = [
  mpmd.AssignOp,
  mpmd.UnassignOp,
  mpmd.TransferOp,
  mpmd.MpmdBroadcastOp,
  mpmd.NamedTensorOp,
];

const combiners: ReadonlyMap<mpmd.Reduction, BinaryOp> = new Map<mpmd.Reduction, BinaryOp>([
  ['add', 'add'],
  ['max', 'maximum'],
  ['min', 'minimum'],
  ['mul', 'multiply'],
  ['or', 'or'],
  ['and', 'and'],
]);

function bodyOf(op: Operation & { readonly callee: SymbolRefAttr }): Region {
  const callee = new SymbolTables().lookupNearest(op, op.callee);
  if (callee instanceof FuncOp && !callee.isDeclaration) return callee.body;
  throw new ExecutionError(op, `function '@${op.callee.root}' has no body to execute`);
}

function* repeat(op: mpmd.MpmdForOp, given: readonly RuntimeValue[], state: DeviceState): Execution {
  const index: Value | undefined = op.entry.arguments.at(-1);
  if (index === undefined) throw new ExecutionError(op, 'the loop has no index');
  const { kind } = arrayType(op, index.type);
  let carried = given;
  for (let i = 0; i < op.iterations.number; i += 1)
    carried = yield* state.runRegion(op.region, [...carried, filled(kind, [], i)]);
  return carried;
}

function reduce(op: mpmd.MpmdReduceOp, operands: readonly NdArray[]): readonly NdArray[] {
  const combiner = combiners.get(op.kind);
  // Without a reduction there is one operand, which the verifier checks.
  return [operands.reduce((sum, operand) => (combiner === undefined ? sum : binary(combiner, sum, operand)))];
}

/**
 * What operations on several meshes compute, whatever their meshes: the program in the order of its text. How devices
 * execute it, its transfers are messages between them.
 */
export const meshInterpreters: readonly InterfaceImplementation[] = [
  ...placements.map((op) => interpretable.implementFor(op, () => (operands) => operands)),
  interpretable.implementFor(mpmd.MpmdReduceOp, (op) => (operands) => reduce(op, operands.filter(isArray))),
  interpretable.implementFor(
    mpmd.MpmdNamedComputationOp,
    (op) => (operands, state) => state.runRegion(op.region, operands),
  ),
  interpretable.implementFor(
    mpmd.FragmentOp,
    (op) => (operands, state) => state.runRegion(op.region, operands),
  ),
  interpretable.implementFor(mpmd.FragmentCallOp, (op) => {
    const body = bodyOf(op);
    return (operands, state) => state.runRegion(body, operands);
  }),
  interpretable.implementFor(mpmd.MpmdCallOp, (op) => {
    const body = bodyOf(op);
    return (operands, state) => state.runRegion(body, operands);
  }),
  interpretable.implementFor(
    mpmd.MpmdForOp,
    (op) => (operands: readonly RuntimeValue[], state) => repeat(op, operands, state),
  ),
];
