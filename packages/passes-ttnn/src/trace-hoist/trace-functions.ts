import {
  Builder,
  cloneOp,
  type Context,
  DictionaryAttr,
  FunctionType,
  IrMapping,
  isInstance,
  type Operation,
  RankedTensorType,
  StringAttr,
  SymbolRefAttr,
  type Tensor,
  type Type,
  ui32,
  type Value,
} from '@shardform/ir-core';
import { CallOp, FuncOp, ReturnOp, setAllValueAttrs, valueAttrs } from '@shardform/dialect-func';
import { ArgumentTypeAttr, FUNCTION_TYPE } from '@shardform/dialect-ttcore';
import {
  BeginTraceCaptureOp,
  type BufferTypeAttr,
  changedTensor,
  CopyOp,
  DeviceType,
  EmptyOp,
  EndTraceCaptureOp,
  ExecuteTraceOp,
  openedDevice,
  ShapeAttr,
  TraceIdAttr,
  WriteTensorOp,
} from '@shardform/dialect-ttnn';
import { isTensor, type TraceBoundary } from './trace-region.ts';

/** The names of the functions of a recording. */
export interface TraceNames {
  readonly trace: string;
  readonly allocateSlots: string;
  readonly capture: string;
  readonly execute: string;
}

/** Returns the names of a function's recording. */
export function traceNames(func: FuncOp, index: number): TraceNames {
  const trace = `trace_${index}_${func.symName.value}`;
  return {
    trace,
    allocateSlots: `allocate_slots_${trace}`,
    capture: `run_and_capture_${trace}`,
    execute: `execute_${trace}`,
  };
}

const traceIdType = RankedTensorType.get([], ui32, TraceIdAttr.instance);

const constant = DictionaryAttr.get([['ttcore.argument_type', ArgumentTypeAttr.get('constant')]]);

/** Returns the type of a tensor that lies whole in the host's memory or the device's. */
export function movedTo(bufferType: BufferTypeAttr['value'], type: RankedTensorType): RankedTensorType {
  return changedTensor(type, { bufferType, memoryLayout: 'interleaved', grid: [1, 1], coreRanges: null });
}

/** An argument or a slot: its type, and what is said of it. */
interface Parameter {
  readonly type: Type;
  readonly attrs: DictionaryAttr;
}

const fresh = (type: Type): Parameter => ({ type, attrs: DictionaryAttr.empty });

/** The arguments that are tensors, which come first. */
function tensorsOf(func: FuncOp): readonly Tensor[] {
  const all: readonly Value[] = func.entry.arguments;
  return all.filter(isTensor);
}

/** Makes the functions of one recording before the function that they are of. */
export class TraceFunctions {
  readonly #func: FuncOp;
  readonly #boundary: TraceBoundary;
  readonly #names: TraceNames;
  readonly #builder: Builder;

  constructor(func: FuncOp, boundary: TraceBoundary, names: TraceNames, context: Context) {
    this.#func = func;
    this.#boundary = boundary;
    this.#names = names;
    this.#builder = new Builder(context);
    this.#builder.location = func.location;
  }

  /** What is recorded: results go into slots, so that a replay leaves them where they are looked for. */
  trace(operations: readonly Operation[]): void {
    const { resident, staged, semaphores, outputs } = this.#boundary;
    const inputs = [...resident, ...staged];
    const parameters = [
      ...inputs.map((value) => this.#parameter(value)),
      ...outputs.map(({ type }) => fresh(type)),
      ...semaphores.map((value) => this.#parameter(value)),
    ];
    const func = this.#start(this.#names.trace, 'trace_main', parameters, []);
    const given = func.entry.arguments;
    const slots = tensorsOf(func).slice(inputs.length);
    const mapping = new IrMapping();
    inputs.forEach((value, i) => mapping.values.set(value, given[i]!));
    semaphores.forEach((value, i) => mapping.values.set(value, given[inputs.length + outputs.length + i]!));
    for (const op of operations) {
      for (const value of op.operandValues()) {
        if (isInstance(DeviceType, value.type)) mapping.values.set(value, openedDevice(func, this.#builder));
      }
      func.entry.append(cloneOp(op, mapping));
    }
    this.#builder.setInsertionPointToEnd(func.entry);
    outputs.forEach((output, i) => {
      // What stands for a tensor is one.
      const src = mapping.value(output) as Tensor;
      this.#builder.create(CopyOp, { src, dst: slots[i]! }, []);
    });
    this.#finish([]);
  }

  /** The memory that recordings read and write for good; what lies on the device is its own. */
  allocateSlots(): void {
    const { resident, staged, outputs } = this.#boundary;
    const slots = [...staged.map(({ type }) => movedTo('dram', type)), ...outputs.map(({ type }) => type)];
    const parameters = resident.map((value) => this.#parameter(value));
    const types = [...parameters.map(({ type }) => type), ...slots];
    const func = this.#start(this.#names.allocateSlots, 'trace_allocate_slots', parameters, types);
    const device = openedDevice(func, this.#builder);
    const made = slots.map(
      (type) =>
        this.#builder.create(EmptyOp, { device, shape: ShapeAttr.get({ shape: type.shape }) }, [type]).result,
    );
    this.#finish([...func.entry.arguments, ...made]);
  }

  /** Runs once, so that kernels are compiled, and once more to record; replays it then. */
  capture(): void {
    const { resident, staged, semaphores, outputs } = this.#boundary;
    const parameters = [
      ...staged.map((value) => ({ ...this.#parameter(value), type: movedTo('system_memory', value.type) })),
      ...resident.map((value) => this.#parameter(value)),
      ...staged.map(({ type }) => fresh(movedTo('dram', type))),
      ...outputs.map(({ type }) => fresh(type)),
      ...semaphores.map(({ type }) => fresh(type)),
    ];
    const func = this.#start(this.#names.capture, 'trace_run_and_capture', parameters, [traceIdType]);
    const builder = this.#builder;
    const device = openedDevice(func, builder);
    const tensors = tensorsOf(func);
    staged.forEach((_, i) => {
      const [hostTensor, deviceTensor] = [tensors[i]!, tensors[staged.length + resident.length + i]!];
      builder.create(WriteTensorOp, { hostTensor, deviceTensor }, []);
    });
    const operands = func.entry.arguments.slice(staged.length);
    const run = (): void => {
      builder.create(CallOp, { callee: SymbolRefAttr.get(this.#names.trace), operands }, []);
    };
    run();
    const { traceId } = builder.create(BeginTraceCaptureOp, { device }, [traceIdType]);
    run();
    builder.create(EndTraceCaptureOp, { device, traceId }, []);
    builder.create(ExecuteTraceOp, { device, traceId }, []);
    this.#finish([traceId]);
  }

  /** Replays what was recorded. */
  execute(): void {
    const func = this.#start(this.#names.execute, 'trace_execute', [fresh(traceIdType)], []);
    const device = openedDevice(func, this.#builder);
    const traceId = tensorsOf(func)[0]!;
    this.#builder.create(ExecuteTraceOp, { device, traceId }, []);
    this.#finish([]);
  }

  /** What the function says of its argument holds for the recording's; what was computed before is constant. */
  #parameter(value: Value): Parameter {
    const { definingOp, type } = value;
    if (definingOp !== null)
      return {
        type,
        attrs: this.#boundary.resident.some((own) => own === value) ? constant : DictionaryAttr.empty,
      };
    const index = this.#func.entry.arguments.findIndex((argument) => argument === value);
    return { type, attrs: valueAttrs(this.#func, 'arg_attrs', index) };
  }

  #start(name: string, kind: string, parameters: readonly Parameter[], results: readonly Type[]): FuncOp {
    const types = parameters.map(({ type }) => type);
    const func = FuncOp.create(
      {
        symName: StringAttr.get(name),
        symVisibility: StringAttr.get('private'),
        functionType: FunctionType.get(types, results),
      },
      [],
      { location: this.#func.location, attributes: [[FUNCTION_TYPE, StringAttr.get(kind)]] },
    );
    setAllValueAttrs(
      func,
      'arg_attrs',
      parameters.map(({ attrs }) => attrs),
    );
    const block = func.body.addBlock();
    for (const type of types) block.addArgument(type, this.#func.location);
    func.moveBefore(this.#func);
    this.#builder.setInsertionPointToEnd(block);
    return func;
  }

  #finish(operands: readonly Value[]): void {
    this.#builder.create(ReturnOp, { operands }, []);
  }
}
