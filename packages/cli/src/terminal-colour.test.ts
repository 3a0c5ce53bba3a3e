import { expect, test } from 'vitest';
import { colourSeverities, usesColour } from './terminal-colour.ts';

test.each([
  [true, {}, true],
  [false, {}, false],
  [true, { NO_COLOR: '1' }, false],
  [true, { NO_COLOR: '' }, true],
  [true, { TERM: 'dumb' }, false],
  [false, { FORCE_COLOR: '1' }, true],
  [true, { FORCE_COLOR: '0' }, false],
  [false, { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
])('a terminal: %j, environment %j: %j', (isTTY, env, expected) => {
  expect(usesColour({ isTTY }, env)).toBe(expected);
});

test('places and severities stand out, and the carets', () => {
  expect(colourSeverities('a.mlir:1:2: error: wrong\n  text error: x\n  ^~~\n')).toBe(
    '\u001b[1ma.mlir:1:2: \u001b[0m\u001b[1;31merror: \u001b[0mwrong\n  text error: x\n  \u001b[1;32m^~~\u001b[0m\n',
  );
});
