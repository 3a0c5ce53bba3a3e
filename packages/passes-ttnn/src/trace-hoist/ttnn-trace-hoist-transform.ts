import {
  Builder,
  definePass,
  FunctionType,
  type Operation,
  type PassRun,
  SymbolRefAttr,
  type Tensor,
} from '@shardform/ir-core';
import { FuncOp } from '@shardform/dialect-func';
import { deviceModules, isKind } from '@shardform/dialect-ttcore';
import { CaptureOrExecuteTraceOp, layoutOf, openedDevice, ToTensorSpecOp } from '@shardform/dialect-ttnn';
import { movedTo, TraceFunctions, type TraceNames, traceNames } from './trace-functions.ts';
import { boundaryOf, recordedOperations, type TraceBoundary } from './trace-region.ts';

/**
 * What a function does on the device becomes a function that is recorded at the first run and replayed later, with one
 * command for all.
 */
export const ttnnTraceHoistTransform = definePass({
  name: 'ttnn-trace-hoist-transform',
  className: 'TTNNTraceHoistTransform',
  summary: 'records what functions do on the device, to replay it later',
  anchor: 'builtin.module',
  dependentDialects: ['ttnn', 'func'],
  run(op, pass) {
    for (const module of deviceModules(op)) {
      const functions = [...module.body].filter((own) => own instanceof FuncOp);
      const taken = new Set(functions.map(({ symName }) => symName.value));
      let index = 0;
      for (const func of functions) {
        if (func.isDeclaration || !isKind(func, 'forward_device')) continue;
        while (isTaken(traceNames(func, index), taken)) index++;
        if (!hoist(func, traceNames(func, index), pass)) return;
        index++;
      }
    }
  },
});

function isTaken(
  { trace, allocateSlots, capture, execute }: TraceNames,
  taken: ReadonlySet<string>,
): boolean {
  return [trace, allocateSlots, capture, execute].some((name) => taken.has(name));
}

function hoist(func: FuncOp, names: TraceNames, pass: PassRun): boolean {
  if (func.body.blocks.length !== 1) return refuse(func, 'FuncOp should have exactly one block', pass);
  const operations = recordedOperations(func);
  if ('message' in operations) return refuse(operations.op, operations.message, pass);
  const [first] = operations;
  if (first === undefined) return true;
  const boundary = boundaryOf(operations, func);
  if (boundary.resident.some(isOnHost))
    return refuse(func, 'Device-resident input must be on device, but found on system memory', pass);
  const functions = new TraceFunctions(func, boundary, names, pass.context);
  functions.trace(operations);
  functions.allocateSlots();
  functions.capture();
  functions.execute();
  replace(operations, first, boundary, names, pass);
  return takeStagedArguments(func, pass);
}

function refuse(op: Operation, message: string, pass: PassRun): boolean {
  pass.opError(op, message);
  return false;
}

function isOnHost({ type }: Tensor): boolean {
  return layoutOf(type)?.isOnHost !== false;
}

/** The call of the recording takes the place of what is recorded; it is given what it stages in the host's memory. */
function replace(
  operations: readonly Operation[],
  first: Operation,
  { resident, staged, semaphores, outputs }: TraceBoundary,
  { allocateSlots, capture, execute }: TraceNames,
  pass: PassRun,
): void {
  const builder = new Builder(pass.context);
  builder.location = first.location;
  builder.setInsertionPoint(first);
  const device = openedDevice(first, builder);
  const onHost = staged.map((value) =>
    isOnHost(value)
      ? value
      : builder.create(ToTensorSpecOp, { input: value }, [movedTo('system_memory', value.type)]).result,
  );
  const call = builder.create(
    CaptureOrExecuteTraceOp,
    {
      device,
      inputs: [...resident, ...onHost],
      semaphoreInputs: semaphores,
      allocateSlotsCallee: SymbolRefAttr.get(allocateSlots),
      captureCallee: SymbolRefAttr.get(capture),
      executeCallee: SymbolRefAttr.get(execute),
    },
    outputs.map(({ type }) => type),
  );
  outputs.forEach((output, i) => output.replaceAllUsesWith(call.getResult(i)));
  for (const op of operations.toReversed()) op.erase();
}

/** Arguments that are only moved are taken where they are moved to. */
function takeStagedArguments(func: FuncOp, pass: PassRun): boolean {
  for (const argument of func.entry.arguments) {
    const [move, ...others] = argument.users();
    if (!(move instanceof ToTensorSpecOp) || others.length > 0) continue;
    const [from, to] = [layoutOf(move.input.type), layoutOf(move.result.type)];
    if (from?.scalarType !== to?.scalarType)
      return refuse(
        func,
        `ToTensorSpecOp changed data type for argument ${argument.index}, expected only buffer type change`,
        pass,
      );
    argument.setType(move.result.type);
    move.result.replaceAllUsesWith(argument);
    move.erase();
  }
  const { results } = func.functionType;
  func.functionType = FunctionType.get(
    func.entry.arguments.map(({ type }) => type),
    results,
  );
  return true;
}
