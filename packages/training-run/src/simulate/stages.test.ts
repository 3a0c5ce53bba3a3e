import { expect, test } from 'vitest';
import { smallRun } from '../../tests/small-run.ts';
import { partsOfModel } from './stages.ts';

// Layers, stages, parts of each, and the layers of each part.
test.each([
  [8, 1, 1, [8]],
  [8, 4, 1, [2, 2, 2, 2]],
  [8, 2, 2, [2, 2, 2, 2]],
  // The embedding and the head take the place of a layer each.
  [30, 4, 1, [7, 8, 8, 7]],
  // What is left over goes between the ends first.
  [9, 4, 1, [2, 3, 2, 2]],
  [11, 4, 1, [3, 3, 3, 2]],
  [5, 2, 2, [1, 2, 1, 1]],
])('%i layers on %i stages of %i parts', (layers, pipeline, interleave, expected) => {
  const run = smallRun({
    ...{ model: { layers }, devices: pipeline, pipeline, interleave },
    batch: 4,
  });
  const parts = partsOfModel(run);
  expect(parts.map((part) => part.layers)).toEqual(expected);
  expect(parts.filter((part) => part.hasEmbedding)).toEqual([parts[0]]);
  expect(parts.filter((part) => part.hasHead)).toEqual([parts.at(-1)]);
});
