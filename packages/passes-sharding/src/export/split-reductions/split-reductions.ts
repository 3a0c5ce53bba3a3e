import {
  type AxisList,
  axisListSize,
  DimensionShardingAttr,
  getSharding,
  type MeshAttr,
  MeshTable,
  setSharding,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { ReduceOp, ReshapeOp, tensorOf } from '@shardform/dialect-stablehlo';
import {
  cloneOp,
  type Context,
  DenseArrayAttr,
  definePass,
  i64,
  IrMapping,
  type Tensor,
  zip,
} from '@shardform/ir-core';
import { combiningReductions } from '../explicit-reshards/combining.ts';
import { onlySelects } from './selecting-reducer.ts';

/** `shardform-split-reductions`. */
export const splitReductions = /* @__PURE__ */ definePass({
  name: 'shardform-split-reductions',
  className: 'SplitReductionsPass',
  summary: 'Lets devices reduce their parts before what they made is reduced.',
  description:
    'Reductions that no collective combines, such as the place of the greatest element, are split in two where a split dimension is reduced: within parts, whose results are small, and over the parts. The reducer has to give one of its arguments, since the initial values take part more than once.',
  anchor: 'func.func',
  dependentDialects: ['stablehlo'],
  run(func, { context }) {
    const meshes = new MeshTable(func);
    func.walkOf(ReduceOp, (op) => {
      if (combiningReductions(op) !== null || !onlySelects(op.body, op.inputs.length)) return;
      const model = op.inputs
        .map((input) => getSharding(input, context))
        .find(
          (own) =>
            own?.unreducedAxes.length === 0 &&
            op.dimensions.numbers().some((d) => own.dims[d]!.axes.length > 0),
        );
      const mesh = model === undefined || model === null ? null : meshes.meshOf(model);
      if (mesh !== null && !mesh.isMaximal) splitReduction(op, model!, mesh, context);
    });
  },
});

/** A dimension, as parts and what is in each of them if it is reduced in parts. */
interface SplitDim {
  readonly size: number;
  readonly axes: AxisList;
  readonly isReduced: boolean;
  readonly parts: number;
}

function splitReduction(op: ReduceOp, model: TensorShardingAttr, mesh: MeshAttr, context: Context): void {
  const reduced = op.dimensions.numbers();
  const first = tensorOf(op.inputs[0]);
  if (!first.type.hasStaticShape) return;
  const dims = zip(first.type.shape, model.dims).map(([size, { axes }], d): SplitDim => {
    const parts = axisListSize(axes, mesh);
    const isReduced = reduced.includes(d);
    // Of parts that are single elements, or uneven, nothing is gained.
    const isInParts = isReduced && parts > 1 && size % parts === 0 && size > parts;
    return { size, axes, isReduced, parts: isInParts ? parts : 1 };
  });
  if (dims.every(({ parts }) => parts === 1)) return;
  const ofTensor = (kept: (dim: SplitDim) => readonly (readonly [number, AxisList])[]) => {
    const all = dims.flatMap(kept);
    const sharded = all.map(([, axes]) => DimensionShardingAttr.get(axes, true));
    return { shape: all.map(([size]) => size), sharding: TensorShardingAttr.get(model.meshOrRef, sharded) };
  };
  const whole = ofTensor(({ size, axes, parts }) =>
    parts === 1
      ? [[size, axes]]
      : [
          [parts, axes],
          [size / parts, []],
        ],
  );
  const partial = ofTensor(({ size, axes, isReduced, parts }) => {
    if (parts > 1) return [[parts, axes]];
    return isReduced ? [] : [[size, axes]];
  });
  const inner = positions(dims, ({ isReduced, parts }) => (parts > 1 ? [false, true] : [isReduced]));
  const outer = positions(dims, ({ isReduced, parts }) => {
    if (parts > 1) return [true];
    return isReduced ? [] : [false];
  });
  const reshaped = op.inputs.map((input) => {
    const operand: Tensor = tensorOf(input);
    const reshape = ReshapeOp.create({ operand }, [operand.type.withShape(whole.shape)], {
      location: op.location,
    });
    op.parent!.insertBefore(reshape, op);
    setSharding(reshape.result, whole.sharding, context);
    return reshape.result;
  });
  const within = cloneOp(op, new IrMapping());
  within.dimensions = DenseArrayAttr.get(i64, inner);
  op.parent!.insertBefore(within, op);
  zip(within.results, reshaped).forEach(([result, input], i) => {
    within.setOperand(i, input);
    result.setType(tensorOf(result).type.withShape(partial.shape));
    setSharding(result, partial.sharding, context);
  });
  within.results.forEach((result, i) => op.setOperand(i, result));
  op.dimensions = DenseArrayAttr.get(i64, outer);
}

/** The numbers of dimensions, of those that each dimension becomes, of which something holds. */
function positions(dims: readonly SplitDim[], flags: (dim: SplitDim) => readonly boolean[]): number[] {
  return dims.flatMap(flags).flatMap((flag, position) => (flag ? [position] : []));
}
