import {
  AxisRefAttr,
  DimensionShardingAttr,
  MeshAttr,
  subAxisOf,
  TensorShardingAttr,
} from '@shardform/dialect-sdy';
import { SymbolRefAttr } from '@shardform/ir-core';
import fc from 'fast-check';

/** Meshes with axes of these sizes. */
export function randomMesh(sizes: readonly number[]): fc.Arbitrary<MeshAttr> {
  return fc
    .array(fc.constantFrom(...sizes), { minLength: 1, maxLength: 4 })
    .map((list) => MeshAttr.of(list.map((size, i) => [`a${i}`, size])));
}

/** Shardings on `@mesh` with some axes or sub-axes in any order on any dimensions. */
export function randomSharding(mesh: MeshAttr, rank: number): fc.Arbitrary<TensorShardingAttr> {
  return fc
    .tuple(...mesh.axes.map(({ name, size }) => axisParts(name, size, mesh)))
    .chain((lists) => fc.shuffledSubarray(lists.flat()))
    .chain((axes) =>
      fc
        .array(fc.nat(rank - 1), { minLength: axes.length, maxLength: axes.length })
        .map((places) => Array.from({ length: rank }, (_, dim) => axes.filter((_, i) => places[i] === dim))),
    )
    .filter((dims) => dims.every(hasNothingToMerge))
    .map((dims) =>
      TensorShardingAttr.get(
        SymbolRefAttr.get('mesh'),
        dims.map((axes) => DimensionShardingAttr.get(axes, true)),
      ),
    );
}

/** An axis, or its sub-axes. */
function axisParts(name: string, size: number, mesh: MeshAttr): fc.Arbitrary<readonly AxisRefAttr[]> {
  const cut = (preSize: number): fc.Arbitrary<readonly AxisRefAttr[]> =>
    preSize === size
      ? fc.constant([])
      : fc
          .constantFrom(...divisors(size / preSize))
          .chain((part) =>
            cut(preSize * part).map((rest) => [subAxisOf(name, preSize, part, mesh), ...rest]),
          );
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant([AxisRefAttr.get(name)]) },
    { weight: 1, arbitrary: cut(1) },
  );
}

function divisors(size: number): number[] {
  return Array.from({ length: size }, (_, i) => i + 1).filter(
    (divisor) => divisor > 1 && size % divisor === 0,
  );
}

/** A dimension may not have adjacent sub-axes of an axis next to each other. */
function hasNothingToMerge(axes: readonly AxisRefAttr[]): boolean {
  return axes.every((axis, i) => {
    const next = axes[i + 1];
    return next?.name !== axis.name || axis.subAxis?.nextPreSize !== next.preSize;
  });
}
