import {
  ApplyOp,
  CallOpaqueOp,
  ConstantOp,
  GetGlobalOp,
  GlobalOp,
  LiteralOp,
  LoadOp,
  LValueType,
  OpaqueAttr,
  OpaqueType,
  PointerType,
  SubscriptOp,
} from '@shardform/dialect-emitc';
import { CallOp, enclosingFunction, ReturnOp } from '@shardform/dialect-func';
import * as ttcore from '@shardform/dialect-ttcore';
import * as ttnn from '@shardform/dialect-ttnn';
import { arith } from '@shardform/dialects-mlir';
import {
  ArrayAttr,
  type Attribute,
  Builder,
  type Context,
  i32,
  IndexType,
  IntegerAttr,
  isInstance,
  type Operation,
  StringAttr,
  SymbolRefAttr,
  type Type,
  UnitAttr,
  type Value,
} from '@shardform/ir-core';
import {
  argumentOf,
  type CallParameter,
  cpp,
  libraryCall,
  tensorText,
  type Unpacking,
  UnwritableValue,
  valueText,
} from '@shardform/ttnn-calls';
import { activatedOperands, activationsOf } from './activations.ts';
import { constantText } from './constant-text.ts';
import { formedText } from './cpp-forms.ts';
import { converted, TENSOR, TENSORS } from './cpp-types.ts';
import { toolText } from './mesh-tool.ts';

const index = IndexType.instance;
const AUTO = OpaqueType.of('auto');
const DEVICE_REFERENCE = OpaqueType.of('::ttnn::distributed::MeshDevice&');
const OPTIONAL_DEVICE = OpaqueType.of(
  '::std::optional<::std::reference_wrapper<::ttnn::distributed::MeshDevice>>',
);
const OPTIONAL_TENSOR = OpaqueType.of('::std::optional<::ttnn::Tensor>');
/** The function of the program's header that makes a list. */
const LIST = 'util_create_vec';

/** An argument of a call: a value, or C++ as it stands. */
type Argument = Value | string;

/** Operations that programs of C++ have as they are. */
const CPP = /^(emitc|func|builtin)\./;

/** Makes what stands for operations before them. */
export class OperationConversion {
  readonly #builder: Builder;
  /** What stands for a value. */
  readonly #values = new Map<Value, Value>();
  /** The variables that hold what functions of constants returned. */
  readonly #cached = new Set<string>();

  constructor(context: Context) {
    this.#builder = new Builder(context);
  }

  /** Returns true if another operation stands for this one. */
  isReplaced(op: Operation): boolean {
    return (
      op.name.startsWith('ttnn.') ||
      (op.name.startsWith('ttcore.') && !(op instanceof ttcore.DeviceOp)) ||
      op instanceof CallOp ||
      op instanceof arith.ConstantOp
    );
  }

  /** Returns false for operations that have no form in C++. @throws UnwritableValue with a reason */
  convert(op: Operation): boolean {
    this.#builder.setInsertionPoint(op);
    this.#builder.location = op.location;
    if (op instanceof ReturnOp) op.setOperands(op.operandValues().map((value) => this.#value(value)));
    if (!this.isReplaced(op)) return op instanceof ttcore.DeviceOp || CPP.test(op.name);
    const made = this.#made(op);
    if (made === null) return false;
    for (const [i, value] of made.entries()) this.#values.set(op.getResult(i), value);
    return true;
  }

  #value(value: Value): Value {
    return this.#values.get(value) ?? value;
  }

  #made(op: Operation): readonly Value[] | null {
    const types = op.resultTypes().map(converted);
    if (op instanceof CallOp) return this.#plainCall(`::${op.callee.root}`, op.operandValues(), types);
    if (op instanceof arith.ConstantOp) return [this.#constant(op.value, types[0]!)];
    if (op instanceof ttcore.GetTupleElementOp)
      return [this.#element(this.#value(op.operand), op.index.number, TENSOR)];
    if (op instanceof ttcore.TupleOp) return this.#plainCall(LIST, op.operandValues(), types);
    if (op instanceof ttcore.LoadCachedOp) return this.#loadCached(op);
    if (op instanceof ttnn.GetDeviceOp) return this.#plainCall('ttnn::DeviceGetter::getInstance', [], types);
    if (op instanceof ttnn.ConstantOp) return this.#tensorConstant(op);
    if (op instanceof ttnn.DistributeTensorOp || op instanceof ttnn.AggregateTensorOp) return this.#mesh(op);
    const call = op.name.startsWith('ttnn.') ? libraryCall(op.name.slice('ttnn.'.length), cpp) : null;
    if (call === null) return null;
    const activated = activatedOperands(op).map(({ operand, activations }): readonly [Value, Value] => {
      const value = this.#value(operand);
      return [value, this.#activated(value, activations, operand.type)];
    });
    const args = call.parameters
      .flatMap((own) => this.#argument(op, own))
      .map((own) => activated.find(([value]) => value === own)?.[1] ?? own);
    if (call.unpacking === null) {
      const made = this.#call(call.callee, args, types);
      return made.map((value, i) =>
        this.#activated(value, activationsOf(op, 'activations'), op.getResult(i).type),
      );
    }
    const type = call.unpacking === 'vector' ? TENSORS : AUTO;
    const [packed] = this.#call(call.callee, args, [type]);
    return op.results.map((_, i) => this.#unpacked(packed!, i, call.unpacking));
  }

  // ---- arguments

  #argument(op: Operation, parameter: CallParameter): readonly Argument[] {
    const { source, form, isOptional } = parameter;
    // Activations are calls of their own.
    if (isOptional) return [];
    if (form?.startsWith('span<') === true) return [this.#span(op.getAttr(source), form)];
    const formed = formedText(form, op.getAttr(source));
    if (formed !== null) return [formed];
    const argument = argumentOf(op, parameter, cpp);
    if (typeof argument === 'string')
      return [source === 'device' && form === null && argument === cpp.none ? 'nullptr' : argument];
    if ('length' in argument) return this.#plainCall(LIST, argument, [TENSORS]);
    const value = this.#value(argument);
    if (form === 'scalar')
      return this.#call('::ttnn::getScalarFromTensor', [value], [OpaqueType.of('uint32_t')]);
    if (form === 'optional') return [this.#apply('*', value, OPTIONAL_DEVICE)];
    return [form === 'reference' ? this.#apply('*', value, DEVICE_REFERENCE) : value];
  }

  /** A view of a list of numbers, which a template's arguments are deduced from. */
  #span(value: unknown, form: string): Value {
    const element = form.slice('span<'.length, -1);
    const list = OpaqueAttr.of(valueText(value, cpp, `small<${element}>`));
    const numbers = this.#constant(list, OpaqueType.of(`::ttsl::SmallVector<${element}>`));
    const type = OpaqueType.of(`::ttsl::Span<const ${element}>`);
    return this.#call('ttsl::make_const_span', [numbers], [type])[0]!;
  }

  /** A value after functions of its elements, which the library would compute in the same step. */
  #activated(value: Value, activations: readonly string[], type: Type): Value {
    return activations.reduce((input, name) => {
      const call = libraryCall(name, cpp);
      const isUnary = call?.parameters.every(({ kind, source }) => kind !== 'name' || source === 'input');
      if (call === null || isUnary !== true)
        throw new UnwritableValue(`the activation '${name}' has no form in C++ here`);
      const { memory } = tensorText(type, cpp);
      const args = call.parameters.map(({ kind, source }) =>
        kind === 'name' ? input : kind === 'type' ? memory : source,
      );
      return this.#call(call.callee, args, [TENSOR])[0]!;
    }, value);
  }

  // ---- operations of C++

  #call(
    callee: string,
    args: readonly Argument[],
    types: readonly Type[],
    template?: Attribute,
  ): readonly Value[] {
    const operands: Value[] = [];
    const given = args.map((argument): Attribute => {
      if (typeof argument === 'string') return OpaqueAttr.of(argument);
      operands.push(argument);
      return IntegerAttr.get(operands.length - 1, index);
    });
    // Operands alone are the arguments.
    const list = operands.length === given.length ? {} : { args: ArrayAttr.get(given) };
    const templates = template === undefined ? {} : { templateArgs: ArrayAttr.get([template]) };
    const attrs = { callee: StringAttr.get(callee), operands, ...list, ...templates };
    return this.#builder.create(CallOpaqueOp, attrs, types).results;
  }

  #plainCall(callee: string, operands: readonly Value[], types: readonly Type[]): readonly Value[] {
    return this.#call(
      callee,
      operands.map((value) => this.#value(value)),
      types,
    );
  }

  #constant(value: Attribute, type: Type): Value {
    return this.#builder.create(ConstantOp, { value }, [type]).result;
  }

  #apply(operator: '&' | '*', operand: Value, type: Type): Value {
    return this.#builder.create(ApplyOp, { applicableOperator: StringAttr.get(operator), operand }, [type])
      .result;
  }

  #element(container: Value, place: number, type: Type): Value {
    const at = this.#builder.create(LiteralOp, { value: StringAttr.get(String(place)) }, [index]).result;
    const found = this.#builder.create(SubscriptOp, { value: container, indices: [at] }, [
      LValueType.of(type),
    ]);
    return this.#builder.create(LoadOp, { operand: found.result }, [type]).result;
  }

  #unpacked(packed: Value, place: number, unpacking: Unpacking | null): Value {
    if (unpacking === 'tuple' || unpacking === 'variant')
      return this.#call('::std::get', [packed], [TENSOR], IntegerAttr.get(place, i32))[0]!;
    if (unpacking !== 'optionals') return this.#element(packed, place, TENSOR);
    const optional = this.#element(packed, place, OPTIONAL_TENSOR);
    return this.#call('util_get_optional_value', [optional], [TENSOR])[0]!;
  }

  // ---- single operations

  /** What a function of constants returned stays in a variable of the file, which a wrapper fills at the first call. */
  #loadCached(op: ttcore.LoadCachedOp): readonly Value[] {
    const callee = op.callee.root;
    const name = `g_cached_result_${callee}`;
    if (!this.#cached.has(name)) {
      const attrs = { symName: StringAttr.get(name), type: TENSORS, staticSpecifier: UnitAttr.instance };
      const { location } = op;
      const func = enclosingFunction(op)!;
      func.parent!.insertBefore(GlobalOp.create(attrs, [], { location }), func);
      this.#cached.add(name);
    }
    const takesNone = op.inputs.length === 0;
    const type = `::std::function<::std::vector<::ttnn::Tensor>(${takesNone ? '' : '::std::vector<::ttnn::Tensor>'})>`;
    const compute = this.#constant(OpaqueAttr.of(`&${callee}`), OpaqueType.of(type));
    const inputs = takesNone ? [] : this.#plainCall(LIST, op.operandValues(), [TENSORS]);
    const attrs = { name: SymbolRefAttr.get(name) };
    const variable = this.#builder.create(GetGlobalOp, attrs, [LValueType.of(TENSORS)]).result;
    const address = this.#apply('&', variable, PointerType.of(TENSORS));
    const wrapper = `ttnn::constEvalFuncWrapper${takesNone ? 'ZeroArg' : ''}`;
    this.#call(wrapper, [compute, ...inputs, address], []);
    const results = this.#builder.create(LoadOp, { operand: variable }, [TENSORS]).result;
    return op.results.map((_, i) => this.#element(results, i, TENSOR));
  }

  #tensorConstant(op: ttnn.ConstantOp): readonly Value[] {
    const { elements, spec } = constantText(op);
    const device = op.device === null ? 'nullptr' : this.#value(op.device);
    return this.#call('::ttnn::Tensor::from_vector', [elements, spec, device], [TENSOR]);
  }

  /** The library distributes and joins tensors by an object that it makes for a mesh. */
  #mesh(op: ttnn.DistributeTensorOp | ttnn.AggregateTensorOp): readonly Value[] {
    const isSplit = isInstance(ttnn.DistributeTensorOp, op);
    const { config, create, tool } = toolText(op);
    const device = this.#apply('*', this.#value(op.device), DEVICE_REFERENCE);
    const owner = OpaqueType.of(`::std::unique_ptr<${tool}>`);
    const made = this.#call(create, [device, config], [owner]);
    const pointer = this.#call('::std::to_address', made, [PointerType.of(OpaqueType.of(tool))]);
    const reference = this.#apply('*', pointer[0]!, OpaqueType.of(`${tool}&`));
    const callee = `::ttnn::distributed::${isSplit ? 'distribute_tensor' : 'aggregate_tensor'}`;
    return this.#call(callee, [this.#value(op.input), reference], [TENSOR]);
  }
}
