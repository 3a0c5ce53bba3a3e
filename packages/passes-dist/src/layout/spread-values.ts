import {
  AllGatherOp,
  AllReduceOp,
  BroadcastOp,
  devicesAttr,
  type DeviceRef,
  GatherOp,
  indexAttr,
  PlacedTensorType,
  placedTypes,
  ReduceOp,
  ReduceScatterOp,
  ScatterOp,
  SelectOp,
  SendOp,
} from '@shardform/dialect-dist';
import { type Builder, StringAttr, TupleType, type Type, type Value, lookUp, zip } from '@shardform/ir-core';
import { type Grid, type Layout, type Layouts, layoutsKey, withLayout } from './layout.ts';
import { placedTypeOf } from '../placed-type-of.ts';

/** The device of a position of a grid, for what lives on a device of the program that is spread. */
export type DeviceMap = (position: number, device: DeviceRef) => number;

const SUM = StringAttr.get('sum');

/**
 * A value on the devices of a grid, by position. Converting between layouts adds communication at the builder's
 * insertion point; each layout of a value is created once.
 */
export class SpreadValue {
  readonly #grid: Grid;
  readonly #builder: Builder;
  readonly #versions = new Map<string, { readonly layouts: Layouts; readonly parts: readonly Value[] }>();

  constructor(grid: Grid, builder: Builder, layouts: Layouts, parts: readonly Value[]) {
    this.#grid = grid;
    this.#builder = builder;
    this.#versions.set(layoutsKey(layouts), { layouts, parts });
  }

  /** Returns the shards of the value in these layouts. */
  as(layouts: Layouts): readonly Value[] {
    const key = layoutsKey(layouts);
    const known = this.#versions.get(key);
    if (known !== undefined) return known.parts;
    let current = this.#versions.values().next().value!;
    for (const axis of this.#grid.axes.keys()) {
      const [from, to] = [current.layouts[axis]!, layouts[axis]!];
      if (from === to) continue;
      const next = withLayout(current.layouts, axis, to);
      const parts =
        this.#versions.get(layoutsKey(next))?.parts ??
        this.#move(current.parts, current.layouts, axis, from, to);
      current = { layouts: next, parts };
      this.#versions.set(layoutsKey(next), current);
    }
    return current.parts;
  }

  /** Returns the shards from which the value is reassembled with the least communication, and their layouts. */
  cheapest(): { readonly layouts: Layouts; readonly parts: readonly Value[] } {
    const cost = ({ layouts }: { readonly layouts: Layouts }): number =>
      layouts.reduce<number>(
        (sum, layout) => sum + (layout === 'whole' ? 0 : layout === 'partial' ? 2 : 1),
        0,
      );
    return [...this.#versions.values()].reduce((best, version) =>
      cost(version) < cost(best) ? version : best,
    );
  }

  #move(parts: readonly Value[], layouts: Layouts, axis: number, from: Layout, to: Layout): readonly Value[] {
    const moved = [...parts];
    for (const group of this.#grid.groups(axis)) {
      const members = group.map((position) => parts[position]!);
      communicate(members, from, to, this.#builder).forEach((value, i) => (moved[group[i]!] = value));
    }
    return moved;
  }
}

/**
 * Adds the communication that converts one layout to another.
 *
 * @param inputs a shard per device, or one tuple of them; results are of the same form.
 */
export function communicate(
  inputs: readonly Value[],
  from: Layout,
  to: Layout,
  builder: Builder,
): readonly Value[] {
  const types = placedTypes(inputs.map(({ type }) => type));
  const count = types.length;
  const packed = (local: readonly PlacedTensorType[]): readonly Type[] =>
    inputs[0]!.type instanceof TupleType ? [TupleType.get(local)] : local;
  if (from === 'partial' && to === 'whole') {
    return builder.create(AllReduceOp, { inputs, reduction: SUM }, packed(types)).results;
  }
  if (from === 'partial' && typeof to === 'number') {
    const local = types.map((type) => type.withSize(to, type.dimSize(to) / count));
    return builder.create(ReduceScatterOp, { inputs, reduction: SUM, axis: indexAttr(to) }, packed(local))
      .results;
  }
  if (typeof from === 'number' && to === 'whole') {
    const whole = types.map((type) => type.withSize(from, type.dimSize(from) * count));
    return builder.create(AllGatherOp, { inputs, axis: indexAttr(from) }, packed(whole)).results;
  }
  throw new Error(`no communication makes ${String(to)} of ${String(from)}`);
}

/** Brings a value of one device to the positions of a grid: axis by axis, from the first device of each group. */
export function spreadFrom(
  value: Value,
  layouts: Layouts,
  grid: Grid,
  deviceOf: (position: number) => number,
  builder: Builder,
): Value[] {
  const parts = new Array<Value | undefined>(grid.size);
  let leaders: { readonly position: number; readonly value: Value }[] = [{ position: 0, value }];
  for (const [axis, [{ size }, layout]] of zip(grid.axes, layouts).entries()) {
    if (size === 1) continue;
    leaders = leaders.flatMap(({ position, value: part }) => {
      const group = grid.groups(axis).find((members) => members.includes(position))!;
      return distribute(part, layout, group.map(deviceOf), builder).map((own, i) => ({
        position: group[i]!,
        value: own,
      }));
    });
  }
  for (const { position, value: part } of leaders) {
    const device = deviceOf(position);
    const type = placedTypeOf(part);
    parts[position] =
      type.device === device
        ? part
        : builder.create(SendOp, { input: part, device: indexAttr(device) }, [type.onDevice(device)]).result;
  }
  // The leaders of all positions have been filled.
  return parts as Value[];
}

function distribute(
  value: Value,
  layout: Layout,
  devices: readonly number[],
  builder: Builder,
): readonly Value[] {
  const type = placedTypeOf(value);
  if (typeof layout !== 'number') {
    const types = devices.map((device) => type.onDevice(device));
    return builder.create(BroadcastOp, { input: value, devices: devicesAttr(devices) }, types).results;
  }
  const part = type.withSize(layout, type.dimSize(layout) / devices.length);
  const types = devices.map((device) => part.onDevice(device));
  return builder.create(
    ScatterOp,
    { input: value, axis: indexAttr(layout), devices: devicesAttr(devices) },
    types,
  ).results;
}

/** Collects the shards of a value from the positions of a grid on one device. */
export function collectTo(
  device: number,
  parts: readonly Value[],
  layouts: Layouts,
  grid: Grid,
  builder: Builder,
): Value {
  let current = new Map(parts.map((part, position) => [position, part]));
  for (let axis = grid.axes.length - 1; axis >= 0; axis -= 1) {
    const next = new Map<number, Value>();
    for (const group of grid.groups(axis)) {
      const members = group.flatMap((position) => (current.has(position) ? [lookUp(current, position)] : []));
      if (members.length > 0) next.set(group[0]!, joined(members, layouts[axis]!, device, builder));
    }
    current = next;
  }
  const whole = lookUp(current, 0);
  const type = placedTypeOf(whole);
  if (type.device === device) return whole;
  return builder.create(SendOp, { input: whole, device: indexAttr(device) }, [type.onDevice(device)]).result;
}

/**
 * Concatenates the shards of a value on a device, or takes one of them if each is the whole.
 *
 * @param inputs a shard per device, or one tuple of them.
 */
export function joined(inputs: readonly Value[], layout: Layout, device: number, builder: Builder): Value {
  const types = placedTypes(inputs.map(({ type }) => type));
  const type = types[0]!;
  if (layout === 'partial' && types.length > 1) {
    const reduced = [type.onDevice(device)];
    return builder.create(ReduceOp, { inputs, reduction: SUM, device: indexAttr(device) }, reduced).result;
  }
  if (typeof layout === 'number' && types.length > 1) {
    const whole = type.withSize(layout, type.dimSize(layout) * types.length).onDevice(device);
    return builder.create(GatherOp, { inputs, axis: indexAttr(layout), device: indexAttr(device) }, [whole])
      .result;
  }
  const [first] = inputs;
  if (!(first!.type instanceof TupleType)) return first!;
  return builder.create(SelectOp, { tuple: first!, index: indexAttr(0) }, [type]).result;
}
