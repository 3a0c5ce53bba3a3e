import { product } from '@shardform/ir-core';
import fc from 'fast-check';
import { AxisRefAttr, MeshAttr, subAxisOf } from '../src/index.ts';

const sizes = [1, 2, 3, 4, 6, 8, 12, 16];

/** Meshes of up to four axes, of at most a few thousand devices. */
export const anyMesh: fc.Arbitrary<MeshAttr> = fc
  .array(fc.constantFrom(...sizes), { minLength: 1, maxLength: 4 })
  .filter((list) => product(list) <= 2048)
  .map((list) => MeshAttr.of(list.map((size, i) => [`a${i}`, size])));

/** An axis of a mesh, or a part of one. */
export function anyAxisRef(mesh: MeshAttr): fc.Arbitrary<AxisRefAttr> {
  return fc
    .constantFrom(...mesh.axes)
    .chain(({ name, size }) =>
      fc
        .constantFrom(...divisors(size))
        .chain((preSize) =>
          fc
            .constantFrom(...divisors(size / preSize))
            .map((part) => (part === 1 ? AxisRefAttr.get(name) : subAxisOf(name, preSize, part, mesh))),
        ),
    );
}

/** A mesh with some of its axes. */
export function meshWithAxes(count: number): fc.Arbitrary<readonly [MeshAttr, ...AxisRefAttr[]]> {
  return anyMesh.chain((mesh) =>
    fc
      .array(anyAxisRef(mesh), { minLength: count, maxLength: count })
      .map((axes): readonly [MeshAttr, ...AxisRefAttr[]] => [mesh, ...axes]),
  );
}

/** A mesh with references to its axes of which none overlaps another, and all of which go together. */
export const meshWithDisjointAxes: fc.Arbitrary<{ readonly mesh: MeshAttr; readonly axes: AxisRefAttr[] }> =
  anyMesh.chain((mesh) =>
    fc
      .tuple(...mesh.axes.map(({ name, size }) => parts(name, size, mesh)))
      .chain((lists) => fc.shuffledSubarray(lists.flat()))
      .map((axes) => ({ mesh, axes })),
  );

/** An axis split into sub-axes. */
function parts(name: string, size: number, mesh: MeshAttr): fc.Arbitrary<AxisRefAttr[]> {
  const cut = (preSize: number): fc.Arbitrary<AxisRefAttr[]> =>
    preSize === size
      ? fc.constant([])
      : fc
          .constantFrom(...divisors(size / preSize).filter((part) => part > 1))
          .chain((part) =>
            cut(preSize * part).map((rest) => [subAxisOf(name, preSize, part, mesh), ...rest]),
          );
  return size === 1 ? fc.constant([AxisRefAttr.get(name)]) : cut(1);
}

function divisors(size: number): number[] {
  return Array.from({ length: size }, (_, i) => i + 1).filter((divisor) => size % divisor === 0);
}
