import type { FuncOp } from '@shardform/dialect-func';
import {
  BroadcastOp,
  devicesAttr,
  indexAttr,
  PlacedTensorType,
  PmapOp,
  ReturnOp,
  ScatterOp,
  SelectOp,
  SendOp,
  TupleOp,
} from '@shardform/dialect-dist';
import {
  Block,
  type Builder,
  type Context,
  type Operation,
  StringAttr,
  TupleType,
  type Value,
  lookUp,
  zip,
} from '@shardform/ir-core';
import type { Layouting } from '../layout/analyze.ts';
import { type Grid, type Layouts, layoutsKey, withLayout } from '../layout/layout.ts';
import { collectTo, communicate, joined, spreadFrom } from '../layout/spread-values.ts';
import { StrategyError } from '../strategy/flat-strategy.ts';
import { devicesOf, replaceFunction, returnedValues } from './dist-function.ts';
import { createLocal } from './local-op.ts';
import { layoutsFor, type SpreadOptions } from './spread.ts';
import { placedTypeOf } from '../placed-type-of.ts';

const VARIABLE = 'd';

/**
 * Distributes a program of one device over `data * horizontal` devices, numbered from 1, in the form of DistIR's seed:
 * the computation between two communications is the body of a `dist.pmap`, and the communication between them is on
 * tuples. Arguments come from the host and results are sent there.
 *
 * @throws StrategyError for a program of several devices.
 */
export function mapOntoDevices(func: FuncOp, options: SpreadOptions, context: Context): FuncOp {
  const { host = 0 } = options;
  const name = func.symName.value;
  if (devicesOf(func).length > 1) {
    throw new StrategyError(
      `@${name} runs on devices ${devicesOf(func).join(', ')}; only a program of one can be mapped`,
    );
  }
  const layouting = layoutsFor(func, options, context);
  const levels = levelsOf(func, layouting);
  const { entry } = func.body;
  const inputs = entry.arguments.map((value) => placedTypeOf(value).onDevice(host));
  return replaceFunction(func, inputs, context, (builder, args) => {
    const mapping = new Mapping(layouting, builder);
    zip(entry.arguments, args).forEach(([argument, arg]) => mapping.addArgument(argument, arg));
    const returned = returnedValues(func);
    levels.forEach((ops, level) => {
      const later = new Set([
        ...returned,
        ...levels
          .slice(level + 1)
          .flat()
          .flatMap((op) => op.operandValues()),
      ]);
      mapping.addPmap(ops, later);
    });
    return returned.map((value) => mapping.collected(value, host));
  });
}

/** Operations by the number of communications that they have to wait for. */
export function levelsOf(func: FuncOp, { values, required }: Layouting): Operation[][] {
  const levelOf = new Map<Value, number>();
  const levels: Operation[][] = [];
  for (const op of func.body.entry) {
    if (op.definition.isTerminator) continue;
    const needed = lookUp(required, op);
    let level = 0;
    op.operands.forEach(({ value }, i) => {
      const waits = layoutsKey(lookUp(values, value)) === layoutsKey(needed[i]!) ? 0 : 1;
      level = Math.max(level, (levelOf.get(value) ?? 0) + waits);
    });
    for (const result of op.results) levelOf.set(result, level);
    (levels[level] ??= []).push(op);
  }
  // A level between two others may be without operations.
  return Array.from(levels, (ops) => ops as Operation[] | undefined).flatMap((ops) =>
    ops === undefined ? [] : [ops],
  );
}

/** The program under construction: its values are tuples, an element for each device. */
class Mapping {
  readonly #layouting: Layouting;
  readonly #grid: Grid;
  readonly #builder: Builder;
  readonly #devices: readonly number[];
  readonly #tuples = new Map<Value, Map<string, Value>>();

  constructor(layouting: Layouting, builder: Builder) {
    this.#layouting = layouting;
    this.#grid = layouting.grid;
    this.#builder = builder;
    this.#devices = Array.from({ length: this.#grid.size }, (_, position) => position + 1);
  }

  addArgument(argument: Value, input: Value): void {
    const layouts = this.#layoutsOf(argument);
    this.#set(argument, layouts, this.#distributed(input, layouts));
  }

  /** Adds what the devices do alike. @param later values that are needed afterwards. */
  addPmap(ops: readonly Operation[], later: ReadonlySet<Value>): void {
    const inside = new Set(ops.flatMap((op) => op.results));
    const inputs = new Map<string, { readonly value: Value; readonly layouts: Layouts }>();
    const keyOf = (value: Value, layouts: Layouts): string =>
      `${this.#numberOf(value)}:${layoutsKey(layouts)}`;
    for (const op of ops) {
      const required = lookUp(this.#layouting.required, op);
      op.operands.forEach(({ value }, i) => {
        // Only results of operations are in the set; `has` finds no other value.
        if (!inside.has(value as (typeof op.results)[number]))
          inputs.set(keyOf(value, required[i]!), { value, layouts: required[i]! });
      });
    }
    const data = [...inputs.values()].map(({ value, layouts }) => this.#tupleOf(value, layouts));
    const outputs = ops.flatMap((op) => op.results).filter((result) => later.has(result));
    const tupleTypes = outputs.map((result) => {
      const local = this.#localType(result, this.#layoutsOf(result));
      return TupleType.get(this.#devices.map((device) => local.onDevice(device)));
    });
    const args = { data, variable: StringAttr.get(VARIABLE), devices: devicesAttr(this.#devices) };
    const pmap = this.#builder.create(PmapOp, args, tupleTypes);
    this.#builder.atSavedPoint(() => {
      const types = [...inputs.values()].map(({ value, layouts }) => this.#localType(value, layouts));
      const block: Block = this.#builder.createBlock(pmap.body, types);
      const local = new Map<string, Value>();
      [...inputs.keys()].forEach((key, i) => local.set(key, block.getArgument(i)));
      for (const op of ops) this.#addLocal(op, local, keyOf);
      const returned = outputs.map((result) => lookUp(local, keyOf(result, this.#layoutsOf(result))));
      this.#builder.create(ReturnOp, { operands: returned });
    });
    zip(outputs, pmap.outputs).forEach(([result, output]) =>
      this.#set(result, this.#layoutsOf(result), output),
    );
  }

  /** A value on the host. */
  collected(value: Value, host: number): Value {
    const own = this.#layoutsOf(value);
    const whole = own.map(() => 'whole' as const);
    // A value already reduced by the devices is taken from one of them.
    const layouts = lookUp(this.#tuples, value).has(layoutsKey(whole)) ? whole : own;
    const tuple = this.#tupleOf(value, layouts);
    const axis = this.#onlyAxis();
    if (axis === null) return collectTo(host, this.#elements(tuple), layouts, this.#grid, this.#builder);
    const joint = joined([tuple], layouts[axis]!, host, this.#builder);
    const type = placedTypeOf(joint);
    if (type.device === host) return joint;
    return this.#builder.create(SendOp, { input: joint, device: indexAttr(host) }, [type.onDevice(host)])
      .result;
  }

  #addLocal(
    op: Operation,
    local: Map<string, Value>,
    keyOf: (value: Value, layouts: Layouts) => string,
  ): void {
    const required = lookUp(this.#layouting.required, op);
    const operands = op.operands.map(({ value }, i) => lookUp(local, keyOf(value, required[i]!)));
    const shapes = op.results.map((result) =>
      this.#grid.localShape(placedTypeOf(result), this.#layoutsOf(result)),
    );
    const results = createLocal(op, operands, shapes, () => VARIABLE, this.#builder).results;
    zip(op.results, results).forEach(([result, made]) =>
      local.set(keyOf(result, this.#layoutsOf(result)), made),
    );
  }

  #localType(value: Value, layouts: Layouts): PlacedTensorType {
    const type = placedTypeOf(value);
    return type.withShape(this.#grid.localShape(type, layouts)).onDevice(VARIABLE);
  }

  #distributed(input: Value, layouts: Layouts): Value {
    const axis = this.#onlyAxis();
    const builder = this.#builder;
    const type = placedTypeOf(input);
    const devices = devicesAttr(this.#devices);
    if (axis === null) {
      return this.#tuple(
        spreadFrom(input, layouts, this.#grid, (position) => this.#devices[position]!, builder),
      );
    }
    const layout = layouts[axis]!;
    const part =
      typeof layout === 'number' ? type.withSize(layout, type.dimSize(layout) / this.#grid.size) : type;
    const tuple = [TupleType.get(this.#devices.map((device) => part.onDevice(device)))];
    return typeof layout === 'number'
      ? builder.create(ScatterOp, { input, axis: indexAttr(layout), devices }, tuple).getResult()
      : builder.create(BroadcastOp, { input, devices }, tuple).getResult();
  }

  #tupleOf(value: Value, layouts: Layouts): Value {
    const versions = lookUp(this.#tuples, value);
    const known = versions.get(layoutsKey(layouts));
    if (known !== undefined) return known;
    let current = this.#layoutsOf(value);
    let tuple = lookUp(versions, layoutsKey(current));
    for (const axis of this.#grid.axes.keys()) {
      const [from, to] = [current[axis]!, layouts[axis]!];
      if (from === to) continue;
      current = withLayout(current, axis, to);
      tuple = versions.get(layoutsKey(current)) ?? this.#moved(tuple, axis, from, to);
      versions.set(layoutsKey(current), tuple);
    }
    return tuple;
  }

  #moved(tuple: Value, axis: number, from: Layouts[number], to: Layouts[number]): Value {
    const groups = this.#grid.groups(axis);
    if (groups.length === 1) return communicate([tuple], from, to, this.#builder)[0]!;
    const elements = this.#elements(tuple);
    for (const group of groups) {
      const members = group.map((position) => elements[position]!);
      communicate(members, from, to, this.#builder).forEach((value, i) => (elements[group[i]!] = value));
    }
    return this.#tuple(elements);
  }

  #elements(tuple: Value): Value[] {
    // The devices' shards of a value are a tuple.
    return (tuple.type as TupleType).types.map(
      (type, i) => this.#builder.create(SelectOp, { tuple, index: indexAttr(i) }, [type]).result,
    );
  }

  #tuple(inputs: readonly Value[]): Value {
    return this.#builder.create(TupleOp, { inputs }, [TupleType.get(inputs.map(({ type }) => type))]).result;
  }

  /** The axis that has all devices, or `null` when several have. */
  #onlyAxis(): number | null {
    const axes = [...this.#grid.axes.keys()].filter((axis) => this.#grid.axes[axis]!.size > 1);
    if (axes.length > 1) return null;
    return axes[0] ?? 0;
  }

  #layoutsOf(value: Value): Layouts {
    return lookUp(this.#layouting.values, value);
  }

  #set(value: Value, layouts: Layouts, tuple: Value): void {
    this.#tuples.set(value, new Map([[layoutsKey(layouts), tuple]]));
  }

  readonly #numbers = new Map<Value, number>();

  #numberOf(value: Value): number {
    const known = this.#numbers.get(value);
    if (known !== undefined) return known;
    this.#numbers.set(value, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}
