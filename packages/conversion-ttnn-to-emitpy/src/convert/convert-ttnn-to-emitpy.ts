import {
  AssignOp,
  CallOpaqueOp,
  ConstantOp,
  DictType,
  ExpressionOp,
  GlobalOp,
  GlobalStatementOp,
  LiteralOp,
  NAME,
  OpaqueAttr,
  OpaqueType,
  StringType,
  SubscriptOp,
  VerbatimOp,
  YieldOp,
} from '@shardform/dialect-emitpy';
import {
  CallOp,
  FuncOp,
  ReturnOp,
  setAllValueAttrs,
  setValueAttr,
  valueAttrs,
  enclosingFunction,
} from '@shardform/dialect-func';
import * as ttcore from '@shardform/dialect-ttcore';
import { isKind } from '@shardform/dialect-ttcore';
import {
  AggregateTensorOp,
  CaptureOrExecuteTraceOp,
  DeviceType,
  DistributeTensorOp,
  GlobalSemaphoreType,
  UpdateCacheOp,
} from '@shardform/dialect-ttnn';
import { arith } from '@shardform/dialects-mlir';
import {
  ArrayAttr,
  type Attribute,
  Block,
  booleanOption,
  Builder,
  type Context,
  definePass,
  DictionaryAttr,
  FunctionType,
  i32,
  IndexType,
  IntegerAttr,
  isInstance,
  pythonString,
  type ModuleOp,
  type Operation,
  RankedTensorType,
  StringAttr,
  SymbolRefAttr,
  TupleType,
  type Type,
  UnitAttr,
  type Value,
} from '@shardform/ir-core';
import { python, unknownReason, UnwritableValue, valueText } from '@shardform/ttnn-calls';
import { takeDevice } from '../prepare/module-for-export.ts';
import { ACTIVATION_NAMES, functionsIn, textsAttr, WEIGHT_NAMES } from '../prepare/names.ts';
import { callParts, type CallParts, meshTool } from './call-parts.ts';
import { choiceCallee, loopStatement } from './loops.ts';
import { traceWrapper } from './traces.ts';
import { TENSOR, TENSORS } from './python-types.ts';

/** That a call computes what is kept. */
export const CONST_EVALED = 'emitpy.consteval';
/** The call that the writer shows as a list. */
export const LIST = 'util_create_list';

const index = IndexType.instance;
const OBJECT = OpaqueType.of('object');
const DICT = DictType.get({ keyType: null, valueType: null });

/** The type that stands for one of TTNN. */
function converted(type: Type): Type {
  if (type === DeviceType.instance) return OpaqueType.of('ttnn.Device');
  if (isInstance(GlobalSemaphoreType, type)) return OpaqueType.of('ttnn.GlobalSemaphore');
  if (isInstance(RankedTensorType, type)) return TENSOR;
  if (isInstance(TupleType, type)) return TENSORS;
  return type === ttcore.DictType.instance ? DICT : type;
}

/** Calls of Python's `ttnn` take the place of TTNN's operations. */
export const convertTtnnToEmitpy = definePass({
  name: 'convert-ttnn-to-emitpy',
  className: 'ConvertTTNNToEmitPy',
  summary: 'converts TTNN to Python',
  anchor: 'builtin.module',
  dependentDialects: ['emitpy'],
  options: { 'target-module': booleanOption('functions of constants take the device as an argument') },
  run(module, pass) {
    if (pass.options['target-module'])
      for (const func of functionsIn(module)) if (isKind(func, 'const_eval')) takeDevice(func);
    const conversion = new Conversion(pass.context, module, pass.options['target-module']);
    if (!conversion.run()) pass.fail();
  },
});

class Conversion {
  readonly #builder: Builder;
  readonly #context: Context;
  readonly #module: ModuleOp;
  /** True if functions take the device as an argument. */
  readonly #takesDevice: boolean;
  /** What stands for a value. */
  readonly #values = new Map<Value, Value>();

  constructor(context: Context, module: ModuleOp, takesDevice: boolean) {
    this.#context = context;
    this.#module = module;
    this.#takesDevice = takesDevice;
    this.#builder = new Builder(context);
  }

  run(): boolean {
    const module = this.#module;
    const ops: Operation[] = [];
    module.walk((op) => {
      if (op !== module) ops.push(op);
    }, 'pre');
    for (const func of ops) if (func instanceof FuncOp) this.#signature(func);
    for (const op of ops) if (!this.#convert(op)) return false;
    // The types of arguments and of what calls return say what operations do until all are converted.
    for (const func of functionsIn(module))
      for (const argument of func.entry.arguments) argument.setType(converted(argument.type));
    for (const op of ops)
      if (op instanceof CallOp) for (const result of op.results) result.setType(converted(result.type));
    // Users come after what they use.
    for (const op of ops.toReversed()) if (isForeign(op)) op.erase();
    for (const [name] of module.sortedDiscardable()) module.setAttr(name, null);
    return true;
  }

  #signature(func: FuncOp): void {
    const { inputs, results } = func.functionType;
    const kept = inputs.map((_, i) => {
      const attrs = valueAttrs(func, 'arg_attrs', i);
      const names = [ACTIVATION_NAMES, WEIGHT_NAMES, NAME];
      return DictionaryAttr.get(attrs.entries.filter(([name]) => names.includes(name)));
    });
    func.functionType = FunctionType.get(inputs.map(converted), results.map(converted));
    func.resAttrs = null;
    func.argAttrs = null;
    setAllValueAttrs(func, 'arg_attrs', kept);
    if (!isKind(func, 'const_eval_wrapper')) return;
    setValueAttr(func, 'arg_attrs', 0, NAME, StringAttr.get('ce_cache'));
    if (inputs[1] === ttcore.DictType.instance)
      setValueAttr(func, 'arg_attrs', 1, NAME, StringAttr.get('weights'));
  }

  #value(value: Value): Value {
    return this.#values.get(value) ?? value;
  }

  #replace(op: Operation, values: readonly Value[]): void {
    for (const [i, value] of values.entries()) this.#values.set(op.getResult(i), value);
  }

  /** Makes what stands for an operation before it. */
  #convert(op: Operation): boolean {
    this.#builder.setInsertionPoint(op);
    this.#builder.location = op.location;
    if (op instanceof CallOp || op instanceof ReturnOp) {
      op.setOperands(op.operandValues().map((value) => this.#value(value)));
      return true;
    }
    if (!isForeign(op)) return true;
    if (op instanceof ttcore.DeviceOp) return true;
    if (op instanceof ttcore.GlobalOp) {
      const initialValue = OpaqueAttr.of(op.type === ttcore.DictType.instance ? '{}' : 'None');
      this.#builder.create(GlobalOp, { symName: op.symName, initialValue }, []);
      return true;
    }
    try {
      const made = this.#made(op);
      if (made === null) return this.#refuse(op, unknownReason(op, python));
      this.#replace(op, made);
      return true;
    } catch (error) {
      if (!(error instanceof UnwritableValue)) throw error;
      return this.#refuse(op, error.message);
    }
  }

  #refuse(op: Operation, reason: string | null = null): false {
    this.#context.diagnostics.emitOn(
      op,
      'error',
      `failed to legalize operation '${op.name}'${reason === null ? '' : `: ${reason}`}`,
    );
    return false;
  }

  #made(op: Operation): readonly Value[] | null {
    if (op instanceof ttcore.GetTupleElementOp) {
      const made = this.#element(this.#value(op.operand), op.index.number, TENSOR);
      const name = op.getAttr(NAME);
      if (name !== null) made.definingOp!.setAttr(NAME, name);
      return [made];
    }
    if (op instanceof ttcore.TupleOp) return [this.#list(op.operandValues(), TENSORS)];
    if (op instanceof ttcore.LoadCachedOp) return this.#cached(op);
    if (op instanceof ttcore.GetGlobalOp) return [this.#global(op)];
    if (op instanceof ttcore.GetKeyValueOp) return this.#read(op);
    if (op instanceof ttcore.SetKeyValueOp) return this.#store(op);
    if (op instanceof arith.ConstantOp)
      return [this.#builder.create(ConstantOp, { value: op.value }, op.resultTypes()).result];
    if (op instanceof DistributeTensorOp || op instanceof AggregateTensorOp) return this.#mesh(op);
    if (op instanceof UpdateCacheOp) return this.#updateCache(op);
    if (op instanceof ttcore.WhileLoopOp) return this.#loop(op);
    if (op instanceof ttcore.CaseOp) return this.#choice(op);
    if (op instanceof CaptureOrExecuteTraceOp) return this.#trace(op);
    const parts = callParts(op);
    return parts === null ? null : this.#call(parts, op.resultTypes().map(converted));
  }

  #call({ callee, args }: CallParts, types: readonly Type[]): readonly Value[] {
    const operands: Value[] = [];
    const given = args.map(({ argument }): Attribute => {
      if (typeof argument === 'string') return OpaqueAttr.of(argument);
      operands.push('length' in argument ? this.#list(argument, TENSORS) : this.#value(argument));
      return IntegerAttr.get(operands.length - 1, index);
    });
    const attrs = { args: ArrayAttr.get(given), keywordArgs: textsAttr(args.map(({ keyword }) => keyword)) };
    return this.#builder.create(CallOpaqueOp, { callee: StringAttr.get(callee), operands, ...attrs }, types)
      .results;
  }

  #list(values: readonly Value[], type: Type): Value {
    return this.#plainCall(
      LIST,
      values.map((value) => this.#value(value)),
      type,
    );
  }

  #plainCall(callee: string, operands: readonly Value[], type: Type): Value {
    return this.#builder
      .create(CallOpaqueOp, { callee: StringAttr.get(callee), operands }, [type])
      .getResult();
  }

  #element(container: Value, place: number, type: Type): Value {
    const at = this.#builder.create(LiteralOp, { value: StringAttr.get(String(place)) }, [index]).result;
    return this.#builder.create(SubscriptOp, { container, index: at }, [type]).result;
  }

  #key(key: StringAttr | IntegerAttr): Value {
    if (key instanceof IntegerAttr)
      return this.#builder.create(LiteralOp, { value: StringAttr.get(String(key.number)) }, [index]).result;
    const value = OpaqueAttr.of(pythonString(key.value));
    return this.#builder.create(ConstantOp, { value }, [StringType.instance]).result;
  }

  #cached(op: ttcore.LoadCachedOp): readonly Value[] {
    const operands = op.inputs.length === 0 ? [] : [this.#list(op.operandValues(), TENSORS)];
    const device = enclosingFunction(op)!.entry.arguments.at(-1);
    if (device?.type === DeviceType.instance) operands.push(device);
    const list = this.#plainCall(op.callee.root, operands, TENSORS);
    list.definingOp!.setAttr(CONST_EVALED, UnitAttr.instance);
    return op.results.map((_, i) => this.#element(list, i, TENSOR));
  }

  #global(op: ttcore.GetGlobalOp): Value {
    const name = SymbolRefAttr.get(op.symName.value);
    const made = this.#builder.create(GlobalStatementOp, { name }, [converted(op.result.type)]);
    for (const [own, attribute] of op.sortedDiscardable()) made.setAttr(own, attribute);
    return made.result;
  }

  #read(op: ttcore.GetKeyValueOp): readonly Value[] {
    const [dict, at] = [this.#value(op.dict), this.#key(op.key)];
    const types = op.resultTypes().map(converted);
    const type = types.length === 1 ? types[0]! : TENSORS;
    const found = this.#builder.create(SubscriptOp, { container: dict, index: at }, [type]).result;
    return types.length === 1 ? [found] : types.map((own, i) => this.#element(found, i, own));
  }

  #store(op: ttcore.SetKeyValueOp): readonly Value[] {
    const [dict, at] = [this.#value(op.dict), this.#key(op.key)];
    const [only] = op.values;
    const value = op.values.length === 1 ? this.#value(only!) : this.#list(op.values, TENSORS);
    const type = converted(value.type);
    const place = this.#builder.create(ExpressionOp, { operands: [dict, at] }, [type]);
    const block = place.body.append(new Block());
    const [container, own] = [dict, at].map(({ type }) => block.addArgument(converted(type), op.location));
    const found = SubscriptOp.create({ container: container!, index: own! }, [type], {
      location: op.location,
    });
    block.append(found);
    block.append(YieldOp.create({ result: found.result }, [], { location: op.location }));
    this.#builder.create(AssignOp, { target: place.result, value }, []);
    return [];
  }

  #mesh(op: DistributeTensorOp | AggregateTensorOp): readonly Value[] {
    const isSplit = op instanceof DistributeTensorOp;
    const [tool] = this.#call(meshTool(op), [OBJECT]);
    const args = [
      { keyword: '', argument: op.input },
      { keyword: isSplit ? 'mapper' : 'composer', argument: tool! },
    ];
    const callee = isSplit ? 'ttnn.distribute_tensor' : 'ttnn.aggregate_tensor';
    return this.#call({ callee, args }, op.resultTypes().map(converted));
  }

  /** A list holds what rounds change; the loop stands in one line, which assigns it. */
  #loop(op: ttcore.WhileLoopOp): readonly Value[] {
    const count = op.stateCount.number;
    const state = this.#list(op.inputs.slice(0, count), TENSORS);
    state.definingOp!.setAttr(NAME, StringAttr.get('state'));
    const fixed = op.inputs.slice(count).map((value) => this.#value(value));
    const { format, head } = loopStatement(op, state, fixed, (value) => this.#value(value));
    const fmtArgs = [...head, state, state, ...fixed];
    this.#builder.create(VerbatimOp, { value: StringAttr.get(format), fmtArgs }, []);
    return op.outputIndices.numbers().map((place) => this.#element(state, place, TENSOR));
  }

  #choice(op: ttcore.CaseOp): readonly Value[] {
    const at = this.#plainCall('utils.get_scalar_from_tensor', [this.#value(op.index)], i32);
    const args = [at, ...op.inputs].map((argument) => ({ keyword: '', argument }));
    const made = this.#call({ callee: choiceCallee(op), args }, op.resultTypes().map(converted));
    made[0]?.definingOp?.setAttr(NAME, StringAttr.get('chosen'));
    return made;
  }

  #trace(op: CaptureOrExecuteTraceOp): readonly Value[] {
    if (this.#takesDevice)
      throw new UnwritableValue(
        "functions of a recording open the device, which a module takes; leave 'enable-trace' or 'target-module' out",
      );
    if (op.semaphoreInputs.length > 0)
      throw new UnwritableValue('recordings that take semaphores have no form in Python here');
    const callee = StringAttr.get(traceWrapper(op, this.#module, this.#builder));
    this.#builder.setInsertionPoint(op);
    const operands = op.inputs.map((value) => this.#value(value));
    return this.#builder.create(CallOpaqueOp, { callee, operands }, op.resultTypes().map(converted)).results;
  }

  #updateCache(op: UpdateCacheOp): readonly Value[] {
    const place = this.#plainCall('utils.get_scalar_from_tensor', [this.#value(op.updateIndex)], i32);
    const args = [
      ...[op.cache, op.input, place].map((argument) => ({ keyword: '', argument })),
      { keyword: 'batch_offset', argument: valueText(op.batchOffset, python) },
    ];
    return this.#call({ callee: 'ttnn.update_cache', args }, op.resultTypes().map(converted));
  }
}

function isForeign({ name }: Operation): boolean {
  return name.startsWith('ttnn.') || name.startsWith('ttcore.') || name === 'arith.constant';
}
