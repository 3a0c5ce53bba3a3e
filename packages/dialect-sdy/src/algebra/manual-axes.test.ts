import { describe, expect, test } from 'vitest';
import { sharding } from '../../tests/sdy-text.ts';
import { ManualAxesAttr } from '../attrs/manual-axes-attr.ts';
import { MeshAttr } from '../attrs/mesh-attr.ts';
import { addManualAxes, eraseManualAxes } from './manual-axes.ts';

const mesh = MeshAttr.of([
  ['x', 2],
  ['y', 4],
  ['z', 8],
]);
const manual = ManualAxesAttr.get({ value: ['x'] });

describe('manual axes', () => {
  // A sharding outside a manual computation, and inside it.
  test.each([
    ['<@m, [{"x", "y"}, {?}]>', '<@m, [{"y"}, {?}]>'],
    ['<@m, [{"x", ?}p1, {"y"}]>', '<@m, [{?}p1, {"y"}]>'],
    ['<@m, [{"y"}], replicated={"x", "z"}>', '<@m, [{"y"}], replicated={"z"}>'],
    ['<@m, [{"y"}], unreduced={"x"}>', '<@m, [{"y"}]>'],
    ['<@m, [{"y"}]>', '<@m, [{"y"}]>'],
  ])('%s is %s inside', (outside, inside) => {
    expect(eraseManualAxes(sharding(outside), manual)).toBe(sharding(inside));
    expect(addManualAxes(sharding(inside), sharding(outside), manual, mesh)).toBe(sharding(outside));
  });

  test('come back in front of the axes that are new inside', () => {
    const inner = sharding('<@m, [{"y"}, {"z"}]>');
    const outer = sharding('<@m, [{"x", ?}, {?}]>');
    expect(addManualAxes(inner, outer, manual, mesh)).toBe(sharding('<@m, [{"x", "y"}, {"z"}]>'));
  });

  test('no manual axes change nothing', () => {
    const some = sharding('<@m, [{"x"}]>');
    expect(eraseManualAxes(some, ManualAxesAttr.get({ value: [] }))).toBe(some);
  });
});
