import {
  AssignOp,
  isMeshTensor,
  type MeshTensorType,
  type MpmdReduceOp,
  type Reduction,
  UnassignOp,
} from '@shardform/dialect-mpmd';
import {
  AddOp,
  AndOp,
  type BinaryOpClass,
  MaxOp,
  MinOp,
  MulOp,
  OrOp,
  tensorOf,
} from '@shardform/dialect-stablehlo';
import type { Rewriter, Value } from '@shardform/ir-core';
import { assignUsersOf } from '../program/chained-transfers.ts';
import { makeInferredFragment, makeTransfer } from '../program/make-ops.ts';
import { compareMeshes } from '../program/mesh-order.ts';
import { useSetOf } from './set-storage.ts';

const OPS: Readonly<Record<Exclude<Reduction, 'none'>, BinaryOpClass>> = {
  add: AddOp,
  max: MaxOp,
  min: MinOp,
  mul: MulOp,
  or: OrOp,
  and: AndOp,
};

type MeshValue = Value<MeshTensorType>;

/** Reduces the values of each mesh there, then what is left of all meshes on each mesh that needs the result. */
export function lowerReduce(op: MpmdReduceOp, rewriter: Rewriter): boolean {
  const sources = op
    .operandValues()
    .map(({ definingOp }) => (definingOp instanceof UnassignOp ? definingOp.tensor : null));
  const assigns = assignUsersOf(op.result);
  if (assigns.length === 0 || sources.includes(null)) return false;
  rewriter.setInsertionPointAfter(op);
  const groups = new Map<string, MeshValue[]>();
  for (const source of sources) {
    const { meshName } = source!.type;
    groups.set(meshName, [...(groups.get(meshName) ?? []), source!]);
  }
  const partial = [...groups]
    .sort(([a], [b]) => compareMeshes(a, b))
    .map(([, values]): MeshValue =>
      values.length === 1 ? values[0]! : reduceOnMesh(values, op.kind, rewriter),
    );
  for (const mesh of useSetOf(op).meshes) {
    const users = assigns.filter((assign): assign is AssignOp => assign.result.type.meshName === mesh);
    const type = users[0]?.result.type;
    if (type === undefined) continue;
    const moved = partial.map((value) =>
      value.type === type ? value : makeTransfer(rewriter, value, type, value.location).result,
    );
    const result = reduceOnMesh(moved, op.kind, rewriter);
    for (const user of users) rewriter.replaceOp(user, [result]);
  }
  return true;
}

function reduceOnMesh(values: readonly MeshValue[], kind: Reduction, rewriter: Rewriter): MeshValue {
  const [first] = values;
  const { type, location } = first!;
  const fragment = makeInferredFragment(
    rewriter,
    {
      mesh: type.meshName,
      operands: values,
      resultTypes: [type],
      location,
      inferredBy: 'infer_mesh_convert_reduce_ops',
    },
    (args) => {
      let result: Value = args[0]!;
      for (const argument of args.slice(1)) {
        if (kind === 'none') throw new Error('a reduction of several values says how they are combined');
        const operands = { lhs: tensorOf(result), rhs: tensorOf(argument) };
        result = rewriter.create(OPS[kind], operands, [result.type], { location: argument.location }).result;
      }
      return [result];
    },
  );
  const result = fragment.getResult();
  if (!isMeshTensor(result)) throw new Error('a fragment gave no mesh tensor');
  return result;
}
