import {
  type IntegerAttr,
  IntegerType,
  lookupNearestSymbol,
  type Operation,
  type OpReport,
  RankedTensorType,
  type SymbolRefAttr,
  type Tensor,
  type Type,
  type Value,
} from '@shardform/ir-core';
import { CallOp, FuncOp } from '@shardform/dialect-func';
import { LoadCachedOp } from '@shardform/dialect-ttcore';
import { checks } from '@shardform/dialect-ttir';
import { layoutOf, TraceIdAttr } from '../attrs/index.ts';
import { GlobalSemaphoreType } from '../types/global-semaphore-type.ts';
import { queueProblems } from './moves.ts';

type Problems = checks.Problems;

/** Returns an error message for the number of a recording, or `null`; the operation is not named in the message. */
function traceIdProblem({ type }: Tensor): string | null {
  const { elementType, encoding, rank } = type;
  if (rank !== 0) return 'Trace ID must be a scalar';
  if (!(elementType instanceof IntegerType)) return 'Trace ID must be an integer';
  if (!elementType.isUnsigned) return 'Trace ID must be unsigned';
  if (elementType.width !== 32) return 'Trace ID must be 32-bit';
  return encoding instanceof TraceIdAttr ? null : 'Trace ID must have the TraceIdAttr encoding';
}

/** A recording goes through a queue that the device has, and has a number. */
export function verifyTrace(
  op: Parameters<typeof queueProblems>[0] & { readonly traceId: Tensor },
  report: OpReport,
): boolean {
  if (!checks.verifyFirst(queueProblems(op), report)) return false;
  const problem = traceIdProblem(op.traceId);
  return problem === null || report.error(problem);
}

/** The three functions of a recording: memory, recording, replay. */
export interface Recording extends Operation {
  readonly device: Value;
  readonly inputs: readonly Tensor[];
  readonly semaphoreInputs: readonly Value[];
  /** As releases after August 2026 have it; the types of the inputs say the same. */
  readonly deviceResidentInputCount: IntegerAttr | null;
  readonly allocateSlotsCallee: SymbolRefAttr;
  readonly captureCallee: SymbolRefAttr;
  readonly executeCallee: SymbolRefAttr;
}

function* functionNamed(op: Operation, name: SymbolRefAttr): Generator<string, FuncOp, void> {
  const callee = lookupNearestSymbol(op, name);
  if (callee instanceof FuncOp) return callee;
  yield `'${name.root}' does not reference a function`;
  throw new Error('the first problem ends the check');
}

function isOnDevice(type: Type): boolean {
  return type instanceof RankedTensorType && layoutOf(type)?.isOnHost === false;
}

function isTraceId(type: Type | undefined): boolean {
  return type instanceof RankedTensorType && type.rank === 0 && type.encoding instanceof TraceIdAttr;
}

const text = (type: Type | undefined): string => `'${String(type)}'`;

/** Memory for what the host stages and for the results; what lies on the device serves as its own. */
function* slotProblems(op: Recording): Generator<string, readonly Type[], void> {
  const resident = op.inputs.map(({ type }) => type).filter(isOnDevice);
  const stated = op.deviceResidentInputCount?.number ?? resident.length;
  if (stated !== resident.length)
    yield `expected a device_resident_input_count of ${resident.length}, found ${stated}`;
  const name = op.allocateSlotsCallee;
  const { inputs, results } = (yield* functionNamed(op, name)).functionType;
  if (inputs.length !== resident.length)
    yield `Slot allocation function '${name.root}' must take ${resident.length} arguments (the device-resident inputs), but has ${inputs.length}`;
  for (const [i, type] of resident.entries()) {
    if (inputs[i] !== type)
      yield `Slot allocation function argument ${i} type mismatch: expected ${text(type)}, but got ${text(inputs[i])}`;
  }
  const [taken, given] = [op.inputs.length, op.results.length];
  if (results.length !== taken + given)
    yield `Slot allocation function '${name.root}' must return ${taken + given} slots (${taken} input slots + ${given} output slots), but returns ${results.length}`;
  for (const [i, { type }] of op.results.entries()) {
    const slot = results[taken + i];
    if (slot !== type)
      yield `Slot allocation function output slot ${i} type mismatch: expected ${text(type)}, but got ${text(slot)}`;
  }
  return results;
}

/** The function that records: what the host stages, slots and semaphores go in, the recording's number comes out. */
function* captureProblems(op: Recording, slots: readonly Type[]): Generator<string, FuncOp, void> {
  const staged = op.inputs.map(({ type }) => type).filter((type) => !isOnDevice(type));
  const semaphores = op.semaphoreInputs.map(({ type }) => type);
  const name = op.captureCallee;
  const callee = yield* functionNamed(op, name);
  const { inputs, results } = callee.functionType;
  const count = staged.length + slots.length + semaphores.length;
  if (inputs.length !== count)
    yield `Capture function '${name.root}' must take ${count} arguments (${staged.length} host-staged inputs + ${slots.length} slots + ${semaphores.length} semaphores), but has ${inputs.length}`;
  for (const [i, type] of staged.entries()) {
    if (inputs[i] !== type)
      yield `Capture function host-staged input argument ${i} type mismatch: expected ${text(type)}, but got ${text(inputs[i])}`;
  }
  for (const [i, type] of slots.entries()) {
    const input = inputs[staged.length + i];
    if (input !== type)
      yield `Capture function slot argument ${i} type mismatch: expected ${text(type)} from slot allocation function, but got ${text(input)}`;
  }
  for (const [i, type] of semaphores.entries()) {
    const input = inputs[staged.length + slots.length + i];
    if (input !== type)
      yield `Semaphore input argument ${i} type mismatch: expected ${text(input)} from capture function, but got ${text(type)}`;
  }
  if (results.length !== 1)
    yield `Capture function '${name.root}' must return exactly one trace_id value, but returns ${results.length}`;
  if (!isTraceId(results[0]))
    yield `Capture function '${name.root}' must return a trace_id tensor (scalar ui32 with TraceIdAttr encoding)`;
  return callee;
}

function* operationsIn(op: Operation): Generator<Operation, void, void> {
  for (const region of op.regions) {
    for (const block of region.blocks) {
      for (let nested = block.firstOp; nested !== null; nested = nested.next) {
        yield* operationsIn(nested);
        yield nested;
      }
    }
  }
}

/** Everything in the recorded function is on the device, and nothing records within it. */
function* tracedProblems(op: Recording, capture: FuncOp): Problems {
  const call = [...operationsIn(capture)].find((nested) => nested instanceof CallOp);
  if (call === undefined) return yield 'No trace function found in capture function';
  const name = call.callee;
  const traced = yield* functionNamed(op, name);
  if (traced.functionType.results.length !== 0)
    yield `Trace function '${name.root}' must return no results; it stores its outputs into the output slot arguments`;
  for (const argument of traced.body.entry.arguments) {
    if (argument.type instanceof GlobalSemaphoreType) continue;
    if (!(argument.type instanceof RankedTensorType))
      yield 'All input arguments of trace function must be ranked tensors or global semaphores';
    if (!isOnDevice(argument.type))
      yield `All input arguments of trace function must be on device.<block argument> of type '${String(argument.type)}' at index: ${argument.index} is not on device.`;
  }
  for (const nested of operationsIn(traced)) yield* tracedOperationProblems(op, nested);
}

function* tracedOperationProblems(op: Recording, nested: Operation): Problems {
  if (nested.name === op.name) yield 'CaptureOrExecuteTraceOp op must not be nested within trace function';
  if (nested instanceof LoadCachedOp) yield 'LoadCached op must not be nested within trace function';
  if (nested.name === 'ttnn.get_device') {
    const device = op.device.definingOp;
    const differs = ['mesh_shape', 'mesh_offset'].some(
      (part) => device?.getAttr(part) !== nested.getAttr(part),
    );
    if (differs)
      yield 'Device configuration of get_device op in callee must match device configuration of trace op';
    return;
  }
  for (const [what, types] of [
    ['input', nested.operandTypes()],
    ['output', nested.resultTypes()],
  ] as const) {
    const onHost = types.find((type) => type instanceof RankedTensorType && !isOnDevice(type));
    if (onHost !== undefined) yield `All ${what} tensors of trace function must be on device.`;
  }
}

/** The first run records, later ones replay. */
export function* recordingProblems(op: Recording): Problems {
  const slots = yield* slotProblems(op);
  const capture = yield* captureProblems(op, slots);
  yield* tracedProblems(op, capture);
  const name = op.executeCallee;
  const { inputs } = (yield* functionNamed(op, name)).functionType;
  if (inputs.length !== 1)
    yield `Execute function '${name.root}' must take exactly one trace_id argument, but has ${inputs.length} arguments`;
  if (!isTraceId(inputs[0]))
    yield `Execute function '${name.root}' argument must be a trace_id tensor (scalar ui32 with TraceIdAttr encoding)`;
}
