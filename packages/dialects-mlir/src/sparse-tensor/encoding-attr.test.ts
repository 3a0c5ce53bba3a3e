import { describe, expect, test } from 'vitest';
import { problems, processed } from '../../tests/mlir-text.ts';

function declared(encoding: string, rank = 2, type = 'f32'): string {
  return `func.func private @f(tensor<${'?x'.repeat(rank)}${type}, #sparse_tensor.encoding<{ ${encoding} }>>)`;
}

// Printed as mlir-opt 19 does.
describe('encodings', () => {
  test.each([
    ['map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 16'],
    ['map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa))'],
    [
      'map = (d0, d1) -> (d0 : compressed(nonunique, nonordered), d1 : singleton(nonordered, soa)), posWidth = 16',
    ],
    [
      'map = (d0, d1) -> (d0 floordiv 2 : dense, d1 floordiv 3 : compressed, d0 mod 2 : dense, d1 mod 3 : dense)',
    ],
    [
      'map = (d0 : #sparse_tensor<slice(1, ?, 2)>, d1 : #sparse_tensor<slice(?, 4, ?)>) -> (d0 : dense, d1 : compressed)',
    ],
    ['map = (d0, d1) -> (d0 : dense, d1 : structured[2, 4])'],
    ['map = (d0, d1) -> (d0 : loose_compressed, d1 : singleton)'],
    ['map = [s0](d0, d1) -> (d0 * (s0 * 4) : dense, d0 : dense, d1 : compressed)'],
    [
      'map = (d0, d1) -> (d0 : batch, d1 : dense), explicitVal = 1.000000e+00 : f32, implicitVal = 0.000000e+00 : f32',
    ],
  ])('%s', (encoding) => {
    const alias = `#sparse = #sparse_tensor.encoding<{ ${encoding} }>`;
    const text = `${alias}\nmodule {\n  func.func private @f(tensor<?x?xf32, #sparse>)\n}\n\n`;
    expect(processed(declared(encoding))).toBe(text.slice(0, -1));
    expect(processed(text)).toBe(text.slice(0, -1));
  });

  test.each([
    [
      'map = {l0, l1} (d0 = l1, d1 = l0) -> (l0 = d1 : dense, l1 = d0 : compressed), posWidth = 0',
      'map = (d0, d1) -> (d1 : dense, d0 : compressed)',
    ],
    [
      'crdWidth = 8, map = (i, j) -> (i : compressed(nonordered, nonunique), j : dense), posWidth = 64,',
      'map = (d0, d1) -> (d0 : compressed(nonunique, nonordered), d1 : dense), posWidth = 64, crdWidth = 8',
    ],
    [
      'map = (d0 : #sparse_tensor<slice(1, 2, 1)>, d1) -> (d0 : dense(), d1 : dense)',
      'map = (d0 : #sparse_tensor<slice(1, 2, 1)>, d1 : #sparse_tensor<slice(0, ?, 1)>) -> (d0 : dense, d1 : dense)',
    ],
  ])('%s is written as %s', (encoding, canonical) => {
    expect(processed(declared(encoding)).split('\n')[0]).toBe(
      `#sparse = #sparse_tensor.encoding<{ ${canonical} }>`,
    );
  });
});

describe('rejected encodings', () => {
  const BEFORE_SINGLETON = 'expected compressed or loose_compressed level before singleton level';
  test.each([
    ['map = (d0) -> (d0 : dense)', 'dimension-rank mismatch between encoding and tensor shape: 1 != 2'],
    ['map = (d0, d1) -> (d0 : foo, d1 : dense)', 'unknown level format: foo'],
    ['map = (d0, d1) -> (d0 : compressed(foo), d1 : dense)', 'unknown level property: foo'],
    ['map = (d0, d1) -> (d0 : 1)', 'expected valid level format (e.g. dense, compressed or singleton)'],
    [
      'map = (d0, d1) -> (d0 : dense(nonunique), d1 : dense)',
      "invalid level type: level format doesn't support the properties",
    ],
    ['map = (d0, d1) -> (d0 : dense, d1 : dense), posWidth = 33', 'unexpected position bitwidth: 33'],
    ['map = (d0, d1) -> (d0 : dense, d1 : dense), crdWidth = 33', 'unexpected coordinate bitwidth: 33'],
    ['map = (d0, d1) -> (d0 : dense, d1 : dense), posWidth = i32', 'expected an integral position bitwidth'],
    ['foo = 33', 'unexpected key: foo'],
    ['posWidth = 32', 'expected a non-empty array for lvlTypes'],
    ['map = (d0, d1) -> (d0 : dense, d0 : dense)', 'failed to infer lvlToDim from dimToLvl'],
    [
      'map = (d0, d1) -> (d0 floordiv 2 : dense, d0 mod 3 : dense, d1 : dense)',
      'failed to infer lvlToDim from dimToLvl',
    ],
    [
      'map = {l0, l1} (d0 = l0, d1 = l1) -> (l0 = d1 : dense, l1 = d0 : dense)',
      'expected lvlToDim to be an inverse of dimToLvl',
    ],
    ['map = {l0} (d0, d1) -> (l0 = d0 : dense, l1 = d1 : dense)', "use of undeclared identifier 'l1'"],
    [
      'map = (d0, d1) -> (d0 : compressed, d1 : structured[2, 4])',
      'expected all dense lvlTypes before a n_out_of_m level',
    ],
    ['map = (d0, d1) -> (d0 : dense, d1 : structured[5, 4])', 'expected n <= m in n_out_of_m'],
    ['map = (d0, d1) -> (d0 : dense, d1 : structured)', 'expected exactly 2 structured sizes'],
    [
      'map = (d0, d1) -> (d0 : structured[2, 4], d1 : dense)',
      'expected n_out_of_m to be the last level type',
    ],
    ['map = (d0, d1) -> (d0 : dense, d1 : singleton)', BEFORE_SINGLETON],
    ['map = (d0, d1) -> (d0 : dense, d1 : batch)', 'Batch lvlType can only be leading levels.'],
    ['map = (d0, d1) -> (d0 : dense, d1 : compressed(soa))', 'SoA is only applicable to singleton lvlTypes.'],
    [
      'map = (d0, d1) -> (d0 : dense, d1 : dense), explicitVal = 1 : i32',
      "explicit value type mismatch between encoding and tensor element type: 'i32' != 'f32'",
    ],
    ['map = (d0, d1) -> (d0 : dense, d1 : dense), implicitVal = 1.0 : f32', 'implicit value must be zero'],
    [
      'map = (d0, d1) -> (d0 : dense, d1 : dense), explicitVal = "a"',
      'expected a numeric value for explicitVal',
    ],
    [
      'map = (d0 : #sparse_tensor<slice(-1, 4, 1)>, d1) -> (d0 : dense, d1 : dense)',
      'expect positive value or ? for slice offset/size/stride',
    ],
    ['map = (d0 : 3, d1) -> (d0 : dense, d1 : dense)', 'expected SparseTensorDimSliceAttr'],
  ])('%s', (encoding, message) => {
    const found = problems(declared(encoding));
    expect(found.map((line) => line.replace(/^\S+ /, ''))).toEqual([message]);
  });

  test('singleton levels in a row are stored alike', () => {
    const levels = 'map = (d0, d1, d2) -> (d0 : compressed, d1 : singleton(soa), d2 : singleton)';
    expect(problems(declared(levels, 3))[0]).toContain(
      'expected all singleton lvlTypes stored in the same memory layout (SoA vs AoS).',
    );
  });
});
