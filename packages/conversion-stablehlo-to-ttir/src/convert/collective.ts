import * as shlo from '@shardform/dialect-stablehlo';
import * as ttir from '@shardform/dialect-ttir';
import { TensorBuilder } from '@shardform/dialect-ttir';
import { ReduceTypeAttr } from '@shardform/dialect-ttcore';
import {
  type ConversionPattern,
  currentBudget,
  DenseElementsAttr,
  IntegerAttr,
  type Operation,
  product,
  type Region,
  type Tensor,
} from '@shardform/ir-core';
import { conversion, type ConversionScope, tensorsOf } from './convertible.ts';
import { reducerName } from './contraction.ts';
import { GroupedCollective } from './grouped-collective.ts';

/** Operations that combine two tensors as a reduction does. */
const COMBINING = {
  sum: ttir.AddOp,
  max: ttir.MaximumOp,
  min: ttir.MinimumOp,
  prod: ttir.MultiplyOp,
} as const;

/** The tensors of all devices of a group, combined in the order of the group; `null` for reductions of other kinds. */
function combined(
  parts: readonly Tensor[],
  { value }: ReduceTypeAttr,
  { builder }: ConversionScope,
): Tensor | null {
  // `in` has found the key.
  const target = value in COMBINING ? COMBINING[value as keyof typeof COMBINING] : undefined;
  const [first, ...others] = parts;
  if (target === undefined || first === undefined) return null;
  return others.reduce<Tensor>((lhs, rhs) => builder.create(target, { lhs, rhs }, [lhs.type]).result, first);
}

const REDUCE_TYPES: Readonly<Record<string, ReduceTypeAttr>> = {
  'stablehlo.add': ReduceTypeAttr.get('sum'),
  'stablehlo.maximum': ReduceTypeAttr.get('max'),
  'stablehlo.minimum': ReduceTypeAttr.get('min'),
  'stablehlo.multiply': ReduceTypeAttr.get('prod'),
};

function reduceType(region: Region): ReduceTypeAttr | null {
  return REDUCE_TYPES[reducerName(region) ?? ''] ?? null;
}

/** The groups of devices that differ only along one axis of the mesh, in mesh order. */
function groupsAlong(mesh: readonly number[], axis: number): string[] {
  const stride = product(mesh.slice(axis + 1));
  const total = product(mesh);
  currentBudget().check('devices', 'the mesh has', total);
  const size = mesh[axis]!;
  const groups: string[] = [];
  for (let first = 0; first < total; first++) {
    if (Math.floor(first / stride) % size !== 0) continue;
    groups.push(Array.from({ length: size }, (_, i) => first + i * stride).join());
  }
  return groups;
}

/**
 * Returns the axis of the mesh along which groups of devices communicate; later axes win, so that a mesh of one row
 * communicates along its columns. Without a mesh, groups of neighbours are along its columns. `null` when the groups
 * are not those of one axis.
 */
export function clusterAxis(groups: shlo.ReplicaGroups, mesh: readonly number[] | null): IntegerAttr | null {
  if (!(groups instanceof DenseElementsAttr)) return null;
  const { shape } = groups.type;
  if (shape?.length !== 2) return null;
  const size = groups.type.dimSize(1);
  const ids = groups.integers();
  // A mesh of one device stands for none.
  if (mesh === null || mesh.every((length) => length === 1)) {
    return IntegerAttr.get(size > 1 && ids[0]! + 1n === ids[1] ? 1 : 0, ttir.ui32);
  }
  const rows = Array.from({ length: groups.type.dimSize(0) }, (_, row) =>
    ids.slice(row * size, (row + 1) * size).join(),
  );
  const wanted = rows.sort().join(';');
  for (let axis = mesh.length - 1; axis >= 0; axis--) {
    if (groupsAlong(mesh, axis).sort().join(';') === wanted) return IntegerAttr.get(axis, ttir.ui32);
  }
  return null;
}

/**
 * Returns the axes of the mesh along which devices combine their values one after the other: that of the groups, or all
 * for one group of all devices; `null` for others.
 */
function clusterAxes(groups: shlo.ReplicaGroups, mesh: readonly number[] | null): IntegerAttr[] | null {
  const axis = clusterAxis(groups, mesh);
  if (axis !== null) return [axis];
  if (mesh === null || !(groups instanceof DenseElementsAttr) || groups.type.shape?.length !== 2) return null;
  const ids = groups.integers().map(Number);
  const isWhole = groups.type.dimSize(0) === 1 && ids.length === product(mesh) && ids.every((id) => id >= 0);
  return isWhole ? mesh.flatMap((size, d) => (size > 1 ? [IntegerAttr.get(d, ttir.ui32)] : [])) : null;
}

/** Converts all operands of an operation with as many results; `null` if one has no conversion. */
function eachConverted(op: Operation, convert: (operand: Tensor) => Tensor | null): readonly Tensor[] | null {
  const made = tensorsOf(op.operandValues()).map(convert);
  const results = made.filter((own) => own !== null);
  return results.length === op.results.length ? results : null;
}

/** Equal parts of a tensor along a dimension. */
function cutAlong(
  input: Tensor,
  dim: number,
  count: number,
  { builder }: ConversionScope,
): readonly Tensor[] {
  const size = input.type.dimSize(dim) / count;
  const tensors = new TensorBuilder(builder);
  return Array.from({ length: count }, (_, i) => tensors.slice(input, dim, i * size, (i + 1) * size));
}

function si32(value: bigint): IntegerAttr {
  return IntegerAttr.get(value, ttir.si32);
}

/** Communication between devices. */
export const collectiveConversions: readonly ConversionPattern[] = [
  conversion(shlo.AllReduceOp, (op, scope) => {
    const { builder, mesh } = scope;
    const axes = clusterAxes(op.replicaGroups, mesh);
    const reduction = reduceType(op.computation);
    if (reduction === null) return null;
    if (axes === null) {
      const grouped = GroupedCollective.of(op.replicaGroups, scope);
      return eachConverted(op, (operand) =>
        grouped === null ? null : combined(grouped.parts(operand), reduction, scope),
      );
    }
    return tensorsOf(op.operandValues()).map((operand) =>
      axes.reduce((input, clusterAxis) => {
        const args = { input, clusterAxis, reduceType: reduction };
        return builder.create(ttir.AllReduceOp, args, [operand.type]).result;
      }, operand),
    );
  }),
  conversion(shlo.AllGatherOp, (op, scope) => {
    const { builder, mesh } = scope;
    const axis = clusterAxis(op.replicaGroups, mesh);
    if (axis === null) {
      const grouped = GroupedCollective.of(op.replicaGroups, scope);
      const tensors = new TensorBuilder(builder);
      return eachConverted(op, (operand) =>
        grouped === null ? null : tensors.concat(grouped.parts(operand), op.allGatherDim.number),
      );
    }
    const allGatherDim = si32(op.allGatherDim.value);
    return tensorsOf(op.operandValues()).map(
      (input, i) =>
        builder.create(ttir.AllGatherOp, { input, allGatherDim, clusterAxis: axis }, [op.getResult(i).type])
          .result,
    );
  }),
  conversion(shlo.ReduceScatterOp, (op, scope) => {
    const { builder, mesh } = scope;
    const axis = clusterAxis(op.replicaGroups, mesh);
    const reduction = reduceType(op.computation);
    if (reduction === null) return null;
    if (axis === null) {
      const grouped = GroupedCollective.of(op.replicaGroups, scope);
      const whole = grouped === null ? null : combined(grouped.parts(op.operand), reduction, scope);
      return grouped === null || whole === null
        ? null
        : [grouped.own(cutAlong(whole, op.scatterDimension.number, grouped.size, scope))];
    }
    const scatterDim = si32(op.scatterDimension.value);
    if (reduction.value !== 'sum') {
      // The library scatters sums only.
      const args = { input: op.operand, clusterAxis: axis, reduceType: reduction };
      const input = builder.create(ttir.AllReduceOp, args, [op.operand.type]).result;
      return builder.create(
        ttir.MeshPartitionOp,
        { input, dim: scatterDim, clusterAxis: axis },
        op.resultTypes(),
      );
    }
    return builder.create(
      ttir.ReduceScatterOp,
      { input: op.operand, scatterDim, clusterAxis: axis, reduceType: reduction },
      op.resultTypes(),
    );
  }),
  conversion(shlo.CollectivePermuteOp, (op, { builder }) =>
    builder.create(
      ttir.CollectivePermuteOp,
      { input: op.operand, sourceTargetPairs: op.sourceTargetPairs },
      op.resultTypes(),
    ),
  ),
  conversion(shlo.CollectiveBroadcastOp, (op, { builder }) => {
    const { replicaGroups } = op;
    const [input] = tensorsOf(op.operandValues());
    if (!(replicaGroups instanceof DenseElementsAttr) || input === undefined || op.results.length !== 1)
      return null;
    return builder.create(ttir.CollectiveBroadcastOp, { input, replicaGroups }, op.resultTypes());
  }),
  conversion(shlo.AllToAllOp, (op, { builder }) => {
    const { replicaGroups } = op;
    if (!(replicaGroups instanceof DenseElementsAttr)) return null;
    return tensorsOf(op.operandValues()).map(
      (input, i) =>
        builder.create(
          ttir.AllToAllOp,
          {
            input,
            splitDim: si32(op.splitDimension.value),
            concatDim: si32(op.concatDimension.value),
            splitCount: si32(op.splitCount.value),
            replicaGroups,
          },
          [op.getResult(i).type],
        ).result,
    );
  }),
];
