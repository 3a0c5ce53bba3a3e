import { describe, expect, test } from 'vitest';
import { problemsInFunction } from '../../tests/sdy-text.ts';

const heads = [
  ['sdy.named_computation', 'sdy.named_computation<"n">() ()'],
  ['sdy.manual_computation', 'sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} ()'],
] as const;

describe.each(heads)('the region of %s', (name, head) => {
  test('ends with sdy.return', () => {
    expect(problemsInFunction('', `${head} {\nsdy.return\n} : () -> ()`)).toEqual([]);
    expect(problemsInFunction('', `${head} {\n"test.end"() : () -> ()\n} : () -> ()`)).toEqual([
      `1:1 '${name}' op expects regions to end with 'sdy.return', found 'test.end'`,
      "1:1 note: in custom textual format, the absence of terminator implies 'sdy.return'",
    ]);
  });

  test('gets no end that is not written', () => {
    expect(problemsInFunction('', `${head} {\n} : () -> ()`)).toEqual([
      `1:1 '${name}' op region #0 ('body') failed to verify constraint: region with 1 blocks`,
    ]);
    expect(
      problemsInFunction('', `${head} {\n%0 = sdy.constant dense<1> : tensor<i32>\n} : () -> ()`),
    ).toEqual([
      '2:6 block with no terminator, has %0 = "sdy.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>',
    ]);
  });
});
