import { CallOp, FuncOp, ReturnOp } from '@shardform/dialect-func';
import {
  BeginTraceCaptureOp,
  CaptureOrExecuteTraceOp,
  CopyOp,
  EmptyOp,
  EndTraceCaptureOp,
  ExecuteTraceOp,
  GetDeviceOp,
  layoutOf,
  WriteTensorOp,
} from '@shardform/dialect-ttnn';
import { BlockArgument, type InterfaceImplementation, type Operation, type Value } from '@shardform/ir-core';
import {
  type DeviceState,
  type Execution,
  ExecutionError,
  interpretable,
  isArray,
  type NdArray,
  type RuntimeValue,
  zeros,
} from '@shardform/runtime-sim';
import { functionOf } from './function-of.ts';
import { writeTo } from './in-place-ops.ts';
import { resultType } from '../result.ts';

/** Slots of results, which nothing but the copy into each refers to: tensors that may change. */
const resultSlots = new WeakSet<NdArray>();

const INSTRUCTIONS = [GetDeviceOp, BeginTraceCaptureOp, EndTraceCaptureOp, ExecuteTraceOp, ReturnOp];

function refuse(op: Operation): never {
  throw new ExecutionError(
    op,
    `'${op.name}' op is not what ttnn-trace-hoist-transform makes here, and no other recordings are executed`,
  );
}

/** The slots that a recording gets: what lies on the device, then memory of its own. */
function slotsOf(op: CaptureOrExecuteTraceOp, resident: readonly RuntimeValue[]): RuntimeValue[] {
  const terminator = functionOf(op, op.allocateSlotsCallee).entry.getTerminator();
  return terminator.operandValues().map((value) => {
    if (value instanceof BlockArgument) return resident[value.index];
    if (!(value.definingOp instanceof EmptyOp)) return refuse(value.definingOp ?? terminator);
    const { kind, shape } = resultType(value.definingOp);
    return zeros(kind, shape);
  });
}

/**
 * What a function is called with when it is recorded, and the function.
 *
 * @param fresh slots that nothing else refers to.
 */
function recorded(
  op: CaptureOrExecuteTraceOp,
  inputs: readonly RuntimeValue[],
  fresh: readonly RuntimeValue[],
): { readonly trace: FuncOp; readonly given: readonly RuntimeValue[] } {
  const { entry } = functionOf(op, op.captureCallee);
  const values = new Map<Value, RuntimeValue>(entry.arguments.map((argument, i) => [argument, inputs[i]]));
  const valueOf = (value: Value, user: Operation): RuntimeValue => values.get(value) ?? refuse(user);
  let call: CallOp | null = null;
  for (const inner of entry) {
    if (inner instanceof WriteTensorOp) {
      // Each slot is written once, before it is read.
      if (call !== null || !fresh.includes(valueOf(inner.deviceTensor, inner))) refuse(inner);
      values.set(inner.deviceTensor, valueOf(inner.hostTensor, inner));
    } else if (inner instanceof CallOp) {
      const isSame =
        call?.callee === inner.callee &&
        call.operands.every((own, i) => own.value === inner.operands[i].value);
      if (call !== null && !isSame) refuse(inner);
      call = inner;
    } else if (!INSTRUCTIONS.some((definition) => inner instanceof definition)) refuse(inner);
  }
  if (call === null) return refuse(op);
  const made = call;
  return {
    trace: functionOf(made, made.callee),
    given: made.operandValues().map((value) => valueOf(value, made)),
  };
}

/** Runs what is recorded once, which leaves the same in the slots of results as a recording and its replay. */
function* runTrace(
  op: CaptureOrExecuteTraceOp,
  operands: readonly RuntimeValue[],
  state: DeviceState,
): Execution {
  const tensors = op.inputs.map(({ type }, i) => ({ type, value: operands[1 + i] }));
  const isResident = ({ type }: { type: (typeof tensors)[number]['type'] }): boolean =>
    layoutOf(type)?.isOnHost === false;
  const resident = tensors.filter(isResident).map(({ value }) => value);
  const staged = tensors.filter((own) => !isResident(own)).map(({ value }) => value);
  const slots = slotsOf(op, resident);
  const semaphores = operands.slice(1 + tensors.length);
  const { trace, given } = recorded(
    op,
    [...staged, ...slots, ...semaphores],
    slots.filter((slot) => !resident.includes(slot)),
  );
  const results = slots.slice(tensors.length).filter(isArray);
  for (const slot of results) {
    const index = given.indexOf(slot);
    const uses = index < 0 ? [] : [...trace.entry.arguments[index].uses()];
    const stores = uses.filter(
      ({ owner, value }) => owner instanceof CopyOp && owner.operands[1].value === value,
    );
    const isStored = uses.length === 1 && stores.length === 1;
    if (!isStored || given.lastIndexOf(slot) !== index) refuse(uses.at(-1)?.owner ?? op);
    resultSlots.add(slot);
  }
  yield* state.runRegion(trace.body, given);
  for (const slot of results) resultSlots.delete(slot);
  return results;
}

/** Copies to what a recording gives, which others hold, or to a tensor of the function. */
function copy(op: CopyOp, [from, to]: readonly NdArray[], state: DeviceState): readonly NdArray[] {
  // Verified: both have the same type.
  if (resultSlots.has(to)) to.data.set(from.data as never);
  else writeTo(op, op.dst, from, state);
  return [];
}

/** Interpreters of recordings. */
export const traceInterpreters: readonly InterfaceImplementation[] = [
  interpretable.implementFor(
    CaptureOrExecuteTraceOp,
    (op) => (operands: readonly RuntimeValue[], state) => runTrace(op, operands, state),
  ),
  interpretable.implementFor(CopyOp, (op) => (inputs, state) => copy(op, inputs, state)),
];
