import { expect, test } from 'vitest';
import { heldGroups } from './held-groups.ts';

test('arrays of equal layers and of one kind are added up, the largest group first', () => {
  const saved = (layer: number, bytes: number) =>
    ({
      kind: 'temporary',
      name: `saved for backward: dot with layers[${layer}]['w'], m.py:3`,
      bytes,
    }) as const;
  const groups = heldGroups([
    { kind: 'argument', name: 'x', bytes: 10 },
    saved(0, 8),
    { kind: 'temporary', name: 'mul, m.py:4', bytes: 3 },
    saved(1, 4),
  ]);
  expect(groups).toEqual([
    { kind: 'temporary', name: "saved for backward: dot with layers[*]['w'], m.py:3", count: 2, bytes: 12 },
    { kind: 'argument', name: 'x', count: 1, bytes: 10 },
    { kind: 'temporary', name: 'mul, m.py:4', count: 1, bytes: 3 },
  ]);
});
