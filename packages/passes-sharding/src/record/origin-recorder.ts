import { FuncOp, ReturnOp, setValueAttr, valueAttrs } from '@shardform/dialect-func';
import {
  type AxisRefAttr,
  containsAxis,
  dataFlowEdgeOf,
  DataFlowEdgeOp,
  functionResultSharding,
  getSharding,
  ManualComputationOp,
  SHARDING_ORIGIN_NAME,
  SHARDING_ORIGINS,
  shardableValue,
  ShardingConstraintOp,
  type TensorShardingAttr,
} from '@shardform/dialect-sdy';
import {
  ArrayAttr,
  type Attribute,
  BlockArgument,
  type Context,
  DictionaryAttr,
  type ModuleOp,
  type Operation,
  OpResult,
  StringAttr,
  type Value,
} from '@shardform/ir-core';

/** An origin that is the value itself. */
const SELF = 'self';

/**
 * Collects for each tensor the origins of the axes of its sharding, and stores them as `sdy.sharding_origins`: an input
 * or output of the program, a constraint, or a manual computation. The first origin of an axis counts.
 */
export class OriginRecorder {
  readonly #module: ModuleOp;
  readonly #context: Context;
  readonly #origins = new Map<Value, Map<AxisRefAttr, string>>();

  constructor(module: ModuleOp, context: Context) {
    this.#module = module;
    this.#context = context;
    this.#addConstraints();
    this.#addManualComputations();
    for (const op of module.body) if (op instanceof FuncOp && !op.isDeclaration) this.#addFunction(op);
  }

  /** Records that `target` has an axis from `source`. */
  add(axis: AxisRefAttr, source: Value, target: Value): void {
    const origin = this.#originOf(axis, source);
    if (origin !== null) this.#set(target, axis, origin);
  }

  save(): void {
    for (const [value, origins] of this.#origins) this.#saveValue(value, dictionaryOf(origins));
    this.#renameOwn();
  }

  #addConstraints(): void {
    let id = 0;
    this.#module.walkOf(ShardingConstraintOp, (op) => {
      const name = `constraint_${id++}`;
      this.#addSharding(op.result, op.sharding, name);
      op.setAttr(SHARDING_ORIGIN_NAME, StringAttr.get(name));
      this.#addSharding(op.input, getSharding(op.input, this.#context), name);
    });
  }

  #addManualComputations(): void {
    let id = 0;
    this.#module.walkOf(ManualComputationOp, (op) => {
      const name = `mc_${id++}`;
      op.inShardings.shardings.forEach((sharding, i) => {
        const edge = dataFlowEdgeOf(op.entry.getArgument(i), this.#context);
        if (edge === null) return;
        this.#addSharding(edge.result, sharding, inputName(name, i));
        const source = op.getOperand(i);
        this.#addSharding(source, getSharding(source, this.#context), inputName(name, i));
      });
      op.outShardings.shardings.forEach((sharding, i) => {
        const edge = dataFlowEdgeOf(op.getResult(i), this.#context);
        if (edge !== null) this.#addSharding(edge.result, sharding, outputName(name, i));
      });
      op.setAttr(SHARDING_ORIGIN_NAME, StringAttr.get(name));
    });
  }

  #addFunction(func: FuncOp): void {
    func.entry.arguments.forEach((argument, i) =>
      this.#addSharding(argument, getSharding(argument, this.#context), `input: ${i}`),
    );
    func.entry.lastOp?.operands.forEach(({ value }, i) =>
      this.#addSharding(value, functionResultSharding(func, i), `output: ${i}`),
    );
  }

  #addSharding(value: Value, sharding: TensorShardingAttr | null, origin: string): void {
    for (const dim of sharding?.dims ?? []) for (const axis of dim.axes) this.#set(value, axis, origin);
  }

  #set(value: Value, axis: AxisRefAttr, origin: string): void {
    const shardable = shardableValue(value, this.#context);
    if (shardable === null) return;
    let origins = this.#origins.get(shardable);
    if (origins === undefined) this.#origins.set(shardable, (origins = new Map<AxisRefAttr, string>()));
    if (!origins.has(axis)) origins.set(axis, origin);
  }

  /** Axes may have been split or merged on the way. */
  #originOf(axis: AxisRefAttr, value: Value): string | null {
    const shardable = shardableValue(value, this.#context);
    const origins = shardable === null ? undefined : this.#origins.get(shardable);
    const exact = origins?.get(axis);
    if (exact !== undefined) return exact;
    for (const [other, origin] of origins ?? []) {
      if (containsAxis(other, axis) || containsAxis(axis, other)) return origin;
    }
    return null;
  }

  #saveValue(value: Value, dictionary: DictionaryAttr): void {
    for (const { owner, index } of value.uses()) {
      if (!(owner instanceof ReturnOp)) continue;
      setValueAttr(owner.parentOp!, 'res_attrs', index, SHARDING_ORIGINS, dictionary);
      break;
    }
    if (value instanceof BlockArgument) {
      const func = value.owner.parentOp;
      if (func instanceof FuncOp) setValueAttr(func, 'arg_attrs', value.index, SHARDING_ORIGINS, dictionary);
    } else if (value instanceof OpResult && value.owner.parent !== null) {
      const { owner } = value;
      const isSingle = owner instanceof ShardingConstraintOp || owner instanceof DataFlowEdgeOp;
      owner.setAttr(SHARDING_ORIGINS, isSingle ? dictionary : withResult(owner, value.index, dictionary));
    }
  }

  /** Marks axes of a value that originate from itself as `self`. */
  #renameOwn(): void {
    this.#module.walk((op) => {
      if (op instanceof ShardingConstraintOp) renameOnOp(op, nameOf(op));
      else if (op instanceof FuncOp) renameOnFunction(op);
      else if (op instanceof ManualComputationOp) {
        const name = nameOf(op);
        op.entry.arguments.forEach((argument, i) => {
          renameOnOp(dataFlowEdgeOf(argument, this.#context), inputName(name, i));
        });
        op.results.forEach((result, i) => {
          renameOnOp(dataFlowEdgeOf(result, this.#context), outputName(name, i));
        });
      }
    });
  }
}

function inputName(name: string, index: number): string {
  return `${name}_input: ${index}`;
}

function outputName(name: string, index: number): string {
  return `${name}_output: ${index}`;
}

function nameOf(op: Operation): string {
  const name = op.getAttr(SHARDING_ORIGIN_NAME);
  return name instanceof StringAttr ? name.value : '';
}

/** Keys are axes without quotes, such as `x:(1)2`. */
function dictionaryOf(origins: ReadonlyMap<AxisRefAttr, string>): DictionaryAttr {
  return DictionaryAttr.get(
    Array.from(origins, ([axis, origin]) => [axis.text.replaceAll('"', ''), StringAttr.get(origin)] as const),
  );
}

function withResult(op: Operation, index: number, dictionary: DictionaryAttr): ArrayAttr {
  const before = op.getAttr(SHARDING_ORIGINS);
  const elements = before instanceof ArrayAttr ? before.elements : op.results.map(() => DictionaryAttr.empty);
  return ArrayAttr.get(elements.map((element, i) => (i === index ? dictionary : element)));
}

function renameOnOp(op: Operation | null, origin: string): void {
  const origins = op?.getAttr(SHARDING_ORIGINS) ?? null;
  if (origins instanceof DictionaryAttr) op!.setAttr(SHARDING_ORIGINS, renamed(origins, origin));
}

function renameOnFunction(func: FuncOp): void {
  const { inputs, results } = func.functionType;
  const rename = (which: 'arg_attrs' | 'res_attrs', index: number, origin: string): void => {
    const origins = valueAttrs(func, which, index).get(SHARDING_ORIGINS);
    if (origins instanceof DictionaryAttr) {
      setValueAttr(func, which, index, SHARDING_ORIGINS, renamed(origins, origin));
    }
  };
  inputs.forEach((_, i) => rename('arg_attrs', i, `input: ${i}`));
  results.forEach((_, i) => rename('res_attrs', i, `output: ${i}`));
}

function renamed({ entries }: DictionaryAttr, origin: string): DictionaryAttr {
  const own: Attribute = StringAttr.get(origin);
  return DictionaryAttr.get(
    entries.map(([axis, attribute]) => [axis, attribute === own ? StringAttr.get(SELF) : attribute] as const),
  );
}
