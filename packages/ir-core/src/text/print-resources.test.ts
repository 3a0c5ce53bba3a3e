import { expect, test } from 'vitest';
import { openContext, parsed, printed } from '../../tests/parse-text.ts';
import { printOp } from './print.ts';

const text = `module {
  "d.op"() {a = dense_resource<b> : tensor<2xi32>, c = dense_resource<"d e"> : tensor<1xi8>} : () -> ()
}

{-#
  dialect_resources: {
    builtin: {
      b: "0x040000000100000002000000",
      "d e": "0x0100000005"
    }
  }
#-}
`;

test('contents of resources follow the program', () => {
  expect(printed(text)).toBe(text);
});

test('resources that nothing mentions are not printed', () => {
  expect(printed(text.replace(', c = dense_resource<"d e"> : tensor<1xi8>', ''))).toBe(
    text
      .replace(', c = dense_resource<"d e"> : tensor<1xi8>', '')
      .replace(',\n      "d e": "0x0100000005"', ''),
  );
});

test('long ones are left out on request', () => {
  expect(printed(text, { elideResourcesLimit: 12 })).toBe(
    text.replace('      b: "0x040000000100000002000000",\n', ''),
  );
});

test('a key that another module of the context has taken gets a number', () => {
  const context = openContext();
  const [first, second] = [parsed(text, context), parsed(text.replace('05"', '06"'), context)];
  expect(printOp(first, context)).toBe(text);
  expect(printOp(second, context)).toBe(
    text.replace('<b>', '<b_1>').replace(' b:', ' b_1:').replaceAll('"d e"', '"d e_1"').replace('05"', '06"'),
  );
});
