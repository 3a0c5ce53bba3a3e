import { tensorOf } from '@shardform/dialect-stablehlo';
import {
  AllReduceOp,
  type AxisList,
  axisListSize,
  type MeshAttr,
  ReduceScatterOp,
} from '@shardform/dialect-sdy';
import type { InterfaceImplementation, Tensor } from '@shardform/ir-core';
import { buildAllReduce, buildReduceScatter, buildReshape, buildTranspose } from '../collective-building.ts';
import { buildLocalShard } from '../device-offset.ts';
import type { LocalConverter } from '../local-converter.ts';
import { localLowering } from '../local-lowering.ts';
import { zip } from '@shardform/ir-core';

/** Lowers `sdy.all_reduce` to StableHLO's. */
export const allReduceLowering: InterfaceImplementation = /* @__PURE__ */ localLowering.implementFor(
  AllReduceOp,
  (op) => (converter) => {
    converter.buildBefore(op);
    const mesh = converter.meshOf(op.outSharding);
    const operand = tensorOf(op.tensor);
    converter.replace(op, [buildAllReduce(operand, op.reductionAxes.value, op.reduction, mesh, converter)]);
  },
);

/** Lowers `sdy.reduce_scatter` to StableHLO's, or to an all-reduce and a slice. */
export const reduceScatterLowering: InterfaceImplementation = /* @__PURE__ */ localLowering.implementFor(
  ReduceScatterOp,
  (op) => (converter) => {
    converter.buildBefore(op);
    const mesh = converter.meshOf(op.outSharding);
    const axes = op.reduceScatterAxes.value.map((list) => list.value);
    const dims = [...axes.keys()].filter((d) => axes[d]!.length > 0);
    const operand = tensorOf(op.tensor);
    const [first] = dims;
    if (first === undefined) {
      converter.replace(op, [operand]);
      return;
    }
    if (dims.length === 1) {
      converter.replace(op, [
        buildReduceScatter(operand, first, axes[first]!, op.reduction, mesh, converter),
      ]);
      return;
    }
    if (converter.options.combineReduceScatter) {
      converter.replace(op, [scatterAtOnce(operand, axes, dims, op, mesh, converter)]);
      return;
    }
    const reduced = buildAllReduce(operand, axes.flat(), op.reduction, mesh, converter);
    const shape = zip(operand.type.shape, axes).map(([size, axis]) => size / axisListSize(axis, mesh));
    converter.replace(op, [buildLocalShard(reduced, axes, shape, mesh, converter)]);
  },
);

/** Scatters several dimensions as one: their chunks become a major dimension first. */
function scatterAtOnce(
  operand: Tensor,
  axes: readonly AxisList[],
  dims: readonly number[],
  { reduction }: ReduceScatterOp,
  mesh: MeshAttr,
  converter: LocalConverter,
): Tensor {
  const { builder } = converter;
  const { shape } = operand.type;
  const split: number[] = [];
  const factors: number[] = [];
  const others: number[] = [];
  const local: number[] = [];
  for (const [d, [size, axis]] of zip(shape, axes).entries()) {
    const count = axisListSize(axis, mesh);
    if (dims.includes(d)) {
      factors.push(split.length);
      split.push(count);
    }
    others.push(split.length);
    split.push(size / count);
    local.push(size / count);
  }
  const majorFirst = buildTranspose(buildReshape(operand, split, builder), [...factors, ...others], builder);
  const all = dims.flatMap((d) => axes[d]!);
  const flat = buildReshape(majorFirst, [axisListSize(all, mesh), ...local], builder);
  return buildReshape(buildReduceScatter(flat, 0, all, reduction, mesh, converter), local, builder);
}
