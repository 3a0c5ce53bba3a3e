import { filled, typeOf } from '@shardform/program-tests';
import { describe, expect, it } from 'vitest';
import { convertedText, executed } from '../../tests/executed.ts';
import { type Form, forms } from '../../tests/gather-forms.ts';

/** A scatter whose updates are what a gather of `form` reads. */
function scatter(form: Form, kind: string, combine: string): string {
  const dims = form.dims
    .replace('offset_dims', 'update_window_dims')
    .replace('collapsed_slice_dims', 'inserted_window_dims')
    .replace('operand_batching_dims', 'input_batching_dims')
    .replace('start_indices_batching_dims', 'scatter_indices_batching_dims')
    .replace('start_index_map', 'scatter_dims_to_operand_dims');
  const types = [typeOf(kind, form.shape), typeOf('i32', form.indices), typeOf(kind, form.result)] as const;
  const element = `tensor<${kind}>`;
  return `func.func @main(%x: ${types[0]}, %i: ${types[1]}, %u: ${types[2]}) -> ${types[0]} {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<${dims}>}> ({
  ^bb0(%a: ${element}, %b: ${element}):
    %c = stablehlo.${combine} %a, %b : ${element}
    stablehlo.return %c : ${element}
  }) : (${types.join(', ')}) -> ${types[0]}
  return %0 : ${types[0]}
}`;
}

/** Returns whether updates are longer than one element along a dimension that has indices, or along several. */
function hasWindows({ dims, sizes }: Form): boolean {
  const [, indexed = ''] = /start_index_map = \[([\d, ]*)\]/.exec(dims) ?? [];
  return indexed.split(',').some((dim) => sizes[Number(dim)]! > 1);
}

const NUMBERS = Array.from({ length: 101 }, (_, i) => i - 20);
const LIBRARY = 'convert-stablehlo-to-ttir{library-indexing=true}';

describe.each(forms)('scatters to $title', (form) => {
  it.each([
    ['f32', 'add'],
    ['f32', 'maximum'],
    ['i32', 'add'],
    ['i32', 'minimum'],
  ])('of %s by %s write the same elements, and nothing outside', (kind, combine) => {
    const text = scatter(form, kind, combine);
    // A window that may be partly outside is left out as a whole, for which its elements are written one by one.
    expect(convertedText(text).includes('ttir.rows_scatter')).toBe(!hasWindows(form));
    for (const own of [form.inside, form.outside]) {
      const inputs = [
        filled(kind as 'f32' | 'i32', form.shape, NUMBERS),
        filled('i32', form.indices, own),
        filled(kind as 'f32' | 'i32', form.result, NUMBERS.toReversed()),
      ];
      const { expected, actual } = executed(text, inputs);
      expect(actual, text).toEqual(expected);
    }
  });
});

it('rows are added to tables by the gradient of an embedding where the library is asked for', () => {
  const text = scatter(forms[0]!, 'f32', 'add');
  expect(convertedText(text, LIBRARY)).toContain('ttir.embedding_backward');
  expect(convertedText(text, LIBRARY)).not.toContain('ttir.rows_scatter');
});
