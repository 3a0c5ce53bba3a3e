import { type FuncOp, valueAttrs } from '@shardform/dialect-func';
import {
  AxisRefAttr,
  axesOverlap,
  DimensionShardingAttr,
  localShape,
  type MeshAttr,
  MeshTable,
  SHARDING,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { argumentName, isPathEnd, namePath, resultName } from '@shardform/inspect';
import { isInstance, type ModuleOp, RankedTensorType, type Type } from '@shardform/ir-core';

/** Arguments and results that have to be split alike: a weight, its state in the optimizer, and what it becomes. */
export interface TiedValues {
  /** The argument in question first, then the others. */
  readonly args: readonly number[];
  readonly results: readonly number[];
}

/** Returns the sharding that a function gives an argument or a result; `null` for none. */
export function givenSharding(
  func: FuncOp,
  which: 'arg_attrs' | 'res_attrs',
  index: number,
): TensorShardingAttr | null {
  const attribute = valueAttrs(func, which, index).get(SHARDING);
  return attribute instanceof TensorShardingAttr ? attribute : null;
}

/**
 * Returns the values tied to an argument: the result that aliases it (`tf.aliasing_output`), and values of its type and
 * sharding whose names have the same suffix, as `p['w']`, `m['w']` and `result['p']['w']` do.
 */
export function tiedTo(func: FuncOp, argument: number): TiedValues {
  const { inputs, results } = func.functionType;
  const [type, sharding] = [inputs[argument], givenSharding(func, 'arg_attrs', argument)];
  const end = namePath(argumentName(func, argument) ?? '').slice(1);
  const isTied = (other: Type, given: TensorShardingAttr | null, name: string | null): boolean =>
    other === type && given === sharding && name !== null && isPathEnd(end, namePath(name));
  const alias = valueAttrs(func, 'arg_attrs', argument).get('tf.aliasing_output');
  const aliased = alias === null ? null : Number.parseInt(String(alias), 10);
  const others = [...inputs.keys()].filter(
    (i) => i !== argument && isTied(inputs[i]!, givenSharding(func, 'arg_attrs', i), argumentName(func, i)),
  );
  const tiedResults = [...results.keys()].filter(
    (i) =>
      (i === aliased && results[i] === type) ||
      isTied(results[i]!, givenSharding(func, 'res_attrs', i), resultName(func, i)),
  );
  return { args: [argument, ...others], results: tiedResults };
}

/** Returns the shardings that differ from that of an argument by one axis: at another dimension, gone, or added. */
export function otherShardings(module: ModuleOp, func: FuncOp, argument: number): TensorShardingAttr[] {
  const sharding = givenSharding(func, 'arg_attrs', argument);
  const type = func.functionType.inputs[argument];
  const mesh = sharding === null ? null : new MeshTable(module).meshOf(sharding);
  if (sharding === null || mesh === null || !isInstance(RankedTensorType, type)) return [];
  const found = new Set<TensorShardingAttr>();
  const add = (to: number, from: TensorShardingAttr, axis: AxisRefAttr): void => {
    const target = from.dims[to]!;
    found.add(
      from.withDim(to, DimensionShardingAttr.get([...target.axes, axis], target.isClosed, target.priority)),
    );
  };
  sharding.dims.forEach((dim, from) => {
    for (const axis of dim.axes) {
      const without = sharding.withDim(from, dim.withAxes(dim.axes.filter((own) => own !== axis)));
      found.add(without);
      for (const to of sharding.dims.keys()) if (to !== from) add(to, without, axis);
    }
  });
  const used = [...sharding.axes()];
  for (const { name } of mesh.axes) {
    const axis = AxisRefAttr.get(name);
    if (used.some((own) => axesOverlap(own, axis))) continue;
    for (const to of sharding.dims.keys()) add(to, sharding, axis);
  }
  return [...found].filter((other) => splitsEvenly(type.shape, other, mesh));
}

function splitsEvenly(shape: readonly number[], sharding: TensorShardingAttr, mesh: MeshAttr): boolean {
  const local = localShape(shape, sharding, mesh);
  return local !== null && shape.every((size, d) => size === local[d]! * sharding.dims[d]!.shardedSize(mesh));
}
