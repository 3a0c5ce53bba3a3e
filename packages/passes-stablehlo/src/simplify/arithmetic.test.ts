import { describe, expect, test } from 'vitest';
import { bodyAfter } from '../../tests/run-pass.ts';

const PASS = 'stablehlo-aggressive-simplification';

/** The lines of a function of `%x: TYPE` that returns `%0` after simplification. */
function simplified(type: string, body: string): string[] {
  return bodyAfter(PASS, `(%x: ${type}) -> ${type}`, `${body}\nreturn %0 : ${type}`);
}

const I32 = 'tensor<2xi32>';
const F32 = 'tensor<2xf32>';

test.each(['add', 'multiply', 'maximum', 'minimum', 'and', 'or', 'xor'])(
  'the constant of %s stands last',
  (name) => {
    expect(
      simplified(
        I32,
        `%c = stablehlo.constant dense<[3, 4]> : ${I32}
       %0 = stablehlo.${name} %c, %x {note = "kept"} : ${I32}`,
      ),
    ).toEqual([
      `%c = stablehlo.constant dense<[3, 4]> : ${I32}`,
      `%0 = stablehlo.${name} %arg0, %c {note = "kept"} : ${I32}`,
      `return %0 : ${I32}`,
    ]);
  },
);

describe('neutral elements', () => {
  test.each([
    ['add %x, %c', '0', I32],
    ['add %c, %x', '0', I32],
    ['add %x, %c', '-0.0', F32],
    ['subtract %x, %c', '0.0', F32],
    ['multiply %c, %x', '1', I32],
    ['multiply %x, %c', '1.0', F32],
    ['and %x, %c', '-1', I32],
    ['and %x, %c', 'true', 'tensor<2xi1>'],
    ['and %x, %c', '255', 'tensor<2xui8>'],
    ['or %x, %c', '0', I32],
    ['xor %x, %c', '0', I32],
  ])('%s with %s', (operation, constant, type) => {
    const text = `%c = stablehlo.constant dense<${constant}> : ${type}
      %0 = stablehlo.${operation} : ${type}`;
    expect(simplified(type, text)).toEqual([`return %arg0 : ${type}`]);
  });
});

describe('absorbing elements', () => {
  test.each([
    ['multiply', '0', I32],
    ['and', '0', I32],
    ['or', '-1', I32],
  ])('%s with %s', (name, constant, type) => {
    const text = `%c = stablehlo.constant dense<${constant}> : ${type}
      %0 = stablehlo.${name} %x, %c : ${type}`;
    expect(simplified(type, text)).toEqual([
      `%c = stablehlo.constant dense<${constant}> : ${type}`,
      `return %c : ${type}`,
    ]);
  });

  test.each(['subtract', 'xor'])('%s of a value and itself', (name) => {
    expect(simplified(I32, `%0 = stablehlo.${name} %x, %x : ${I32}`)[0]).toBe(
      `%c = stablehlo.constant dense<0> : ${I32}`,
    );
  });

  test('are none for floats, which may be infinite, nor for sizes that are not known', () => {
    const zero = `%c = stablehlo.constant dense<0.0> : ${F32}`;
    expect(simplified(F32, `${zero}\n%0 = stablehlo.multiply %x, %c : ${F32}`).join()).toContain('multiply');
    expect(simplified(F32, `%0 = stablehlo.subtract %x, %x : ${F32}`).join()).toContain('subtract');
    const dynamic = 'tensor<?xi32>';
    expect(simplified(dynamic, `%0 = stablehlo.subtract %x, %x : ${dynamic}`).join()).toContain('subtract');
  });
});

describe('discardable attributes', () => {
  const kept = (own: string, other: string): string =>
    simplified(
      F32,
      `%c = stablehlo.constant dense<1.0> : ${F32}
       %1 = stablehlo.negate %x ${own} : ${F32}
       %0 = stablehlo.multiply %1, %c ${other} : ${F32}`,
    )[0]!;

  test('go to what is left, in place of its own', () => {
    expect(kept('{a = 1 : i32, mhlo.sharding = "old"}', '{b = 2 : i32, mhlo.sharding = "new"}')).toBe(
      `%0 = stablehlo.negate %arg0 {a = 1 : i32, b = 2 : i32, mhlo.sharding = "new"} : ${F32}`,
    );
  });

  test('of frontends are merged one by one, except for payloads', () => {
    expect(
      kept(
        '{mhlo.frontend_attributes = {a = "1", b = "1", xla_metadata_payload = "1"}}',
        '{mhlo.frontend_attributes = {b = "2", c = "2", xla_metadata_payload = "2"}}',
      ),
    ).toBe(
      `%0 = stablehlo.negate %arg0 {mhlo.frontend_attributes = {a = "1", b = "2", c = "2", xla_metadata_payload = "1"}} : ${F32}`,
    );
  });
});
