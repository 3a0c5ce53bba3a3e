import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { meshWithAxes, meshWithDisjointAxes } from '../../tests/arbitraries.ts';
import { AxisRefAttr } from '../attrs/axis-ref-attr.ts';
import { MeshAttr } from '../attrs/mesh-attr.ts';
import {
  addAxisOrMerge,
  type AxisList,
  axisListSize,
  axisListsOverlap,
  axisPrefixWithoutOverlap,
  compareAxisLists,
  isAxisListPrefixOf,
  isAxisListStrictPrefixOf,
  overlapsAxisList,
  subtractAxes,
  truncateWithoutOverlap,
} from './axis-list.ts';
import { canAxesCoexist } from './axis-ref.ts';
import { sortAndMergeInMesh } from './mesh-order.ts';

const mesh = MeshAttr.of([
  ['x', 4],
  ['y', 8],
  ['z', 2],
]);
const [x, y, z] = ['x', 'y', 'z'].map((name) => AxisRefAttr.get(name)) as [
  AxisRefAttr,
  AxisRefAttr,
  AxisRefAttr,
];
const part = (preSize: number, size: number): AxisRefAttr => AxisRefAttr.sub('y', preSize, size);
const text = (list: AxisList): string => list.map(String).join(' ');

describe('lists of axes', () => {
  test('merge a reference with the last one where it goes on', () => {
    const list = [x, part(1, 2)];
    addAxisOrMerge(list, part(2, 2), mesh);
    expect(list).toEqual([x, part(1, 4)]);
    addAxisOrMerge(list, part(4, 2), mesh);
    expect(list).toEqual([x, y]);
    addAxisOrMerge(list, z, mesh);
    expect(list).toEqual([x, y, z]);
  });

  test('are as large as the product of their references', () => {
    expect(axisListSize([], mesh)).toBe(1);
    expect(axisListSize([x, part(2, 4), z], mesh)).toBe(32);
  });

  // Two lists, and whether the second goes on where the first ends.
  test.each<[AxisList, AxisList, boolean]>([
    [[], [x], true],
    [[], [], false],
    [[x], [x], false],
    [[x], [x, y], true],
    [[x, part(1, 2)], [x, y], true],
    [[x, part(1, 2)], [x, part(1, 4), z], true],
    [[x, part(2, 2)], [x, y], false],
    [[x, y], [x], false],
    [[x, z], [x, y, z], false],
    [[part(1, 2), x], [y, x], false],
  ])('%#: the first list begins the second', (a, b, strict) => {
    expect(isAxisListStrictPrefixOf(a, b)).toBe(strict);
    expect(isAxisListPrefixOf(a, b)).toBe(strict || text(a) === text(b));
  });

  // A list, another, and what the first keeps in front of the first overlap.
  test.each<[AxisList, AxisList, AxisList]>([
    [[x, y, z], [], [x, y, z]],
    [[x, y, z], [part(2, 2)], [x, part(1, 2)]],
    [
      [x, y, z],
      [z, part(4, 2)],
      [x, part(1, 4)],
    ],
    [[x, y, z], [y], [x]],
    [[x, y], [z], [x, y]],
    [[x, y], [x, y], []],
  ])('%#: what is in front of the first overlap', (list, other, expected) => {
    expect(text(truncateWithoutOverlap(list, other))).toBe(text(expected));
  });

  test('lose what another list has', () => {
    expect(text(subtractAxes([x, y, z], [part(2, 2), z], mesh))).toBe(text([x, part(1, 2), part(4, 2)]));
    expect(subtractAxes([part(2, 2)], [y], mesh)).toEqual([]);
  });

  test('are ordered by length before anything else', () => {
    const lists: AxisList[] = [[y], [x, z], [], [x, y], [x]];
    expect(lists.sort(compareAxisLists)).toEqual([[], [x], [y], [x, y], [x, z]]);
  });
});

describe('any list of axes', () => {
  test('is what was taken away and what was left', () => {
    fc.assert(
      fc.property(meshWithDisjointAxes, fc.nat(), ({ mesh, axes }, seed) => {
        const removed = axes.filter((_, i) => ((seed >> (i % 16)) & 1) === 1);
        const rest = subtractAxes(axes, removed, mesh);
        expect(
          axisListsOverlap(
            rest,
            removed.filter((axis) => axis.size(mesh) > 1),
          ),
        ).toBe(false);
        expect(sortAndMergeInMesh([...rest, ...removed], mesh)).toEqual(sortAndMergeInMesh(axes, mesh));
      }),
    );
  });

  test('has a beginning that overlaps nothing of another list', () => {
    fc.assert(
      fc.property(meshWithAxes(5), ([, ...axes]) => {
        const [list, other] = [axes.slice(0, 3), axes.slice(3)];
        const kept = truncateWithoutOverlap(list, other);
        expect(axisListsOverlap(kept, other)).toBe(false);
        if (kept.length > 0) expect(isAxisListPrefixOf(kept, list)).toBe(true);
      }),
    );
  });

  test('leaves the largest major part of a reference that it does not overlap', () => {
    fc.assert(
      fc.property(meshWithAxes(4), ([, axis, ...list]) => {
        const prefix = axisPrefixWithoutOverlap(axis!, list);
        if (prefix !== null) expect(overlapsAxisList(prefix, list)).toBe(false);
        const goTogether = list.every((other) => canAxesCoexist(axis!, other));
        if (goTogether && !overlapsAxisList(axis!, list)) expect(prefix).toBe(axis);
      }),
    );
  });
});
