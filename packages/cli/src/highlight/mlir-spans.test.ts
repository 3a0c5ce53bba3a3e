import { expect, test } from 'vitest';
import { mlirSpans } from './mlir-spans.ts';
import { colouredMlir } from './terminal.ts';

const TEXT = `// a comment
func.func @f(%a: tensor<4xf32>) {
  %0 = stablehlo.add %a, %a {note = "x"} : tensor<4xf32> // twice
  return § %0
}
`;

test('pieces make up the text', () => {
  expect([...mlirSpans(TEXT)].map(({ text }) => text).join('')).toBe(TEXT);
});

test('pieces are told by what they are', () => {
  const ofKind = (wanted: string) =>
    [...mlirSpans(TEXT)].filter(({ kind }) => kind === wanted).map(({ text }) => text);
  expect(ofKind('comment').map((text) => text.trim())).toEqual(['// a comment', '// twice']);
  expect(ofKind('operation')).toEqual(['func.func', 'stablehlo.add', 'return']);
  expect(ofKind('value')).toEqual(['%a', '%0', '%a', '%a', '%0']);
  expect(ofKind('symbol')).toEqual(['@f']);
  expect(ofKind('string')).toEqual(['"x"']);
});

test('colours of a terminal', () => {
  expect(colouredMlir('@f')).toBe('\u001b[36m@f\u001b[0m');
});
