import { expect, test } from 'vitest';
import { elsewhereText } from './cause-text.ts';

test.each([
  ['stablehlo.dot_general', 'product'],
  ['stablehlo.concatenate', 'operation'],
])('axes that split two dimensions of %s are told with both in one sentence', (op, of) => {
  const split = { moved: 'mul', dim: 0, along: ['data', 'model'] };
  expect(elsewhereText(split, op, "p['wi']", 1)).toBe(
    `dimension 0 of mul and dimension 1 of p['wi'] are both split along data, model, and are different dimensions of the ${of}`,
  );
});
