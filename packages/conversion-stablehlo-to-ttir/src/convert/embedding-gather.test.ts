import { filled } from '@shardform/program-tests';
import { arrayOf, type NdArray } from '@shardform/runtime-sim';
import { describe, expect, it } from 'vitest';
import { convertedText, executed } from '../../tests/executed.ts';
import { type Form, forms, gather } from '../../tests/gather-forms.ts';

const PASS = 'convert-stablehlo-to-ttir{library-indexing=true}';
const converted = (text: string) => convertedText(text, PASS);
const run = (text: string, inputs: readonly NdArray[]) => executed(text, inputs, PASS);

describe.each(forms)('gathers of $title', (form) => {
  const numbers = Array.from({ length: 101 }, (_, i) => i);

  it.each(['f32', 'i32', 'i1'] as const)(
    'of %s read the same elements, also where they are moved inside',
    (kind) => {
      const operand = filled(kind, form.shape, kind === 'i1' ? numbers.map((n) => n % 2) : numbers);
      for (const own of [form.inside, form.outside]) {
        const { expected, actual } = run(gather(form, kind, 'i32'), [
          operand,
          filled('i32', form.indices, own),
        ]);
        expect(actual).toEqual(expected);
      }
    },
  );
});

describe('indices', () => {
  const [elements, windows] = [forms[5]!, forms[8]!];
  const moves = (text: string): boolean => text.includes('ttir.clamp_tensor');

  it('of several dimensions are moved inside', () => {
    expect(moves(converted(gather(elements, 'f32', 'i32')))).toBe(true);
    expect(moves(converted(gather(windows, 'f32', 'i32')))).toBe(true);
  });

  it('are not where they are constants inside', () => {
    const constant = '%at = stablehlo.constant dense<[[0, 1], [4, 2], [3, 0], [2, 2]]> : tensor<4x2xi32>';
    expect(moves(converted(gather(elements, 'f32', 'i32', constant)))).toBe(false);
  });

  it('are where they are constants outside', () => {
    const constant = '%at = stablehlo.constant dense<[[0, 1], [4, 3], [3, 0], [2, 2]]> : tensor<4x2xi32>';
    expect(moves(converted(gather(elements, 'f32', 'i32', constant)))).toBe(true);
  });

  const bounded = (bounds: string): string => `%least = stablehlo.constant dense<0> : tensor<4x2xi32>
  %bounds = stablehlo.constant dense<${bounds}> : tensor<2xi32>
  %most = stablehlo.broadcast_in_dim %bounds, dims = [1] : (tensor<2xi32>) -> tensor<4x2xi32>
  %at = stablehlo.clamp %least, %i, %most : tensor<4x2xi32>`;

  it('are not where the program has moved them already, as JAX does', () => {
    const text = gather(elements, 'f32', 'i32', bounded('[4, 2]'));
    expect(converted(text).match(/ttir\.clamp_tensor/g)).toHaveLength(1);
  });

  it('are where it has not moved them far enough', () => {
    const text = gather(elements, 'f32', 'i32', bounded('[4, 4]'));
    expect(converted(text).match(/ttir\.clamp_tensor/g)).toHaveLength(2);
    const inputs = [filled('f32', [5, 3], [1, 2, 3, 4, 5, 6, 7]), filled('i32', [4, 2], elements.outside)];
    const { expected, actual } = run(text, inputs);
    expect(actual).toEqual(expected);
  });

  it('of more places than f32 has numbers for are counted in integers', () => {
    const many = { ...elements, shape: [4097, 4097] };
    expect(converted(gather(elements, 'bf16', 'i32'))).toContain('ttir.matmul');
    expect(converted(gather(many, 'bf16', 'i32'))).not.toMatch(/ttir\.matmul|f32/);
    const tall = { ...elements, shape: [8_388_609, 2] };
    const inputs = [
      arrayOf(
        'i8',
        [8_388_609, 2],
        Array.from({ length: 16_777_218 }, (_, i) => i % 7),
      ),
      filled('i32', [4, 2], [8_388_608, 1, 8_388_608, 0, 0, 1, 5, 0]),
    ];
    const { expected, actual } = run(gather(tall, 'i8', 'i32'), inputs);
    expect(actual).toEqual(expected);
  });

  it('that repeat the ends around all elements become slices', () => {
    const form: Form = { ...forms[0]!, indices: [9, 1], result: [9, 3] };
    const constant =
      '%at = stablehlo.constant dense<[[0], [0], [0], [1], [2], [3], [4], [4], [4]]> : tensor<9x1xi32>';
    const text = gather(form, 'i32', 'i32', constant);
    const { expected, actual } = run(text, [
      filled('i32', [5, 3], [1, 2, 3, 4, 5, 6, 7]),
      filled('i32', [9, 1], [0]),
    ]);
    expect(actual).toEqual(expected);
    expect(converted(text)).not.toContain('ttir.gather');
  });
});

it('gathers with batches and windows are taken by rows', () => {
  const form: Form = {
    ...forms[13]!,
    dims: 'offset_dims = [2], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2',
    sizes: [1, 2],
    result: [3, 2, 2],
  };
  expect(converted(gather(form, 'f32', 'i32'))).toContain('ttir.rows_gather');
});
