import { describe, expect, test } from 'vitest';
import { duplicateFunctions } from '../duplicate-functions.mjs';

const A = 'packages/a/src/x.ts';
const B = 'packages/b/src/y.ts';

/** Names of the functions that are found more than once. */
function names(files: Readonly<Record<string, string>>): string[][] {
  return duplicateFunctions(Object.entries(files)).map((group) => group.map(({ name }) => name));
}

const AREA = 'function area(a: number, b: number) { const c = a * b; return c; }';

describe('functions in two files', () => {
  test('are found whatever their names and those of what they declare are', () => {
    const other =
      'export const size = (width: number, height: number) => { const all = width * height; return all; };';
    expect(
      duplicateFunctions([
        [A, AREA],
        [B, `const first = 1;\n${other}`],
      ]),
    ).toEqual([
      [
        { path: A, line: 1, name: 'area' },
        { path: B, line: 2, name: 'size' },
      ],
    ]);
  });

  test('are found with an expression or a statement as the body', () => {
    const list = '`${text.trim().toUpperCase()} and ${text.trim().toLowerCase()} and more`';
    expect(
      names({ [A]: `const both = (text) => ${list};`, [B]: `function two(text) { return ${list}; }` }),
    ).toEqual([['both', 'two']]);
  });

  test.each([
    ['operators', (text: string) => text.replace('*', '+')],
    ['ways of declaring', (text: string) => text.replace('const', 'let')],
    ['members', (text: string) => text.replace('a * b', 'a.size * b')],
    ['literals', (text: string) => text.replace('a * b', 'a * 2')],
    ['parameters', (text: string) => text.replace('a: number, b: number', 'b: number, a: number')],
    ['defaults', (text: string) => text.replace('b: number', 'b = 1')],
  ])('differ by %s', (_, changed) => {
    expect(names({ [A]: AREA, [B]: changed(AREA) })).toEqual([]);
  });

  test('are not the same function twice in one file, nor short', () => {
    expect(names({ [A]: `${AREA}\n${AREA.replace('area', 'again')}` })).toEqual([]);
    const short = 'const half = (x: number) => x / 2;';
    expect(names({ [A]: short, [B]: short })).toEqual([]);
  });

  test('are neither methods nor inside of other functions', () => {
    const inside = `class X { ${AREA.replace('function ', '')} }\nfunction f() { ${AREA} }`;
    expect(
      names({ [A]: inside, [B]: `const other = () => { ${AREA} return 1; };\n${inside.split('\n')[0]!}` }),
    ).toEqual([]);
  });
});

describe('what functions of two files name', () => {
  const body = '{ const all = use(list); return all; }';
  const f = `function f(list) ${body}`;

  test('is the same if it is imported from the same package', () => {
    const text = `import { use } from '@shardform/c';\n${f}`;
    expect(names({ [A]: text, [B]: text })).toEqual([['f', 'f']]);
    expect(names({ [A]: text, [B]: text.replace('/c', '/d') })).toEqual([]);
    expect(names({ [A]: text, [B]: text.replace('use }', 'other as use }') })).toEqual([]);
  });

  test('is the same in the package that exports it', () => {
    const outside = `import { use } from '@shardform/a';\n${f}`;
    expect(names({ [A]: `import { use } from './use.ts';\n${f}`, [B]: outside })).toEqual([['f', 'f']]);
  });

  test('differs if each file declares it', () => {
    const text = `function use(list) { return list; }\n${f}`;
    expect(names({ [A]: text, [B]: text })).toEqual([]);
  });

  test('differs within a package by the file it comes from', () => {
    const text = `import { use } from './use.ts';\n${f}`;
    const sibling = 'packages/a/src/z.ts';
    expect(names({ [A]: text, [sibling]: text })).toEqual([['f', 'f']]);
    expect(names({ [A]: text, [sibling]: text.replace('./use', './other') })).toEqual([]);
  });
});
