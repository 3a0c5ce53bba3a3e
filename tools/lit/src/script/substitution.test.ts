import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { standardSubstitutions, substitute } from './substitution.ts';

const names = new Map([...standardSubstitutions(join('/d', 'a.mlir'), '/tmp/x'), ['%system', 'SYS']]);

const expand = (text: string) => substitute(text, 7, names, new Set(['a']));

describe('substitute', () => {
  test.each([
    ['%s %S %p', '/d/a.mlir /d /d'],
    ['%t %T %basename_t', '/tmp/x/a.mlir.tmp /tmp/x a.mlir.tmp'],
    ['%t.dir%{fs-sep}%t_rt', '/tmp/x/a.mlir.tmp.dir//tmp/x/a.mlir.tmp_rt'],
    ['%system %s', 'SYS /d/a.mlir'],
    ['%%s', '%s'],
    ['%unknown', '%unknown'],
    ['%(line) %(line-2) %(line+1)', '7 5 8'],
    ['%if a %{ x %s %} y', 'x /d/a.mlir y'],
    ['%if b %{ x %} y', ' y'],
    ['%if b %{x%} %else %{%if a %{y%} z%}', 'y z'],
  ])('%s', (text, expected) => {
    expect(expand(text)).toBe(expected);
  });

  test('refuses a branch without an end', () => {
    expect(() => expand('%if a %{ x')).toThrow("no closing '%}' of a '%{'");
  });
});
