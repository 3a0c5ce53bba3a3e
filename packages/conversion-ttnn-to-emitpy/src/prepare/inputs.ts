import { CallOp, FuncOp, ReturnOp } from '@shardform/dialect-func';
import {
  ArgumentTypeAttr,
  DictType,
  GetGlobalOp,
  GetKeyValueOp,
  GlobalOp,
  SetKeyValueOp,
  TupleOp,
} from '@shardform/dialect-ttcore';
import { LoadTensorOp, layoutOf, OnesOp, openedDevice, ShapeAttr } from '@shardform/dialect-ttnn';
import { arith } from '@shardform/dialects-mlir';
import {
  ArrayAttr,
  Builder,
  type Context,
  definePass,
  FunctionType,
  i32,
  IntegerAttr,
  isInstance,
  type ModuleOp,
  RankedTensorType,
  StringAttr,
  stringOption,
  SymbolRefAttr,
  type Tensor,
  TupleType,
  type Type,
  type Value,
} from '@shardform/ir-core';
import { ARGUMENT_TYPES, forwardFunctions, setKind } from './names.ts';

/** Makes the input of a type that is the argument with this number. */
type MakeInput = (type: RankedTensorType, index: number, builder: Builder) => Tensor;

/** Inputs are ones. */
export const ttnnCreateInputGenerators = definePass({
  name: 'ttnn-create-input-gens',
  className: 'TTNNCreateInputGenerators',
  summary: 'adds functions that make inputs, and main, which calls all',
  anchor: 'builtin.module',
  run(module, { context }) {
    new Inputs(module, context, 'create_', (type, _, builder) => {
      const shape = ShapeAttr.get({ shape: type.shape });
      return builder.create(OnesOp, { device: deviceFor(type, builder), shape }, [type]).result;
    }).add();
  },
});

/** Inputs are read from files. */
export const ttnnLoadInputTensors = definePass({
  name: 'ttnn-load-input-tensors',
  className: 'TTNNLoadInputTensors',
  summary: 'adds functions that read inputs from files, and main, which calls all',
  anchor: 'builtin.module',
  options: {
    'tensor-load-directory': stringOption('folder of the files; the working directory unless given'),
    'tensor-load-file-prefix': stringOption("how the files' names begin", 'arg'),
  },
  run(module, { context, options }) {
    const folder = options['tensor-load-directory'];
    const start = `${folder === '' ? '' : `${folder}/`}${options['tensor-load-file-prefix']}`;
    new Inputs(module, context, 'load_', (type, index, builder) => {
      const filePath = StringAttr.get(`${start}${index}.tensorbin`);
      return builder.create(LoadTensorOp, { device: deviceFor(type, builder), filePath }, [type]).result;
    }).add();
  },
});

/** The opened device for a tensor that is not on the host. */
function deviceFor(type: RankedTensorType, builder: Builder): ReturnType<typeof openedDevice> | null {
  const at = builder.insertionPoint?.block.parentOp ?? null;
  return at === null || layoutOf(type)?.isOnHost !== false ? null : openedDevice(at, builder);
}

/** The numbers that arguments of some types had before they became a list and a dictionary. */
function originalIndices(func: FuncOp, isWeight: boolean): number[] | null {
  const types = func.getAttr(ARGUMENT_TYPES);
  if (!(types instanceof ArrayAttr)) return null;
  return types.elements.flatMap((type, i) =>
    isInstance(ArgumentTypeAttr, type) && (type.value !== 'input') === isWeight ? [i] : [],
  );
}

class Inputs {
  readonly #module: ModuleOp;
  readonly #builder: Builder;
  readonly #verb: string;
  readonly #make: MakeInput;

  constructor(module: ModuleOp, context: Context, verb: string, make: MakeInput) {
    this.#module = module;
    this.#builder = new Builder(context);
    this.#verb = verb;
    this.#make = make;
  }

  add(): void {
    const entries = forwardFunctions(this.#module).filter((func) => func.isPublic);
    const calls = entries.map((func) => {
      const makers = func.functionType.inputs.map((type) => this.#maker(func, type));
      return { func, makers: makers.filter((maker) => maker !== null) };
    });
    this.#inFunction('main', [i32], 'main', () => {
      for (const { func, makers } of calls) {
        const given = makers.map((maker) => this.#call(maker, []));
        this.#call(
          func,
          given.map((call) => call.getResult()),
        );
      }
      const zero = this.#builder.insert(arith.ConstantOp.of(IntegerAttr.get(0, i32)));
      return [zero.result];
    });
  }

  #call(func: FuncOp, operands: readonly Value[]): CallOp {
    const callee = SymbolRefAttr.get(func.symName.value);
    return this.#builder.create(CallOp, { callee, operands }, func.functionType.results);
  }

  /** A function at the end of the module, whose body returns the values. */
  #inFunction(name: string, results: readonly Type[], kind: string, body: () => readonly Value[]): FuncOp {
    const func = FuncOp.declaration(name, FunctionType.get([], results), null);
    setKind(func, kind);
    this.#module.body.append(func);
    this.#builder.createBlock(func.body);
    const operands = body();
    this.#builder.create(ReturnOp, { operands }, []);
    return func;
  }

  #maker(func: FuncOp, type: Type): FuncOp | null {
    const own = func.symName.value;
    const hasSplit = func.getAttr(ARGUMENT_TYPES) !== null;
    if (type instanceof TupleType) {
      const indices = originalIndices(func, false);
      const what = hasSplit ? 'activations' : 'inputs';
      return this.#inFunction(`${this.#verb}${what}_for_${own}`, [type], 'input_generator', () => {
        const operands = type.types.map((element, i) =>
          // Tuples hold tensors.
          this.#make(element as RankedTensorType, indices?.[i] ?? i, this.#builder),
        );
        return [this.#builder.create(TupleOp, { operands }, [type]).result];
      });
    }
    return type === DictType.instance ? this.#weights(func) : null;
  }

  #weights(func: FuncOp): FuncOp {
    const own = func.symName.value;
    const indices = originalIndices(func, true);
    const name = StringAttr.get(`${own}_weights`);
    const global = GlobalOp.create({ symName: name, type: DictType.instance }, [], {
      location: func.location,
    });
    this.#module.body.append(global);
    return this.#inFunction(`${this.#verb}weights_for_${own}`, [DictType.instance], 'input_generator', () => {
      const dict = this.#builder.create(GetGlobalOp, { symName: name }, [DictType.instance]).result;
      const reads = [...func.entry].filter((op) => op instanceof GetKeyValueOp);
      for (const [i, read] of reads.entries()) {
        const { type } = read.getResult();
        if (!(type instanceof RankedTensorType)) continue;
        const values = [this.#make(type, indices?.[i] ?? i, this.#builder)];
        this.#builder.create(SetKeyValueOp, { dict: dict, values, key: read.key }, []);
      }
      return [dict];
    });
  }
}
