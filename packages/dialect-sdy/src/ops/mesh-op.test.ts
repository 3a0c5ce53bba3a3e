import { describe, expect, test } from 'vitest';
import { printed, problems } from '../../tests/sdy-text.ts';

describe('sdy.mesh', () => {
  test('prints its axes and, where they matter, its devices', () => {
    const text = `
sdy.mesh @plain = <["x"=2, "y"=4]>
sdy.mesh @in_order = <["x"=2], device_ids=[0, 1]>
sdy.mesh @reversed = <["x"=2], device_ids=[1, 0]> {some = 1 : i64}
sdy.mesh @one = <[], device_ids=[3]>
"sdy.mesh"() <{mesh = #sdy.mesh<[]>, sym_name = "empty"}> : () -> ()`;
    expect(printed(text)).toBe(`module {
  sdy.mesh @plain = <["x"=2, "y"=4]>
  sdy.mesh @in_order = <["x"=2]>
  sdy.mesh @reversed = <["x"=2], device_ids=[1, 0]> {some = 1 : i64}
  sdy.mesh @one = <[], device_ids=[3]>
  sdy.mesh @empty = <[]>
}
`);
  });

  // Text, what is wrong with it.
  test.each([
    [
      'func.func @f() {\nsdy.mesh @m = <["x"=2]>\nreturn\n}',
      ["2:1 'sdy.mesh' op expects parent op 'builtin.module'"],
    ],
    [
      'sdy.mesh @m = <["x"=2]>\nsdy.mesh @m = <["y"=2]>',
      ["2:1 redefinition of symbol named 'm'", '1:1 note: see existing symbol definition here'],
    ],
    ['sdy.mesh @m = <["x"=2, "x"=4]>', ['1:15 custom op \'sdy.mesh\' duplicate axis name: "x"']],
    ['sdy.mesh @m', ["1:11 expected '='"]],
  ])('rejects %s', (text, expected) => {
    expect(problems(text)).toEqual(expected);
  });
});
