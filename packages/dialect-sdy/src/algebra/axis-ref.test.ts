import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { meshWithAxes } from '../../tests/arbitraries.ts';
import { AxisRefAttr } from '../attrs/axis-ref-attr.ts';
import { MeshAttr } from '../attrs/mesh-attr.ts';
import {
  axesOverlap,
  axisOverlap,
  canAxesCoexist,
  canMergeAxes,
  compareAxes,
  containsAxis,
  greatestCommonAxisPrefix,
  isAxisPrefixOf,
  isAxisStrictPrefixOf,
  isAxisSuffixOf,
  mergeAxes,
  subAxisOf,
  prefixWithoutOverlap,
  suffixWithoutOverlap,
} from './axis-ref.ts';
import { shardIndex } from './shard-index.ts';

const mesh = MeshAttr.of([
  ['x', 16],
  ['y', 6],
]);
const x = AxisRefAttr.get('x');
const y = AxisRefAttr.get('y');
const part = (preSize: number, size: number): AxisRefAttr => AxisRefAttr.sub('x', preSize, size);

describe('references to parts of an axis', () => {
  // Two references, whether the first contains the second, whether they overlap, and their intersection.
  test.each([
    [x, x, true, true, x],
    [x, part(2, 4), true, true, part(2, 4)],
    [part(2, 4), x, false, true, part(2, 4)],
    [part(2, 4), part(4, 2), true, true, part(4, 2)],
    [part(1, 4), part(2, 4), false, true, part(2, 2)],
    [part(1, 2), part(2, 2), false, false, null],
    [x, y, false, false, null],
  ])('%s and %s', (a, b, contains, overlap, common) => {
    expect(containsAxis(a, b)).toBe(contains);
    expect(axesOverlap(a, b)).toBe(overlap);
    expect(axisOverlap(a, b)).toBe(common);
  });

  // A reference, another, and what the first keeps in front of the other and behind it.
  test.each([
    [x, part(4, 2), part(1, 4), part(8, 2)],
    [x, part(1, 4), null, part(4, 4)],
    [x, part(4, 4), part(1, 4), null],
    [part(2, 4), part(4, 4), part(2, 2), null],
    [part(2, 4), part(8, 2), part(2, 4), part(2, 4)],
    [x, y, x, x],
    [part(2, 4), x, null, null],
  ])('%s without %s', (a, b, before, after) => {
    expect(prefixWithoutOverlap(a, b)).toBe(before);
    expect(suffixWithoutOverlap(a, b, mesh)).toBe(after);
  });

  test('parts that no factorisation has together do not coexist', () => {
    expect(canAxesCoexist(AxisRefAttr.sub('y', 1, 2), AxisRefAttr.sub('y', 1, 3))).toBe(false);
    expect(canAxesCoexist(AxisRefAttr.sub('y', 1, 2), AxisRefAttr.sub('y', 3, 2))).toBe(false);
    expect(canAxesCoexist(AxisRefAttr.sub('y', 1, 2), AxisRefAttr.sub('y', 2, 3))).toBe(true);
    expect(axisOverlap(AxisRefAttr.sub('y', 1, 2), AxisRefAttr.sub('y', 1, 3))).toBe(null);
    expect(prefixWithoutOverlap(AxisRefAttr.sub('y', 1, 2), AxisRefAttr.sub('y', 1, 3))).toBe(null);
  });

  test('adjacent parts merge, into the whole axis where that is all of it', () => {
    expect(canMergeAxes(part(2, 2), part(4, 2))).toBe(true);
    expect(mergeAxes(part(2, 2), part(4, 2), mesh)).toBe(part(2, 4));
    expect(mergeAxes(part(1, 2), part(2, 8), mesh)).toBe(x);
    expect(canMergeAxes(part(4, 2), part(2, 2))).toBe(false);
  });

  test('a major part sorts before the whole axis, other parts after it', () => {
    const sorted = [y, part(4, 2), x, part(1, 4), part(1, 2), part(2, 2)].sort(compareAxes);
    expect(sorted).toEqual([part(1, 2), part(1, 4), x, part(2, 2), part(4, 2), y]);
  });

  test('the common major part is one of the two or nothing', () => {
    expect(greatestCommonAxisPrefix(part(1, 4), x)).toBe(part(1, 4));
    expect(greatestCommonAxisPrefix(part(2, 4), part(2, 2))).toBe(part(2, 2));
    expect(greatestCommonAxisPrefix(part(2, 2), part(1, 2))).toBe(null);
  });
});

describe('any two references', () => {
  const two = meshWithAxes(2);

  test('overlap in both directions, and whenever one contains the other', () => {
    fc.assert(
      fc.property(two, ([, a, b]) => {
        expect(axesOverlap(a!, b!)).toBe(axesOverlap(b!, a!));
        if (containsAxis(a!, b!)) expect(axesOverlap(a!, b!)).toBe(true);
      }),
    );
  });

  test('that coexist have a common part inside both exactly where they overlap', () => {
    fc.assert(
      fc.property(two, ([, a, b]) => {
        fc.pre(canAxesCoexist(a!, b!));
        const common = axisOverlap(a!, b!);
        expect(common !== null).toBe(axesOverlap(a!, b!));
        if (common === null) return;
        expect([containsAxis(a!, common), containsAxis(b!, common)]).toEqual([true, true]);
      }),
    );
  });

  test('that coexist split into what is in front, common and behind', () => {
    fc.assert(
      fc.property(two, ([mesh, a, b]) => {
        fc.pre(canAxesCoexist(a!, b!) && axesOverlap(a!, b!) && a!.size(mesh) > 1 && b!.size(mesh) > 1);
        const [before, after] = [prefixWithoutOverlap(a!, b!), suffixWithoutOverlap(a!, b!, mesh)];
        const common = axisOverlap(a!, b!)!;
        const size = [before, common, after].reduce((product, axis) => product * (axis?.size(mesh) ?? 1), 1);
        expect(size).toBe(a!.size(mesh));
        if (before !== null) expect(isAxisStrictPrefixOf(before, a!)).toBe(true);
        if (after !== null) expect(isAxisSuffixOf(after, a!, mesh)).toBe(true);
      }),
    );
  });

  test('are ordered, and equal in order only when they are the same', () => {
    fc.assert(
      fc.property(meshWithAxes(3), ([, a, b, c]) => {
        expect(Math.sign(compareAxes(a!, b!))).toBe(-Math.sign(compareAxes(b!, a!)) + 0);
        expect(compareAxes(a!, b!) === 0).toBe(a === b);
        if (compareAxes(a!, b!) < 0 && compareAxes(b!, c!) < 0) {
          expect(compareAxes(a!, c!)).toBeLessThan(0);
        }
      }),
    );
  });

  test('that are adjacent count devices as the merged one does', () => {
    fc.assert(
      fc.property(
        meshWithAxes(1),
        fc.nat(),
        fc.nat(),
        fc.nat(),
        ([mesh, axis], cut, secondCut, anyPosition) => {
          const [first, second] = cutInTwo(axis!, mesh, cut);
          fc.pre(second !== null);
          const position = anyPosition % mesh.totalSize;
          expect(mergeAxes(first, second, mesh)).toBe(axis);
          expect(isAxisPrefixOf(first, axis!)).toBe(true);
          expect(shardIndex([axis!], position, mesh)).toBe(shardIndex([first, second], position, mesh));
          const [third, fourth] = cutInTwo(second, mesh, secondCut);
          if (fourth === null) return;
          expect(shardIndex([axis!], position, mesh)).toBe(
            shardIndex([first, third, fourth], position, mesh),
          );
        },
      ),
    );
  });
});

/** Splits an axis into a prefix and a suffix, where its size isn't prime. */
function cutInTwo(axis: AxisRefAttr, mesh: MeshAttr, choice: number): [AxisRefAttr, AxisRefAttr | null] {
  const size = axis.size(mesh);
  const cuts = Array.from({ length: size }, (_, i) => i).filter((cut) => cut > 1 && size % cut === 0);
  const cut = cuts[choice % cuts.length];
  if (cut === undefined) return [axis, null];
  return [
    subAxisOf(axis.name, axis.preSize, cut, mesh),
    subAxisOf(axis.name, axis.preSize * cut, size / cut, mesh),
  ];
}
