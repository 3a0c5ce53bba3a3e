import { typeOf } from '@shardform/program-tests';

/** A gather: what is read, indices inside of it and indices beyond its ends, and the numbers of its dimensions. */
export interface Form {
  readonly title: string;
  readonly shape: readonly number[];
  readonly indices: readonly number[];
  readonly inside: readonly number[];
  readonly outside: readonly number[];
  readonly dims: string;
  readonly sizes: readonly number[];
  readonly result: readonly number[];
}

/** Gathers of every kind that is converted. */
export const forms: readonly Form[] = [
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
export function gather(form: Form, kind: string, index: string, lines = ''): string {
  const types = [typeOf(kind, form.shape), typeOf(index, form.indices), typeOf(kind, form.result)] as const;
  return `func.func @main(%x: ${types[0]}, %i: ${types[1]}) -> ${types[2]} {
  ${lines}
  %0 = "stablehlo.gather"(%x, ${lines === '' ? '%i' : '%at'}) <{dimension_numbers = #stablehlo.gather<${form.dims}>, slice_sizes = array<i64: ${form.sizes.join(', ')}>}> : (${types[0]}, ${types[1]}) -> ${types[2]}
  return %0 : ${types[2]}
}`;
}
