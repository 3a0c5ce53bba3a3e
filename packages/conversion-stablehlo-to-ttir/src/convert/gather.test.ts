import { filled, typeOf } from '@shardform/program-tests';
import { type ArrayKind, arrayOf, type NdArray } from '@shardform/runtime-sim';
import { describe, expect, it } from 'vitest';
import { convertedText, executed } from '../../tests/executed.ts';

/** A gather: what is read, indices inside of it and indices beyond its ends, and the numbers of its dimensions. */
interface Form {
  readonly title: string;
  readonly shape: readonly number[];
  readonly indices: readonly number[];
  readonly inside: readonly number[];
  readonly outside: readonly number[];
  readonly dims: string;
  readonly sizes: readonly number[];
  readonly result: readonly number[];
}

const forms: readonly Form[] = [
  {
    title: 'rows',
    shape: [5, 3],
    indices: [4, 1],
    inside: [0, 4, 2, 2],
    outside: [-1, 9, 2, 5],
    dims: 'offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1',
    sizes: [1, 3],
    result: [4, 3],
  },
  {
    title: 'rows by a matrix of indices',
    shape: [5, 3],
    indices: [2, 2],
    inside: [0, 4, 2, 2],
    outside: [-1, 9, 2, 5],
    dims: 'offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2',
    sizes: [1, 3],
    result: [2, 2, 3],
  },
  {
    title: 'columns',
    shape: [5, 3],
    indices: [4, 1],
    inside: [0, 1, 2, 2],
    outside: [-1, 9, 2, 5],
    dims: 'offset_dims = [0], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1',
    sizes: [5, 1],
    result: [5, 4],
  },
  {
    title: 'rows of a dimension in the middle',
    shape: [2, 5, 3],
    indices: [4, 1],
    inside: [0, 4, 2, 2],
    outside: [-1, 9, 2, 5],
    dims: 'offset_dims = [0, 2], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1',
    sizes: [2, 1, 3],
    result: [2, 4, 3],
  },
  {
    title: 'the only row',
    shape: [1, 3],
    indices: [2, 1],
    inside: [0, 0],
    outside: [-1, 4],
    dims: 'offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1',
    sizes: [1, 3],
    result: [2, 3],
  },
  {
    title: 'elements',
    shape: [5, 3],
    indices: [4, 2],
    inside: [0, 1, 4, 2, 3, 0, 2, 2],
    outside: [0, 5, -1, 2, 3, -3, 9, 9],
    dims: 'collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1',
    sizes: [1, 1],
    result: [4],
  },
  {
    title: 'elements by indices in another order',
    shape: [5, 3],
    indices: [4, 2],
    inside: [1, 0, 2, 4, 0, 3, 2, 2],
    outside: [5, 0, 2, -1, -3, 3, 9, 9],
    dims: 'collapsed_slice_dims = [0, 1], start_index_map = [1, 0], index_vector_dim = 1',
    sizes: [1, 1],
    result: [4],
  },
  {
    title: 'elements by indices whose vectors come first',
    shape: [5, 3],
    indices: [2, 4],
    inside: [0, 4, 3, 2, 1, 2, 0, 2],
    outside: [-1, 9, 2, 5, 5, -3, 1, 1],
    dims: 'collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 0',
    sizes: [1, 1],
    result: [4],
  },
  {
    title: 'windows',
    shape: [5, 6],
    indices: [3, 2],
    inside: [0, 1, 3, 2, 1, 4],
    outside: [0, 5, -1, 2, 4, -3],
    dims: 'offset_dims = [1, 2], start_index_map = [0, 1], index_vector_dim = 1',
    sizes: [2, 2],
    result: [3, 2, 2],
  },
  {
    title: 'windows along one dimension',
    shape: [7, 2],
    indices: [3, 1],
    inside: [0, 4, 2],
    outside: [-1, 5, 6],
    dims: 'offset_dims = [1, 2], start_index_map = [0], index_vector_dim = 1',
    sizes: [3, 2],
    result: [3, 3, 2],
  },
  {
    title: 'one slice',
    shape: [7, 4],
    indices: [2],
    inside: [4, 1],
    outside: [6, -1],
    dims: 'offset_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 0',
    sizes: [3, 2],
    result: [3, 2],
  },
  {
    title: 'one slice longer than numbers of 8 bits count',
    shape: [200, 2],
    indices: [1],
    inside: [4],
    outside: [127],
    dims: 'offset_dims = [0, 1], start_index_map = [0], index_vector_dim = 0',
    sizes: [130, 2],
    result: [130, 2],
  },
  {
    title: 'windows of more places than numbers of 8 bits count',
    shape: [200, 3],
    indices: [2, 2],
    inside: [100, 0, 120, 1],
    outside: [127, 2, -1, -1],
    dims: 'offset_dims = [1, 2], start_index_map = [0, 1], index_vector_dim = 1',
    sizes: [50, 2],
    result: [2, 50, 2],
  },
  {
    title: 'elements of each batch',
    shape: [3, 5],
    indices: [3, 2, 1],
    inside: [0, 4, 2, 2, 1, 3],
    outside: [-1, 5, 2, 9, 1, 3],
    dims: 'collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2',
    sizes: [1, 1],
    result: [3, 2],
  },
  {
    title: 'elements of each batch behind them',
    shape: [5, 3],
    indices: [2, 3, 1],
    inside: [0, 4, 2, 2, 1, 3],
    outside: [-1, 5, 2, 9, 1, 3],
    dims: 'collapsed_slice_dims = [0], operand_batching_dims = [1], start_indices_batching_dims = [1], start_index_map = [0], index_vector_dim = 2',
    sizes: [1, 1],
    result: [2, 3],
  },
  {
    title: 'rows of each batch',
    shape: [3, 5, 2],
    indices: [3, 2, 1],
    inside: [0, 4, 2, 2, 1, 3],
    outside: [-1, 5, 2, 9, 1, 3],
    dims: 'offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2',
    sizes: [1, 1, 2],
    result: [3, 2, 2],
  },
];

/** A gather of `form`; the indices %at are computed of the argument %i by `lines`. */
function gather(form: Form, kind: string, index: string, lines = ''): string {
  const types = [typeOf(kind, form.shape), typeOf(index, form.indices), typeOf(kind, form.result)] as const;
  return `func.func @main(%x: ${types[0]}, %i: ${types[1]}) -> ${types[2]} {
  ${lines}
  %0 = "stablehlo.gather"(%x, ${lines === '' ? '%i' : '%at'}) <{dimension_numbers = #stablehlo.gather<${form.dims}>, slice_sizes = array<i64: ${form.sizes.join(', ')}>}> : (${types[0]}, ${types[1]}) -> ${types[2]}
  return %0 : ${types[2]}
}`;
}

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

describe('indices', () => {
  const [elements, windows] = [forms[5]!, forms[8]!];
  const moves = (text: string): boolean => text.includes('ttir.clamp_tensor');

  it('of several dimensions are moved inside', () => {
    expect(moves(convertedText(gather(elements, 'f32', 'i32')))).toBe(true);
    expect(moves(convertedText(gather(windows, 'f32', 'i32')))).toBe(true);
  });

  it('are not where they are constants inside', () => {
    const constant = '%at = stablehlo.constant dense<[[0, 1], [4, 2], [3, 0], [2, 2]]> : tensor<4x2xi32>';
    expect(moves(convertedText(gather(elements, 'f32', 'i32', constant)))).toBe(false);
  });

  it('are where they are constants outside', () => {
    const constant = '%at = stablehlo.constant dense<[[0, 1], [4, 3], [3, 0], [2, 2]]> : tensor<4x2xi32>';
    expect(moves(convertedText(gather(elements, 'f32', 'i32', constant)))).toBe(true);
  });

  const bounded = (bounds: string): string => `%least = stablehlo.constant dense<0> : tensor<4x2xi32>
  %bounds = stablehlo.constant dense<${bounds}> : tensor<2xi32>
  %most = stablehlo.broadcast_in_dim %bounds, dims = [1] : (tensor<2xi32>) -> tensor<4x2xi32>
  %at = stablehlo.clamp %least, %i, %most : tensor<4x2xi32>`;

  it('are not where the program has moved them already, as JAX does', () => {
    const text = gather(elements, 'f32', 'i32', bounded('[4, 2]'));
    expect(convertedText(text).match(/ttir\.clamp_tensor/g)).toHaveLength(1);
  });

  it('are where it has not moved them far enough', () => {
    const text = gather(elements, 'f32', 'i32', bounded('[4, 4]'));
    expect(convertedText(text).match(/ttir\.clamp_tensor/g)).toHaveLength(2);
    const inputs = [filled('f32', [5, 3], [1, 2, 3, 4, 5, 6, 7]), filled('i32', [4, 2], elements.outside)];
    const { expected, actual } = executed(text, inputs);
    expect(actual).toEqual(expected);
  });

  it('of more places than f32 has numbers for are counted in integers', () => {
    const many = { ...elements, shape: [4097, 4097] };
    expect(convertedText(gather(elements, 'bf16', 'i32'))).toContain('ttir.matmul');
    expect(convertedText(gather(many, 'bf16', 'i32'))).not.toMatch(/ttir\.matmul|f32/);
    const tall = { ...elements, shape: [8_388_609, 2] };
    const inputs = [
      arrayOf(
        'i8',
        [8_388_609, 2],
        Array.from({ length: 16_777_218 }, (_, i) => i % 7),
      ),
      filled('i32', [4, 2], [8_388_608, 1, 8_388_608, 0, 0, 1, 5, 0]),
    ];
    const { expected, actual } = executed(gather(tall, 'i8', 'i32'), inputs);
    expect(actual).toEqual(expected);
  });

  it('that repeat the ends around all elements become slices', () => {
    const form: Form = { ...forms[0]!, indices: [9, 1], result: [9, 3] };
    const constant =
      '%at = stablehlo.constant dense<[[0], [0], [0], [1], [2], [3], [4], [4], [4]]> : tensor<9x1xi32>';
    const text = gather(form, 'i32', 'i32', constant);
    const { expected, actual } = executed(text, [
      filled('i32', [5, 3], [1, 2, 3, 4, 5, 6, 7]),
      filled('i32', [9, 1], [0]),
    ]);
    expect(actual).toEqual(expected);
    expect(convertedText(text)).not.toContain('ttir.gather');
  });
});

it('refuses gathers with batches and windows', () => {
  const form: Form = {
    ...forms[13]!,
    dims: 'offset_dims = [2], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2',
    sizes: [1, 2],
    result: [3, 2, 2],
  };
  expect(convertedText(gather(form, 'f32', 'i32'))).toBe("failed to legalize operation 'stablehlo.gather'");
});
