import { expect, test } from 'vitest';
import { runText } from '../../tests/run-text.ts';
import { smallContext } from '../../tests/small-dialects.ts';

test('strip-debuginfo makes all locations unknown', () => {
  const text = 'func.func @f(%x: i32 loc("x")) { test.scope -> () { test.print loc("here") } return }';
  expect(runText('strip-debuginfo', text, smallContext(), { debugInfo: true, localScope: true })).toBe(
    `module {
  func.func @f(%arg0: i32 loc(unknown)) {
    test.scope -> () {
      test.print loc(unknown)
    } loc(unknown)
    return loc(unknown)
  } loc(unknown)
} loc(unknown)
`,
  );
});
