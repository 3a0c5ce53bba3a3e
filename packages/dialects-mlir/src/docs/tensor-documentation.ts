import type { DialectDocumentation } from '@shardform/ir-core';
import { exampleOf } from './example.ts';

const LISTS = 'Offsets, sizes and strides are constants or operands of type `index`, one per dimension.';

const YIELDING = (op: string): string => `
func.func @main(%n: index, %x: tensor<4xf32>, %value: f32) -> tensor<?xf32> {
  ${op}
  return %0 : tensor<?xf32>
}`;

const GENERATE = YIELDING(`%0 = tensor.generate %n {
  ^bb0(%i: index):
    tensor.yield %value : f32
  } : tensor<?xf32>`);

/** Elements, sizes and casts. */
const elementDocumentation: DialectDocumentation = {
  bitcast: {
    description:
      'Reinterprets the elements of a tensor as another element type of the same width. The shape stays the same.',
    example: exampleOf(
      '%x: tensor<4xf32>',
      '%0 = tensor.bitcast %x : tensor<4xf32> to tensor<4xi32>',
      'tensor<4xi32>',
    ),
  },
  cast: {
    description: `Converts between a more and a less static type of the same tensor, such as \`tensor<?xf32>\` and \`tensor<4xf32>\`. Elements and rank stay the
same; if sizes turn out to differ when the program runs its behaviour is undefined.`,
    example: exampleOf(
      '%x: tensor<?xf32>',
      '%0 = tensor.cast %x : tensor<?xf32> to tensor<4xf32>',
      'tensor<4xf32>',
    ),
  },
  dim: {
    description:
      'Gives the size of the dimension `index` of a tensor as an `index`. A dimension that the tensor has not is undefined behaviour.',
    example: exampleOf('%x: tensor<?xf32>, %i: index', '%0 = tensor.dim %x, %i : tensor<?xf32>', 'index'),
  },
  empty: {
    description:
      'Makes a tensor whose elements are not defined: a shape for operations that write into a tensor. `dynamicSizes` has one `index` for each dynamic dimension.',
    example: exampleOf('%n: index', '%0 = tensor.empty(%n) : tensor<?x4xf32>', 'tensor<?x4xf32>'),
  },
  extract: {
    description: 'Gives the element at `indices`, one per dimension.',
    example: exampleOf(
      '%x: tensor<4x4xf32>, %i: index',
      '%0 = tensor.extract %x[%i, %i] : tensor<4x4xf32>',
      'f32',
    ),
  },
  from_elements: {
    description: 'Makes a tensor of static shape of its elements, which are listed in row-major order.',
    example: exampleOf(
      '%a: f32, %b: f32',
      '%0 = tensor.from_elements %a, %b : tensor<2xf32>',
      'tensor<2xf32>',
    ),
  },
  insert: {
    description: 'Gives a copy of `dest` with the element at `indices` replaced by `scalar`.',
    example: exampleOf(
      '%a: f32, %x: tensor<4xf32>, %i: index',
      '%0 = tensor.insert %a into %x[%i] : tensor<4xf32>',
      'tensor<4xf32>',
    ),
  },
  rank: {
    description:
      'Gives the number of dimensions of a tensor as an `index`; it is a constant unless the tensor is unranked.',
    example: exampleOf('%x: tensor<*xf32>', '%0 = tensor.rank %x : tensor<*xf32>', 'index'),
  },
  splat: {
    description:
      'Makes a tensor whose elements all are the operand. `dynamicSizes` has one `index` for each dynamic dimension.',
    example: exampleOf('%a: f32', '%0 = tensor.splat %a : tensor<4x4xf32>', 'tensor<4x4xf32>'),
  },
};

/** Slices and shapes. */
const shapeDocumentation: DialectDocumentation = {
  collapse_shape: {
    description: `Merges groups of neighbouring dimensions: each list of \`reassociation\` are the dimensions of the operand that become one of the result.
The elements keep their row-major order.`,
    example: exampleOf(
      '%x: tensor<4x8xf32>',
      '%0 = tensor.collapse_shape %x [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>',
      'tensor<32xf32>',
    ),
  },
  concat: {
    description: 'Concatenates tensors along `dim`. In all other dimensions they have the same size.',
    example: exampleOf(
      '%a: tensor<2x4xf32>, %b: tensor<3x4xf32>',
      '%0 = tensor.concat dim(0) %a, %b : (tensor<2x4xf32>, tensor<3x4xf32>) -> tensor<5x4xf32>',
      'tensor<5x4xf32>',
    ),
  },
  expand_shape: {
    description: `Splits dimensions: each list of \`reassociation\` are the dimensions of the result that one of the operand becomes. \`output_shape\` gives the
sizes of the result. The elements keep their row-major order.`,
    example: exampleOf(
      '%x: tensor<4x8xf32>',
      '%0 = tensor.expand_shape %x [[0, 1], [2]] output_shape [2, 2, 8] : tensor<4x8xf32> into tensor<2x2x8xf32>',
      'tensor<2x2x8xf32>',
    ),
  },
  extract_slice: {
    description: `Takes a box of elements: in each dimension \`size\` elements from \`offset\` on, \`stride\` apart. ${LISTS} Dimensions of size one may be missing in
the result.`,
    example: exampleOf(
      '%x: tensor<4x8xf32>, %i: index',
      '%0 = tensor.extract_slice %x[0, %i] [2, 4] [1, 1] : tensor<4x8xf32> to tensor<2x4xf32>',
      'tensor<2x4xf32>',
    ),
  },
  insert_slice: {
    description: `Gives a copy of \`dest\` in which a box of elements is replaced by \`source\`. ${LISTS} It is the inverse of \`tensor.extract_slice\`.`,
    example: exampleOf(
      '%source: tensor<2x4xf32>, %dest: tensor<4x8xf32>, %i: index',
      '%0 = tensor.insert_slice %source into %dest[%i, 0] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<4x8xf32>',
      'tensor<4x8xf32>',
    ),
  },
  reshape: {
    description:
      'Gives the elements, in row-major order, the shape `shape`, a tensor of integers or indices. The number of elements stays the same; the result may be unranked.',
    example: exampleOf(
      '%x: tensor<?xf32>, %shape: tensor<2xindex>',
      '%0 = tensor.reshape %x(%shape) : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>',
      'tensor<?x?xf32>',
    ),
  },
};

/** Regions and indices. */
const otherDocumentation: DialectDocumentation = {
  gather: {
    description: `Takes slices of \`source\` at coordinates: the last dimension of \`indices\` holds a coordinate in the dimensions \`gather_dims\`. The result
has the leading dimensions of \`indices\`, then those of a slice; gathered dimensions have size one or are left out. \`unique\` promises that no
coordinate occurs twice.`,
    example: exampleOf(
      '%x: tensor<4x8xf32>, %i: tensor<3x1xi32>',
      '%0 = tensor.gather %x[%i] gather_dims([0]) : (tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<3x1x8xf32>',
      'tensor<3x1x8xf32>',
    ),
  },
  generate: {
    description: `Makes a tensor of the elements that its region computes: it runs for each element with the element's indices as arguments and ends in
\`tensor.yield\`. \`dynamicExtents\` has one \`index\` for each dynamic dimension.`,
    example: GENERATE,
  },
  pad: {
    description: `Surrounds a tensor by elements that the region computes from their indices. \`low\` and \`high\` say how many are added before and after each
dimension, as constants or operands. \`nofold\` keeps the operation even if it adds nothing.`,
    example: YIELDING(`%0 = tensor.pad %x low[%n] high[1] {
  ^bb0(%i: index):
    tensor.yield %value : f32
  } : tensor<4xf32> to tensor<?xf32>`),
  },
  scatter: {
    description: `Gives a copy of \`dest\` in which slices at coordinates are replaced by those of \`source\`: the last dimension of \`indices\` holds a coordinate
in the dimensions \`scatter_dims\`. \`unique\`, which is required, promises that no coordinate occurs twice.`,
    example: exampleOf(
      '%source: tensor<3x1x8xf32>, %dest: tensor<4x8xf32>, %i: tensor<3x1xi32>',
      '%0 = tensor.scatter %source into %dest[%i] scatter_dims([0]) unique : (tensor<3x1x8xf32>, tensor<4x8xf32>, tensor<3x1xi32>) -> tensor<4x8xf32>',
      'tensor<4x8xf32>',
    ),
  },
  yield: {
    description: 'Ends the region of `tensor.generate` or `tensor.pad` and gives the element.',
    example: GENERATE,
  },
};

/** The documentation of tensor's operations. */
export const tensorDocumentation: DialectDocumentation = {
  ...elementDocumentation,
  ...shapeDocumentation,
  ...otherDocumentation,
};
