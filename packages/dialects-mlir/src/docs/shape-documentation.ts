import type { DialectDocumentation, OpDocumentation } from '@shardform/ir-core';
import { exampleOf } from './example.ts';

const KINDS =
  'A shape is a `!shape.shape`, which may also be an error, or an extent tensor, `tensor<?xindex>`, which is always valid.';
const SIZES =
  'Operands are `!shape.size`, which may also be an error, or `index`; the result is an `index` only if both are.';
const ERROR = 'An error of an operand becomes an error of the result.';

function onShapes(
  op: string,
  text: string,
  result: string,
  kind: 'shape' | 'value' = 'shape',
): OpDocumentation {
  const type = '!shape.shape';
  const arrow = kind === 'shape' ? ` -> ${result}` : '';
  return {
    description: `${text} ${KINDS}`,
    example: exampleOf(
      `%a: ${type}, %b: ${type}`,
      `%0 = shape.${op} %a, %b : ${type}, ${type}${arrow}`,
      result,
    ),
  };
}

function onSizes(op: string, text: string): OpDocumentation {
  return {
    description: `${text} ${SIZES} ${ERROR}`,
    example: exampleOf(
      '%a: !shape.size, %b: index',
      `%0 = shape.${op} %a, %b : !shape.size, index -> !shape.size`,
      '!shape.size',
    ),
  };
}

const ASSUMING = `
func.func @main(%a: !shape.shape, %b: !shape.shape, %x: tensor<?xf32>) -> tensor<?xf32> {
  %w = shape.cstr_broadcastable %a, %b : !shape.shape, !shape.shape
  %0 = shape.assuming %w -> (tensor<?xf32>) {
    shape.assuming_yield %x : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}`;

const WITNESS =
  'The result is a `!shape.witness`, on which `shape.assuming` waits; the program fails if the constraint does not hold.';

/** Constraints and what depends on them. */
const constraintDocumentation: DialectDocumentation = {
  assuming: {
    description:
      'Executes its region under the assumption that the witness holds; `shape.assuming_yield` gives the results. If the witness is known to hold the region replaces the operation.',
    example: ASSUMING,
  },
  assuming_all: {
    description: 'Joins witnesses: the result holds if all operands do.',
    example: exampleOf(
      '%a: !shape.witness, %b: !shape.witness',
      '%0 = shape.assuming_all %a, %b',
      '!shape.witness',
    ),
  },
  assuming_yield: {
    description: 'Ends the region of `shape.assuming` and gives its results.',
    example: ASSUMING,
  },
  const_witness: {
    description: 'Makes a witness of which is known whether it holds: `passing`.',
    example: exampleOf('', '%0 = shape.const_witness true', '!shape.witness'),
  },
  cstr_broadcastable: onShapes(
    'cstr_broadcastable',
    `Requires that the shapes broadcast by the rules of NumPy. ${WITNESS}`,
    '!shape.witness',
    'value',
  ),
  cstr_eq: onShapes('cstr_eq', `Requires that the shapes are equal. ${WITNESS}`, '!shape.witness', 'value'),
  cstr_require: {
    description: `Requires that the operand is 1; \`msg\` is the message otherwise. ${WITNESS}`,
    example: exampleOf('%ok: i1', '%0 = shape.cstr_require %ok, "the shapes do not fit"', '!shape.witness'),
  },
  is_broadcastable: onShapes(
    'is_broadcastable',
    'Tests whether the shapes broadcast by the rules of NumPy.',
    'i1',
    'value',
  ),
  shape_eq: onShapes('shape_eq', 'Tests whether all shapes are equal.', 'i1', 'value'),
};

/** Computing with shapes. */
const shapeOnlyDocumentation: DialectDocumentation = {
  any: onShapes(
    'any',
    'Gives some shape that agrees with all operands, which are promised to be compatible: what is known of it may come from any of them.',
    '!shape.shape',
  ),
  broadcast: onShapes(
    'broadcast',
    `Gives the shape to which the operands broadcast by the rules of NumPy: aligned at the last dimension, sizes of one are stretched. If they do not fit the result is an error, with the message \`error\`, or for extent tensors undefined. ${ERROR}`,
    '!shape.shape',
  ),
  concat: onShapes(
    'concat',
    `Concatenates two shapes: the dimensions of \`lhs\`, then those of \`rhs\`. ${ERROR}`,
    '!shape.shape',
  ),
  meet: {
    description: `Gives the most specific shape or size that agrees with both operands: unknown sizes become known if the other operand knows them. If they
contradict each other the result is an error, with the message \`error\`.`,
    example: exampleOf(
      '%a: !shape.shape, %b: !shape.shape',
      '%0 = shape.meet %a, %b : !shape.shape, !shape.shape -> !shape.shape',
      '!shape.shape',
    ),
  },
  const_shape: {
    description: `Makes a constant shape of the extents \`shape\`. ${KINDS}`,
    example: exampleOf('', '%0 = shape.const_shape [1, 2, 3] : tensor<3xindex>', 'tensor<3xindex>'),
  },
  from_extent_tensor: {
    description: 'Makes a shape of a vector of its extents.',
    example: exampleOf(
      '%x: tensor<?xindex>',
      '%0 = shape.from_extent_tensor %x : tensor<?xindex>',
      '!shape.shape',
    ),
  },
  from_extents: {
    description: 'Makes a shape of its extents, sizes or indices.',
    example: exampleOf(
      '%a: index, %b: !shape.size',
      '%0 = shape.from_extents %a, %b : index, !shape.size',
      '!shape.shape',
    ),
  },
  get_extent: {
    description: `Gives the extent \`dim\` of a shape. A dimension that the shape has not is an error, or for extent tensors undefined. ${ERROR}`,
    example: exampleOf(
      '%x: !shape.shape, %i: index',
      '%0 = shape.get_extent %x, %i : !shape.shape, index -> !shape.size',
      '!shape.size',
    ),
  },
  num_elements: {
    description: `Gives the number of elements of a tensor of the shape: the product of the extents, 1 for a scalar. ${ERROR}`,
    example: exampleOf(
      '%x: !shape.shape',
      '%0 = shape.num_elements %x : !shape.shape -> !shape.size',
      '!shape.size',
    ),
  },
  rank: {
    description: `Gives the number of dimensions of a shape. ${ERROR}`,
    example: exampleOf('%x: !shape.shape', '%0 = shape.rank %x : !shape.shape -> !shape.size', '!shape.size'),
  },
  split_at: {
    description: `Splits a shape before the dimension \`index\`; a negative one counts from the end. The results are the dimensions before it and the others. ${ERROR}`,
    example: `
func.func @main(%x: !shape.shape, %i: !shape.size) -> !shape.shape {
  %0:2 = "shape.split_at"(%x, %i) : (!shape.shape, !shape.size) -> (!shape.shape, !shape.shape)
  return %0#0 : !shape.shape
}`,
  },
  to_extent_tensor: {
    description:
      'Gives the extents of a shape as a vector of indices. Of an error the behaviour is undefined.',
    example: exampleOf(
      '%x: !shape.shape',
      '%0 = shape.to_extent_tensor %x : !shape.shape -> tensor<?xindex>',
      'tensor<?xindex>',
    ),
  },
};

/** Sizes and values. */
const sizeDocumentation: DialectDocumentation = {
  add: onSizes('add', 'Adds sizes or indices.'),
  div: onSizes(
    'div',
    'Divides sizes or indices and rounds towards negative infinity; division by zero is undefined.',
  ),
  mul: onSizes('mul', 'Multiplies sizes or indices.'),
  max: {
    description:
      'Gives the greater of two sizes, or the element-wise maximum of two shapes of the same rank.',
    example: exampleOf(
      '%a: !shape.size, %b: !shape.size',
      '%0 = shape.max %a, %b : !shape.size, !shape.size -> !shape.size',
      '!shape.size',
    ),
  },
  min: {
    description: 'Gives the lesser of two sizes, or the element-wise minimum of two shapes of the same rank.',
    example: exampleOf(
      '%a: !shape.size, %b: !shape.size',
      '%0 = shape.min %a, %b : !shape.size, !shape.size -> !shape.size',
      '!shape.size',
    ),
  },
  const_size: {
    description: 'Makes the constant size `value`.',
    example: exampleOf('', '%0 = shape.const_size 3', '!shape.size'),
  },
  index_to_size: {
    description: 'Converts an `index` to a size.',
    example: exampleOf('%x: index', '%0 = shape.index_to_size %x', '!shape.size'),
  },
  size_to_index: {
    description: 'Converts a size to an `index`. Of an error the behaviour is undefined.',
    example: exampleOf('%x: !shape.size', '%0 = shape.size_to_index %x : !shape.size', 'index'),
  },
  dim: {
    description: `Gives the size of the dimension \`index\` of a tensor or memref: \`shape.get_extent\` of its \`shape.shape_of\`. ${ERROR}`,
    example: exampleOf(
      '%x: tensor<?x4xf32>, %i: index',
      '%0 = shape.dim %x, %i : tensor<?x4xf32>, index -> index',
      'index',
    ),
  },
  shape_of: {
    description: `Gives the shape of a tensor or memref. ${KINDS}`,
    example: exampleOf(
      '%x: tensor<?x4xf32>',
      '%0 = shape.shape_of %x : tensor<?x4xf32> -> tensor<2xindex>',
      'tensor<2xindex>',
    ),
  },
  value_as_shape: {
    description: `Takes a vector of integers or indices, or a value with a shape, as a shape. ${KINDS}`,
    example: exampleOf(
      '%x: tensor<?xi32>',
      '%0 = shape.value_as_shape %x : tensor<?xi32> -> !shape.shape',
      '!shape.shape',
    ),
  },
  value_of: {
    description: 'Gives the value of a `!shape.value_shape`, a pair of a value and its shape.',
    example: exampleOf('%x: !shape.value_shape', '%0 = shape.value_of %x : tensor<?xf32>', 'tensor<?xf32>'),
  },
  with_shape: {
    description:
      'Pairs a value with a shape, as a `!shape.value_shape`: for shape functions, which get both.',
    example: exampleOf(
      '%x: tensor<?xf32>, %shape: !shape.shape',
      '%0 = shape.with_shape %x, %shape : tensor<?xf32>, !shape.shape',
      '!shape.value_shape',
    ),
  },
};

/** The documentation of shape's operations. */
export const shapeDocumentation: DialectDocumentation = {
  ...constraintDocumentation,
  ...shapeOnlyDocumentation,
  ...sizeDocumentation,
};
