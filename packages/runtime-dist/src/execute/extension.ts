import { costModel } from '@shardform/cost-model';
import {
  AddOp,
  AllGatherOp,
  AllReduceOp,
  AllToAllOp,
  BroadcastOp,
  ConcatOp,
  ConstantOp,
  DivOp,
  distDialect,
  FreeOp,
  GatherOp,
  IdentityOp,
  LossGradOp,
  LossOp,
  MatMulGradOp,
  MatMulLhsGradOp,
  MatMulOp,
  MatMulRhsGradOp,
  MulOp,
  OnOp,
  ParOp,
  PipelineOp,
  PmapOp,
  type Reduction,
  ReduceOp,
  ReduceScatterOp,
  ReluGradOp,
  ReluOp,
  ScatterOp,
  SelectOp,
  SendOp,
  SgdOp,
  SplitOp,
  SubOp,
  TanhOp,
  TransposeOp,
  TupleOp,
} from '@shardform/dialect-dist';
import { type Extension, type InterfaceImplementation, type Operation, TupleType } from '@shardform/ir-core';

import { distExecutionCapability } from './gaps.ts';
import {
  arrayTypeOf,
  concatenate,
  type DeviceState,
  type Execution,
  fromDenseBytes,
  interpretable,
  isArray,
  type NdArray,
  type RuntimeValue,
  simulator,
  transpose,
  unary,
} from '@shardform/runtime-sim';
import * as arithmetic from './arithmetic.ts';

/** The arrays that values hold, with tuples flattened. */
function arraysOf(values: readonly RuntimeValue[]): NdArray[] {
  return values.flatMap((value) => {
    if (value.kind === 'tuple') return arraysOf(value.parts);
    return isArray(value) ? [value] : [];
  });
}

/** Arrays as an operation's results: a value each, or tuples. */
function packed(op: Operation, arrays: readonly NdArray[]): RuntimeValue[] {
  let next = 0;
  return op.results.map(({ type }) => {
    if (!(type instanceof TupleType)) return arrays[next++];
    const parts = arrays.slice(next, next + type.types.length);
    next += parts.length;
    return { kind: 'tuple', parts };
  });
}

function elementOf(value: RuntimeValue, index: number): RuntimeValue {
  if (value.kind === 'tuple') return value.parts[index];
  throw new Error('the value of a tuple type is no tuple');
}

function* runPmap(op: PmapOp, data: readonly RuntimeValue[], state: DeviceState): Execution {
  const results: RuntimeValue[][] = op.outputs.map(() => []);
  for (let i = 0; i < op.deviceNumbers.length; i += 1) {
    const inputs = data.map((tuple) => elementOf(tuple, i));
    const outputs = yield* state.runRegion(op.body, inputs);
    outputs.forEach((output, at) => results[at].push(output));
  }
  return results.map((parts) => ({ kind: 'tuple', parts }));
}

function* runPipeline(op: PipelineOp, operands: readonly RuntimeValue[], state: DeviceState): Execution {
  const data = operands.slice(0, op.data.length);
  const invariants = operands.slice(op.data.length);
  const results: RuntimeValue[][] = op.outputs.map(() => []);
  for (let i = 0; i < op.microbatches; i += 1) {
    const inputs = [...data.map((tuple) => elementOf(tuple, i)), ...invariants];
    const outputs = yield* state.runRegion(op.body, inputs);
    outputs.forEach((output, at) => results[at].push(output));
  }
  return results.map((parts, at) => {
    const accumulation = op.accumulations[at];
    if (accumulation === 'tuple') return { kind: 'tuple', parts };
    const arrays = arraysOf(parts);
    return accumulation === 'sum' ? arithmetic.combine('sum', arrays) : concatenate(arrays, 0);
  });
}

type Elementwise = 'add' | 'subtract' | 'multiply' | 'divide';

const elementwise = (name: Elementwise) => () => (inputs: readonly NdArray[]) => [
  arithmetic.elementwise(name, inputs[0], inputs[1]),
];

const computing: readonly InterfaceImplementation[] = [
  interpretable.implementFor(AddOp, elementwise('add')),
  interpretable.implementFor(SubOp, elementwise('subtract')),
  interpretable.implementFor(MulOp, elementwise('multiply')),
  interpretable.implementFor(DivOp, elementwise('divide')),
  interpretable.implementFor(ReluOp, () => ([x]) => [arithmetic.relu(x)]),
  interpretable.implementFor(TanhOp, () => ([x]) => [unary('tanh', x)]),
  interpretable.implementFor(IdentityOp, () => ([x]) => [x]),
  interpretable.implementFor(MatMulOp, () => ([lhs, rhs]) => [arithmetic.matmul(lhs, rhs)]),
  interpretable.implementFor(
    MatMulGradOp,
    () =>
      ([lhs, rhs, gradient]) =>
        arithmetic.matmulGrad(lhs, rhs, gradient),
  ),
  interpretable.implementFor(MatMulLhsGradOp, () => ([rhs, gradient]) => [
    arithmetic.matmulLhsGrad(rhs, gradient),
  ]),
  interpretable.implementFor(MatMulRhsGradOp, () => ([lhs, gradient]) => [
    arithmetic.matmulRhsGrad(lhs, gradient),
  ]),
  interpretable.implementFor(ReluGradOp, () => ([x, gradient]) => [arithmetic.reluGrad(x, gradient)]),
  interpretable.implementFor(LossOp, (op) => ([y, z]) => [arithmetic.loss(y, z, op.batch.number)]),
  interpretable.implementFor(LossGradOp, (op) => ([y, z]) => [arithmetic.lossGrad(y, z, op.batch.number)]),
  interpretable.implementFor(SgdOp, (op) => (inputs) => {
    const count = inputs.length / 2;
    const weights = inputs.slice(0, count);
    return weights.map((weight, i) => arithmetic.update(weight, inputs[count + i], op.rate.value));
  }),
  interpretable.implementFor(TransposeOp, (op) => ([x]) => [transpose(x, op.permutation.numbers())]),
  interpretable.implementFor(ConstantOp, (op) => () => {
    const type = arrayTypeOf(op.result.type.tensor);
    if (type === null) throw new Error(`a constant of type '${String(op.result.type)}'`);
    return [fromDenseBytes(type.kind, type.shape, op.value.bytes)];
  }),
  interpretable.implementFor(FreeOp, () => () => []),
];

/** A communication, which computes what the tensors become; where they live is the types' business. */
const communicating: readonly InterfaceImplementation[] = [
  interpretable.implementFor(SendOp, () => ([x]) => [x]),
  interpretable.implementFor(
    BroadcastOp,
    (op) =>
      ([x]) =>
        packed(op, new Array<NdArray>(op.devices.length).fill(x)),
  ),
  interpretable.implementFor(
    ScatterOp,
    (op) =>
      ([x]) =>
        packed(op, arithmetic.divided(x, op.axis.number, op.devices.length)),
  ),
  interpretable.implementFor(
    SplitOp,
    (op) =>
      ([x]) =>
        packed(op, arithmetic.divided(x, op.axis.number, op.parts.number)),
  ),
  interpretable.implementFor(ConcatOp, (op) => (inputs: readonly RuntimeValue[]) => [
    concatenate(arraysOf(inputs), op.axis.number),
  ]),
  interpretable.implementFor(GatherOp, (op) => (inputs: readonly RuntimeValue[]) => [
    concatenate(arraysOf(inputs), op.axis.number),
  ]),
  interpretable.implementFor(ReduceOp, (op) => (inputs: readonly RuntimeValue[]) => [
    // Verified: the word is one of the reductions.
    arithmetic.combine(op.reduction.value as Reduction, arraysOf(inputs)),
  ]),
  interpretable.implementFor(AllReduceOp, (op) => (inputs: readonly RuntimeValue[]) => {
    const parts = arraysOf(inputs);
    // Verified: the word is one of the reductions.
    const all = arithmetic.combine(op.reduction.value as Reduction, parts);
    return packed(
      op,
      parts.map(() => all),
    );
  }),
  interpretable.implementFor(AllGatherOp, (op) => (inputs: readonly RuntimeValue[]) => {
    const parts = arraysOf(inputs);
    const all = concatenate(parts, op.axis.number);
    return packed(
      op,
      parts.map(() => all),
    );
  }),
  interpretable.implementFor(ReduceScatterOp, (op) => (inputs: readonly RuntimeValue[]) => {
    const parts = arraysOf(inputs);
    // Verified: the word is one of the reductions.
    const all = arithmetic.combine(op.reduction.value as Reduction, parts);
    return packed(op, arithmetic.divided(all, op.axis.number, parts.length));
  }),
  interpretable.implementFor(AllToAllOp, (op) => (inputs: readonly RuntimeValue[]) => {
    const parts = arraysOf(inputs);
    const pieces = parts.map((part) => arithmetic.divided(part, op.splitAxis.number, parts.length));
    const arrived = parts.map((_, to) =>
      concatenate(
        pieces.map((own) => own[to]),
        op.concatAxis.number,
      ),
    );
    return packed(op, arrived);
  }),
];

const structural: readonly InterfaceImplementation[] = [
  interpretable.implementFor(TupleOp, () => (parts: readonly RuntimeValue[]) => [{ kind: 'tuple', parts }]),
  interpretable.implementFor(SelectOp, (op) => ([tuple]: readonly RuntimeValue[]) => [
    elementOf(tuple, op.index.number),
  ]),
  interpretable.implementFor(
    OnOp,
    (op) => (inputs: readonly RuntimeValue[], state) => state.runRegion(op.body, inputs),
  ),
  interpretable.implementFor(ParOp, (op) => (_inputs, state) => state.runRegion(op.body, [])),
  interpretable.implementFor(
    PmapOp,
    (op) => (inputs: readonly RuntimeValue[], state) => runPmap(op, inputs, state),
  ),
  interpretable.implementFor(
    PipelineOp,
    (op) => (inputs: readonly RuntimeValue[], state) => runPipeline(op, inputs, state),
  ),
];

/**
 * Executes distributed programs one operation after the other: the reference for what they compute. Types have
 * placed every tensor, and the verifier has seen that no operation mixes devices.
 */
export const distSimulator: Extension = {
  name: 'runtime-dist',
  get requires() {
    return [distDialect, simulator, costModel];
  },
  interfaces: [...computing, ...communicating, ...structural],
  capabilities: [distExecutionCapability],
};
