import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { meshWithDisjointAxes } from '../../tests/arbitraries.ts';
import { AxisRefAttr } from '../attrs/axis-ref-attr.ts';
import { MeshAttr } from '../attrs/mesh-attr.ts';
import { axisListSize } from './axis-list.ts';
import { containsAxis } from './axis-ref.ts';
import { compareInMesh, sortAndMergeInMesh, sortInMesh, splitMeshAxes } from './mesh-order.ts';

const mesh = MeshAttr.of([
  ['b', 2],
  ['a', 8],
]);
const [a, b] = [AxisRefAttr.get('a'), AxisRefAttr.get('b')];
const part = (preSize: number, size: number): AxisRefAttr => AxisRefAttr.sub('a', preSize, size);

describe('mesh order', () => {
  test('is the order of the axes in the mesh, then of the places in the axis', () => {
    expect(sortInMesh([part(4, 2), a, part(1, 2), b], mesh)).toEqual([b, part(1, 2), a, part(4, 2)]);
    expect(compareInMesh(b, a, mesh)).toBeLessThan(0);
  });

  test('brings adjacent parts together', () => {
    expect(sortAndMergeInMesh([part(4, 2), b, part(2, 2)], mesh)).toEqual([b, part(2, 4)]);
    expect(sortAndMergeInMesh([part(4, 2), part(1, 2), part(2, 2)], mesh)).toEqual([a]);
  });

  test('splits axes where references begin or end', () => {
    expect(splitMeshAxes(mesh, [])).toEqual([b, a]);
    expect(splitMeshAxes(mesh, [a, b])).toEqual([b, a]);
    expect(splitMeshAxes(mesh, [part(2, 2)])).toEqual([b, part(1, 2), part(2, 2), part(4, 2)]);
    expect(splitMeshAxes(mesh, [part(1, 4), b])).toEqual([b, part(1, 4), part(4, 2)]);
  });
});

describe('the split axes of any mesh', () => {
  test('have all devices, and every reference as a run', () => {
    fc.assert(
      fc.property(meshWithDisjointAxes, ({ mesh, axes }) => {
        const parts = splitMeshAxes(mesh, axes);
        expect(axisListSize(parts, mesh)).toBe(mesh.totalSize);
        for (const axis of axes) {
          const run = parts.filter((part) => containsAxis(axis, part));
          expect(sortAndMergeInMesh(run, mesh)).toEqual([axis]);
        }
      }),
    );
  });
});
