import { BroadcastInDimOp, ConstantOp, TransposeOp } from '@shardform/dialect-stablehlo';
import {
  definePass,
  DenseArrayAttr,
  DenseElementsAttr,
  i64,
  type Operation,
  RankedTensorType,
} from '@shardform/ir-core';
import { MHLO_SHARDING } from '@shardform/passes-sharding';

/** Constants of fewer equal elements are written whole. */
const FEWEST_ELEMENTS = 32;

/** Makes large constants of equal elements broadcasts of one, and broadcasts that permute dimensions transpositions and broadcasts. */
export const materializeSplats = /* @__PURE__ */ definePass({
  name: 'hlo-materialize-splats',
  className: 'HloMaterializeSplatsPass',
  summary: 'Makes large constants of equal elements broadcasts',
  anchor: 'func.func',
  run(func) {
    func.walk((op) => {
      if (op instanceof ConstantOp) materialize(op);
      else if (op instanceof BroadcastInDimOp) sortDimensions(op);
    });
    func.walk((op) => {
      if (takesFunctions.has(op.name)) copyConstants(op);
    });
  },
});

/** Operations whose regions are functions of their arguments alone. */
const takesFunctions: ReadonlySet<string> = new Set(
  ['reduce', 'all_reduce', 'reduce_scatter', 'reduce_window', 'scatter', 'select_and_scatter', 'sort'].map(
    (name) => `stablehlo.${name}`,
  ),
);

function materialize(op: ConstantOp): void {
  const { value } = op;
  const { type } = op.output;
  if (!(value instanceof DenseElementsAttr) || !value.isSplat || value.elementCount < FEWEST_ELEMENTS) return;
  if (!(type instanceof RankedTensorType)) return;
  const scalarType = RankedTensorType.get([], type.elementType);
  const { location } = op;
  const scalar = ConstantOp.create({ value: value.reshape(scalarType) }, [scalarType], { location });
  scalar.moveBefore(op);
  const sharding = op.getAttr(MHLO_SHARDING);
  const broadcast = BroadcastInDimOp.create(
    { operand: scalar.getResult(), broadcastDimensions: DenseArrayAttr.get(i64, []) },
    [type],
    { location, attributes: sharding === null ? [] : [[MHLO_SHARDING, sharding]] },
  );
  broadcast.moveBefore(op);
  op.getResult().replaceAllUsesWith(broadcast.getResult());
  op.erase();
}

function sortDimensions(op: BroadcastInDimOp): void {
  const dimensions = op.broadcastDimensions.numbers();
  const permutation = dimensions.map((_, d) => d).sort((a, b) => dimensions[a]! - dimensions[b]!);
  if (permutation.every((from, to) => from === to)) return;
  const { type } = op.operand;
  const transpose = TransposeOp.create(
    { operand: op.operand, permutation: DenseArrayAttr.get(i64, permutation) },
    [
      RankedTensorType.get(
        permutation.map((d) => type.shape[d]!),
        type.elementType,
        type.encoding,
      ),
    ],
    { location: op.location },
  );
  transpose.moveBefore(op);
  op.setOperand(0, transpose.getResult());
  op.setAttr(
    'broadcast_dimensions',
    DenseArrayAttr.get(
      i64,
      [...dimensions].sort((a, b) => a - b),
    ),
  );
}

function copyConstants(op: Operation): void {
  for (const region of op.regions) {
    const copies = new Map<Operation, Operation>();
    const first = region.entry.firstOp;
    for (const block of region.blocks) {
      for (const outer of block) {
        outer.walk((inner) => {
          inner.operands.forEach((use) => {
            const constant = use.value.definingOp;
            const home = constant?.parentRegion ?? null;
            if (!(constant instanceof ConstantOp) || home === null) return;
            if (home === region || home.isInside(region)) return;
            let copy = copies.get(constant);
            if (copy === undefined) {
              copy = ConstantOp.create({ value: constant.value }, constant.resultTypes(), {
                location: constant.location,
              });
              if (first !== null) copy.moveBefore(first);
              copies.set(constant, copy);
            }
            use.set(copy.getResult());
          });
        });
      }
    }
  }
}
