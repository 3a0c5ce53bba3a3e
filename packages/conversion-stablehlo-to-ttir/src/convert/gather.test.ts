import { filled } from '@shardform/program-tests';
import type { ArrayKind, NdArray } from '@shardform/runtime-sim';
import { describe, expect, it } from 'vitest';
import { convertedText, executed } from '../../tests/executed.ts';
import { type Form, forms, gather } from '../../tests/gather-forms.ts';

const INDICES: readonly ArrayKind[] = ['i32', 'i64', 'i8', 'ui8', 'ui32'];

describe.each(forms)('gathers of $title', (form) => {
  const numbers = Array.from({ length: 101 }, (_, i) => i);
  const indices = (kind: ArrayKind, own: readonly number[]): NdArray =>
    filled(kind, form.indices, kind.startsWith('u') ? own.map(Math.abs) : own);

  it.each(['f32', 'bf16', 'i32', 'i8', 'i1'] as const)('of %s read the same elements', (kind) => {
    const operand = filled(kind, form.shape, kind === 'i1' ? numbers.map((n) => n % 2) : numbers);
    for (const index of INDICES) {
      const { expected, actual } = executed(gather(form, kind, index), [
        operand,
        indices(index, form.inside),
      ]);
      expect(actual, index).toEqual(expected);
    }
  });

  it('are moved inside of what they read', () => {
    for (const kind of ['f32', 'i32'] as const) {
      for (const index of INDICES) {
        const inputs = [filled(kind, form.shape, numbers), indices(index, form.outside)];
        const { expected, actual } = executed(gather(form, kind, index), inputs);
        expect(actual, `${kind} by ${index}`).toEqual(expected);
      }
    }
  });
});

const windows: Form = {
  ...forms[13]!,
  dims: 'offset_dims = [2], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2',
  sizes: [1, 2],
  result: [3, 2, 2],
};

it('gathers with batches and windows read the same elements', () => {
  const inputs = [
    filled('f32', windows.shape, [1, 2, 3, 4, 5, 6, 7]),
    filled('i32', windows.indices, [0, 4, 2, 9, -1, 3]),
  ];
  const { expected, actual } = executed(gather(windows, 'f32', 'i32'), inputs);
  expect(actual).toEqual(expected);
});

it('dimensions of the operand that go along with indices are the batch, those behind the indexed ones the row', () => {
  const form: Form = {
    ...forms[13]!,
    shape: [2, 3, 5, 7],
    indices: [2, 4, 1],
    dims: 'offset_dims = [1, 3], collapsed_slice_dims = [2], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [2], index_vector_dim = 2',
    sizes: [1, 3, 1, 7],
    result: [2, 3, 4, 7],
  };
  const text = convertedText(gather(form, 'f32', 'i32'));
  expect(text).toContain('"ttir.permute"(%arg0) <{permutation = array<i64: 0, 2, 1, 3>}>');
  expect(text).toContain(
    '<{column = false, fill_out_of_bounds = false, sizes = array<i64: 5>, windows = array<i64: 1>}> : (tensor<2x5x3x7xf32>, tensor<2x1x4xsi32>) -> tensor<2x4x3x7xf32>',
  );
});

it('indices that are put together are brought into their form one by one', () => {
  const elements = forms[5]!;
  const parts = `%a = stablehlo.slice %i [0:4, 0:1] : (tensor<4x2xi32>) -> tensor<4x1xi32>
  %b = stablehlo.slice %i [0:4, 1:2] : (tensor<4x2xi32>) -> tensor<4x1xi32>
  %at = stablehlo.concatenate %a, %b, dim = 1 : (tensor<4x1xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>`;
  const text = gather(elements, 'f32', 'i32', parts);
  expect(convertedText(text)).toMatch(
    /"ttir.concat"\(%\d+, %\d+\) <\{dim = 1 : si32\}> : \(tensor<1x1x4xsi32>, tensor<1x1x4xsi32>\)/,
  );
  const inputs = [
    filled('f32', elements.shape, [1, 2, 3, 4, 5, 6, 7]),
    filled('i32', elements.indices, elements.outside),
  ];
  const { expected, actual } = executed(text, inputs);
  expect(actual).toEqual(expected);
});

it.each(['convert-stablehlo-to-ttir', 'convert-stablehlo-to-ttir{library-indexing=true}'])(
  'zeros outside of the operand stay zeros after %s',
  (pass) => {
    const text = `func.func @main(%x: tensor<4x8xf32>, %i: tensor<5x1xi32>) -> tensor<5x8xf32> {
  %0 = "stablehlo.gather"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> {tt.fill_out_of_bounds} : (tensor<4x8xf32>, tensor<5x1xi32>) -> tensor<5x8xf32>
  return %0 : tensor<5x8xf32>
}`;
    expect(convertedText(text, pass)).toContain('fill_out_of_bounds = true');
    const inputs = [filled('f32', [4, 8], [1, 2, 3]), filled('i32', [5, 1], [3, -1, 0, 4, 2])];
    const { expected, actual } = executed(text, inputs, pass);
    expect(actual).toEqual(expected);
    expect(expected[0]!.elements.slice(8, 16)).toEqual(new Array<number>(8).fill(0));
  },
);
