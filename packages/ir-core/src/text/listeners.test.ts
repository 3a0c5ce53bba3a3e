import { expect, test } from 'vitest';
import { Context } from '../ir/context.ts';
import { parsePartialModule } from './parse-module.ts';

const TEXT = `%a:2 = "test.pair"() : () -> (i32, i32) loc("elsewhere":1:1)
"test.outer"() ({
^entry(%b: i32):
  "test.use"(%b, %a#1) : (i32, i32) -> ()
}) : () -> ()
`;

test('listeners hear where names are defined and where operations stand', () => {
  const context = new Context([]);
  context.allowUnregisteredDialects = true;
  const names: [string, number, number][] = [];
  const operations: [string, string][] = [];
  parsePartialModule(
    TEXT,
    context,
    (name, values, offset) => names.push([name, values.length, offset]),
    (op, nameOffset, end) => operations.push([op.name, TEXT.slice(nameOffset, end)]),
  );
  expect(names).toEqual([
    ['%a', 2, TEXT.indexOf('%a')],
    ['%b', 1, TEXT.indexOf('%b')],
  ]);
  expect(operations).toEqual([
    ['test.pair', '"test.pair"() : () -> (i32, i32) loc("elsewhere":1:1)'],
    ['test.use', '"test.use"(%b, %a#1) : (i32, i32) -> ()'],
    ['test.outer', TEXT.slice(TEXT.indexOf('"test.outer"')).trimEnd()],
  ]);
});
