import { describe, expect, test } from 'vitest';
import { flopsOf, tensorOf } from '../../../tests/cost-of-text.ts';
import * as lapack from './decomposition-flops.ts';

const code = (letter: string): string => `${letter.charCodeAt(0)} : ui8`;

/** The operations of a call of matrices, of which there are as many as `batches`. */
function call(
  target: string,
  shapes: readonly (readonly number[])[],
  { options = '', batches = [], element = 'f32' }: { options?: string; batches?: readonly number[]; element?: string } = {}, // prettier-ignore
): number {
  const types = shapes.map((shape) => tensorOf([...batches, ...shape], element));
  const names = types.map((_, i) => `%a${i}`);
  const text = `%0 = stablehlo.custom_call @${target}(${names.join(', ')}) {mhlo.backend_config = {${options}}} : (${types.join(', ')}) -> ${types[0]!}`;
  return flopsOf(text, names.map((name, i) => `${name}: ${types[i]!}`).join(', '));
}

describe('a call of LAPACK', () => {
  test.each([
    ['potrf', [[6, 6]], '', lapack.choleskyFlops(6)],
    ['trsm', [[6, 6], [6, 4]], `side = ${code('L')}`, 4 * 36], // prettier-ignore
    ['trsm', [[6, 6], [4, 6]], `side = ${code('R')}`, 4 * 36], // prettier-ignore
    ['trsm', [[6, 6], [6, 4]], `diag = ${code('U')}`, 4 * 30], // prettier-ignore
    ['getrf', [[7, 4]], '', lapack.luFlops(7, 4)],
    ['getrf', [[4, 7]], '', lapack.luFlops(4, 7)],
    ['getrf', [[6, 6]], '', lapack.luFlops(6, 6)],
    ['getrs', [[6, 6], [6], [6, 4]], '', 4 * (36 + 30)], // prettier-ignore
    ['getrs', [[6, 6], [6], [6, 1]], '', 36 + 30], // prettier-ignore
    ['getrs', [[3, 3], [3], [3, 5]], '', 5 * (9 + 6)], // prettier-ignore
    ['geqrf', [[7, 4]], '', lapack.qrFlops(7, 4)],
    ['geqp3', [[4, 7]], '', lapack.qrFlops(4, 7)],
    ['geqrf', [[6, 6]], '', lapack.qrFlops(6, 6)],
    ['orgqr', [[7, 4], [4]], '', lapack.reflectorsFlops(7, 4, 4)], // prettier-ignore
    ['orgqr', [[7, 7], [4]], '', lapack.reflectorsFlops(7, 7, 4)], // prettier-ignore
    ['ungqr', [[9, 5], [3]], '', lapack.reflectorsFlops(9, 5, 3)], // prettier-ignore
    ['ormqr', [[7, 4], [4], [7, 3]], `side = ${code('L')}`, lapack.reflectedFlops(7, 3, 4)], // prettier-ignore
    ['ormqr', [[7, 4], [4], [3, 7]], `side = ${code('R')}`, lapack.reflectedFlops(7, 3, 4)], // prettier-ignore
    ['ormqr', [[9, 2], [2], [9, 5]], `side = ${code('L')}`, lapack.reflectedFlops(9, 5, 2)], // prettier-ignore
    ['unmqr', [[7, 4], [4], [7, 3]], 'left = true', lapack.reflectedFlops(7, 3, 4)], // prettier-ignore
    ['ormqr', [[9, 2], [2], [5, 9]], `side = ${code('R')}`, lapack.reflectedFlops(9, 5, 2)], // prettier-ignore
    ['unmqr', [[7, 4], [4], [3, 7]], 'left = false', lapack.reflectedFlops(7, 3, 4)], // prettier-ignore
    ['gesdd', [[7, 4]], `mode = ${code('N')}`, lapack.singularValueFlops(7, 4, 'none')],
    ['gesdd', [[7, 4]], `mode = ${code('S')}`, lapack.singularValueFlops(7, 4, 'thin')],
    ['gesdd', [[4, 7]], `mode = ${code('A')}`, lapack.singularValueFlops(7, 4, 'all')],
    ['gesvd', [[7, 4]], 'compute_uv = false', lapack.singularValueFlops(7, 4, 'none')],
    ['gesvd', [[7, 4]], 'compute_uv = true, full_matrices = false', lapack.singularValueFlops(7, 4, 'thin')],
    ['syevd', [[6, 6]], `mode = ${code('V')}`, lapack.symmetricEigenFlops(6, true)],
    ['syevd', [[6, 6]], `mode = ${code('N')}`, lapack.symmetricEigenFlops(6, false)],
    ['heevd', [[9, 9]], `mode = ${code('V')}`, lapack.symmetricEigenFlops(9, true)],
    [
      'geev',
      [[6, 6]],
      `compute_left = ${code('N')}, compute_right = ${code('V')}`,
      lapack.eigenFlops(6, true),
    ],
    [
      'geev',
      [[6, 6]],
      `compute_left = ${code('N')}, compute_right = ${code('N')}`,
      lapack.eigenFlops(6, false),
    ],
    [
      'geev',
      [[9, 9]],
      `compute_left = ${code('V')}, compute_right = ${code('N')}`,
      lapack.eigenFlops(9, true),
    ],
    ['gees', [[6, 6]], `mode = ${code('V')}`, lapack.eigenFlops(6, true)],
    ['gees', [[9, 9]], `mode = ${code('V')}`, lapack.eigenFlops(9, true)],
    ['gees', [[6, 6]], `mode = ${code('N')}`, lapack.eigenFlops(6, false)],
    ['gehrd', [[6, 6]], '', lapack.hessenbergFlops(6)],
    ['gehrd', [[3, 3]], '', lapack.hessenbergFlops(3)],
    ['gehrd', [[9, 9]], '', lapack.hessenbergFlops(9)],
    ['sytrd', [[6, 6]], '', lapack.tridiagonalFlops(6)],
    ['sytrd', [[3, 3]], '', lapack.tridiagonalFlops(3)],
    ['hetrd', [[9, 9]], '', lapack.tridiagonalFlops(9)],
    ['gtsv', [[6], [6], [6], [6, 4]], '', 8 * 6 * 4], // prettier-ignore
    ['gtsv', [[6], [6], [6], [6, 1]], '', 8 * 6], // prettier-ignore
    ['gtsv', [[9], [9], [9], [9, 2]], '', 8 * 9 * 2], // prettier-ignore
  ] as const)(
    '%s of %j with {%s} has the operations of its algorithm, for each matrix',
    (name, own, options, expected) => {
      // prettier-ignore
      const real = call(`lapack_s${name}_ffi`, own, { options });
      expect(real).toBeCloseTo(expected, 9);
      expect(call(`lapack_s${name}_ffi`, own, { options, batches: [2, 3] })).toBeCloseTo(6 * expected, 6);
    },
  );

  test.each(['potrf', 'getrf', 'geqrf'])('%s of complex numbers has four times as many', (name) => {
    const own = [[6, 6]];
    expect(call(`lapack_c${name}_ffi`, own, { element: 'complex<f32>' })).toBe(4 * call(`lapack_s${name}_ffi`, own)); // prettier-ignore
  });

  test.each(['Cholesky', 'cusolver_potrf_ffi', 'lapack_dpotrf_ffi'])('has the name %s, too', (target) => {
    expect(call(target, [[6, 6]])).toBe(91);
  });
});

test.each([
  ['mhlo.topk', 5],
  ['TopK', 8],
  ['ApproxTopK', 64],
])('%s of %d elements compares each element with a heap of these', (target, k) => {
  const text = `%0:2 = stablehlo.custom_call @${target}(%a) : (tensor<16x100xf32>) -> (${tensorOf([16, k])}, ${tensorOf([16, k], 'i32')})`;
  expect(flopsOf(text, '%a: tensor<16x100xf32>')).toBeCloseTo(1600 * Math.log2(k), 9);
});

test.each(['Sharding', 'xla_python_cpu_callback', 'cu_lu_pivots_to_permutation'])(
  'a call of %s counts as one operation for each element',
  (target) => {
    expect(call(target, [[6, 4]])).toBe(24);
  },
);
