import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { describe, expect, test } from 'vitest';
import { lintRules } from '../lint-rules.mjs';

/** Lines that a rule reports. */
function reported(rule: string, code: string): number[] {
  const messages = new Linter().verify(
    code,
    [
      {
        files: ['**/*.ts'],
        languageOptions: { parser: tseslint.parser },
        plugins: { shardform: lintRules },
        rules: { [`shardform/${rule}`]: 'error' },
      },
    ],
    'module.ts',
  );
  return messages.map(({ line }) => line);
}

describe('document-exports', () => {
  const lines = (code: string): number[] => reported('document-exports', code);

  test.each([
    ['a function', 'export function f(): void {}'],
    ['a class', 'export class A {}'],
    ['an interface', 'export interface A {}'],
    ['a type', 'export type A = string;'],
    ['a constant', 'export const a = 1;'],
  ])('%s needs a doc comment', (_, code) => {
    expect(lines(code)).toEqual([1]);
    expect(lines(`/** Documented. */\n${code}`)).toEqual([]);
    expect(lines(`// Not documented.\n${code}`)).toEqual([2]);
    expect(lines(code.replace('export ', ''))).toEqual([]);
  });

  test('the mark of a pure call may stand between', () => {
    expect(lines('/** Documented. */\n/* @__NO_SIDE_EFFECTS__ */\nexport function f() {}')).toEqual([]);
  });

  test('a comment with an empty line behind it documents something else', () => {
    expect(lines('/** The file. */\n\nexport const a = 1;')).toEqual([3]);
  });

  test('declarations with a summary document themselves', () => {
    expect(lines("export class AddOp extends defineOp('x.add', { summary: 'adds' }) {}")).toEqual([]);
    expect(lines("export class AddOp extends defineBinary('add', 'adds two numbers') {}")).toEqual([]);
    expect(lines("export const name = 'two words';")).toEqual([1]);
  });

  test('overloads and types of a documented value need one comment', () => {
    expect(lines('/** Both. */\nexport function f(a: 1): 1;\nexport function f(a: 2): 2;')).toEqual([]);
    expect(lines('/** An enumeration. */\nexport const A = x();\nexport type A = B<typeof A>;')).toEqual([]);
  });
});

describe('explain-casts', () => {
  const lines = (code: string): number[] => reported('explain-casts', code);

  test('a cast needs a comment on its line or above', () => {
    expect(lines('const a = b as string;')).toEqual([1]);
    expect(lines('// A reason.\nconst a = b as string;')).toEqual([]);
    expect(lines('const a = b as string; // A reason.')).toEqual([]);
    expect(lines('// About something else.\n\nconst a = b as string;')).toEqual([3]);
  });

  test('a comment holds for the lines with casts that follow it', () => {
    expect(
      lines('// A reason.\nconst a = b as string;\nconst c = d as string;\nf();\nconst e = g as A;'),
    ).toEqual([5]);
  });

  test('a cast through unknown counts once, and constant assertions do not', () => {
    expect(lines('const a = b as unknown as string;')).toEqual([1]);
    expect(lines('const a = [1, 2] as const;')).toEqual([]);
  });
});

describe('use-accessors', () => {
  const lines = (code: string): number[] => reported('use-accessors', code);

  test.each([
    ['a size of a type', 'value.type.shape[d]!'],
    ['the value of an operand', 'op.operands[0]!.value'],
    ['an argument', 'block.arguments[i]!'],
    ['a region', 'op.regions[0]!'],
    ['a terminator', 'block.terminator!'],
  ])('%s has an accessor', (_, code) => {
    expect(lines(`f(${code});`)).toEqual([1]);
  });

  test('what is asserted of other lists is not told apart from what has none', () => {
    expect(lines('f(array.shape[d]!, rule.operands[i]!, list[0]!, block.arguments[i]);')).toEqual([]);
  });
});

describe('escape-source', () => {
  const lines = (code: string): number[] => reported('escape-source', code);

  test('text between quotes is made by the writer of the language, but for messages', () => {
    expect(lines(`const a = \`x = "\${b}"\`;\nconst c = \`f('\${d}', \${e})\`;`)).toEqual([1, 2]);
    expect(lines('const a = `x = ${b} + ${c}`;')).toEqual([]);
    expect(lines("throw new Error(`'${a}' is not a name`);")).toEqual([]);
  });
});

describe('escape-json', () => {
  test('JSON is written by the function that escapes', () => {
    expect(reported('escape-json', 'write(JSON.stringify(a));\nwrite(jsonText(a));')).toEqual([1]);
  });
});
