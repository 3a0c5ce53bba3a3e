import { describe, expect, test } from 'vitest';
import { problems } from '../../tests/mlir-text.ts';

const ARGUMENTS =
  '%s: !shape.shape, %e: tensor<?xindex>, %z: !shape.size, %i: index, %t: tensor<?x4xf32>, %w: !shape.witness, %vs: !shape.value_shape, %n: none, %b: i1';

// The messages are those of mlir-opt 19.
describe('shape', () => {
  test.each([
    [
      '%0 = "shape.const_shape"() <{shape = dense<true> : tensor<2xi1>}> : () -> tensor<2xindex>',
      ["2:6 'shape.const_shape' op attribute 'shape' failed to satisfy constraint: index elements attribute"],
    ],
    [
      '%0 = "shape.shape_of"(%n) : (none) -> !shape.shape',
      ["2:6 'shape.shape_of' op operand #0 must be shaped of any type values or , but got 'none'"],
    ],
    [
      '%0 = "shape.shape_of"(%t) : (tensor<?x4xf32>) -> none',
      ["2:6 'shape.shape_of' op result #0 must be shape or extent tensor, but got 'none'"],
    ],
    ['%0 = "shape.shape_of"() : () -> !shape.shape', ["2:6 'shape.shape_of' op requires a single operand"]],
    [
      '%0 = "shape.num_elements"(%n) : (none) -> index',
      ["2:6 'shape.num_elements' op operand #0 must be shape or extent tensor, but got 'none'"],
    ],
    [
      '%0 = "shape.num_elements"(%s) : (!shape.shape) -> none',
      ["2:6 'shape.num_elements' op result #0 must be size or index, but got 'none'"],
    ],
    ['%0 = "shape.num_elements"() : () -> index', ["2:6 'shape.num_elements' op requires a single operand"]],
    [
      '%0 = "shape.rank"(%n) : (none) -> index',
      ["2:6 'shape.rank' op operand #0 must be shape or extent tensor, but got 'none'"],
    ],
    [
      '%0 = "shape.rank"(%s) : (!shape.shape) -> none',
      ["2:6 'shape.rank' op result #0 must be size or index, but got 'none'"],
    ],
    ['%0 = "shape.rank"() : () -> index', ["2:6 'shape.rank' op requires a single operand"]],
    [
      '%0 = "shape.to_extent_tensor"(%n) : (none) -> tensor<?xindex>',
      ["2:6 'shape.to_extent_tensor' op operand #0 must be shape or extent tensor, but got 'none'"],
    ],
    [
      '%0 = "shape.to_extent_tensor"(%s) : (!shape.shape) -> none',
      ["2:6 'shape.to_extent_tensor' op result #0 must be tensor of index values, but got 'none'"],
    ],
    [
      '%0 = "shape.to_extent_tensor"() : () -> tensor<?xindex>',
      ["2:6 'shape.to_extent_tensor' op requires a single operand"],
    ],
    [
      '%0 = "shape.from_extents"(%n) : (none) -> !shape.shape',
      ["2:6 'shape.from_extents' op operand #0 must be variadic of size or index, but got 'none'"],
    ],
    [
      '%0 = "shape.from_extents"(%i) : (index) -> none',
      ["2:6 'shape.from_extents' op result #0 must be , but got 'none'"],
    ],
    [
      '%0 = "shape.size_to_index"(%n) : (none) -> index',
      ["2:6 'shape.size_to_index' op operand #0 must be size or index, but got 'none'"],
    ],
    [
      '%0 = "shape.size_to_index"(%z) : (!shape.size) -> none',
      ["2:6 'shape.size_to_index' op result #0 must be index, but got 'none'"],
    ],
    [
      '%0 = "shape.size_to_index"() : () -> index',
      ["2:6 'shape.size_to_index' op requires a single operand"],
    ],
    [
      '%0 = "shape.index_to_size"(%n) : (none) -> !shape.size',
      ["2:6 'shape.index_to_size' op operand #0 must be index, but got 'none'"],
    ],
    [
      '%0 = "shape.index_to_size"(%i) : (index) -> none',
      ["2:6 'shape.index_to_size' op result #0 must be , but got 'none'"],
    ],
    [
      '%0 = "shape.index_to_size"() : () -> !shape.size',
      ["2:6 'shape.index_to_size' op requires a single operand"],
    ],
    [
      '%0 = "shape.value_of"(%n) : (none) -> tensor<?xf32>',
      ["2:6 'shape.value_of' op operand #0 must be , but got 'none'"],
    ],
    [
      '%0 = "shape.value_of"(%vs) : (!shape.value_shape) -> none',
      ["2:6 'shape.value_of' op result #0 must be shaped of any type values, but got 'none'"],
    ],
    ['%0 = "shape.value_of"() : () -> tensor<?xf32>', ["2:6 'shape.value_of' op requires a single operand"]],
    [
      '%0 = "shape.value_as_shape"(%n) : (none) -> !shape.shape',
      [
        "2:6 'shape.value_as_shape' op operand #0 must be 1D tensor of integer or index values or , but got 'none'",
      ],
    ],
    [
      '%0 = "shape.value_as_shape"(%vs) : (!shape.value_shape) -> none',
      ["2:6 'shape.value_as_shape' op result #0 must be shape or extent tensor, but got 'none'"],
    ],
    [
      '%0 = "shape.value_as_shape"() : () -> !shape.shape',
      ["2:6 'shape.value_as_shape' op requires a single operand"],
    ],
    [
      '%0 = "shape.from_extent_tensor"(%n) : (none) -> !shape.shape',
      ["2:6 'shape.from_extent_tensor' op operand #0 must be 1D tensor of index values, but got 'none'"],
    ],
    [
      '%0 = "shape.from_extent_tensor"(%e) : (tensor<?xindex>) -> none',
      ["2:6 'shape.from_extent_tensor' op result #0 must be , but got 'none'"],
    ],
    [
      '%0 = "shape.from_extent_tensor"() : () -> !shape.shape',
      ["2:6 'shape.from_extent_tensor' op requires a single operand"],
    ],
    [
      '%0 = "shape.broadcast"(%n) : (none) -> !shape.shape',
      ["2:6 'shape.broadcast' op operand #0 must be variadic of shape or extent tensor, but got 'none'"],
    ],
    [
      '%0 = "shape.broadcast"(%s) : (!shape.shape) -> none',
      ["2:6 'shape.broadcast' op result #0 must be shape or extent tensor, but got 'none'"],
    ],
    [
      '%0 = "shape.cstr_broadcastable"(%n) : (none) -> !shape.witness',
      [
        "2:6 'shape.cstr_broadcastable' op operand #0 must be variadic of shape or extent tensor, but got 'none'",
      ],
    ],
    [
      '%0 = "shape.cstr_broadcastable"(%s) : (!shape.shape) -> none',
      ["2:6 'shape.cstr_broadcastable' op result #0 must be , but got 'none'"],
    ],
    [
      '%0 = "shape.cstr_broadcastable"() : () -> !shape.witness',
      ["2:6 'shape.cstr_broadcastable' op required at least 2 input shapes"],
    ],
    [
      '%0 = "shape.cstr_eq"(%n) : (none) -> !shape.witness',
      ["2:6 'shape.cstr_eq' op operand #0 must be variadic of shape or extent tensor, but got 'none'"],
    ],
    [
      '%0 = "shape.cstr_eq"(%s) : (!shape.shape) -> none',
      ["2:6 'shape.cstr_eq' op result #0 must be , but got 'none'"],
    ],
    [
      '%0 = "shape.shape_eq"(%n) : (none) -> i1',
      ["2:6 'shape.shape_eq' op operand #0 must be variadic of shape or extent tensor, but got 'none'"],
    ],
    [
      '%0 = "shape.shape_eq"(%s) : (!shape.shape) -> none',
      ["2:6 'shape.shape_eq' op result #0 must be 1-bit signless integer, but got 'none'"],
    ],
    [
      '%0 = "shape.is_broadcastable"(%n) : (none) -> i1',
      [
        "2:6 'shape.is_broadcastable' op operand #0 must be variadic of shape or extent tensor, but got 'none'",
      ],
    ],
    [
      '%0 = "shape.is_broadcastable"(%s) : (!shape.shape) -> none',
      ["2:6 'shape.is_broadcastable' op result #0 must be 1-bit signless integer, but got 'none'"],
    ],
    [
      '%0 = "shape.assuming_all"(%n) : (none) -> !shape.witness',
      ["2:6 'shape.assuming_all' op operand #0 must be variadic of , but got 'none'"],
    ],
    [
      '%0 = "shape.assuming_all"(%w) : (!shape.witness) -> none',
      ["2:6 'shape.assuming_all' op result #0 must be , but got 'none'"],
    ],
    [
      '%0 = "shape.assuming_all"() : () -> !shape.witness',
      ["2:6 'shape.assuming_all' op no operands specified"],
    ],
    [
      '%0 = "shape.any"(%n) : (none) -> !shape.shape',
      ["2:6 'shape.any' op operand #0 must be variadic of shape or extent tensor, but got 'none'"],
    ],
    [
      '%0 = "shape.any"(%s) : (!shape.shape) -> none',
      ["2:6 'shape.any' op result #0 must be shape or extent tensor, but got 'none'"],
    ],
    [
      '%0 = "shape.cstr_require"(%n) {msg="a"}: (none) -> !shape.witness',
      ["2:6 'shape.cstr_require' op operand #0 must be 1-bit signless integer, but got 'none'"],
    ],
    [
      '%0 = "shape.cstr_require"(%b) {msg="a"}: (i1) -> none',
      ["2:6 'shape.cstr_require' op result #0 must be , but got 'none'"],
    ],
    [
      '%0 = "shape.cstr_require"() {msg="a"}: () -> !shape.witness',
      ["2:6 'shape.cstr_require' op requires a single operand"],
    ],
    [
      '%0 = "shape.get_extent"(%n, %i) : (none, index) -> index',
      ["2:6 'shape.get_extent' op operand #0 must be shape or extent tensor, but got 'none'"],
    ],
    [
      '%0 = "shape.get_extent"(%s, %n) : (!shape.shape, none) -> index',
      ["2:6 'shape.get_extent' op operand #1 must be size or index, but got 'none'"],
    ],
    [
      '%0 = "shape.get_extent"(%s, %i) : (!shape.shape, index) -> none',
      ["2:6 'shape.get_extent' op result #0 must be size or index, but got 'none'"],
    ],
    [
      '%0 = "shape.get_extent"(%s, %i) : (!shape.shape, index) -> index',
      [
        "2:6 'shape.get_extent' op if at least one of the operands can hold error values then the result must be of type `size` to propagate them",
      ],
    ],
    [
      '%0 = "shape.get_extent"(%z, %i) : (!shape.size, index) -> index',
      ["2:6 'shape.get_extent' op operand #0 must be shape or extent tensor, but got '!shape.size'"],
    ],
    [
      '%0 = "shape.concat"(%n, %i) : (none, index) -> index',
      ["2:6 'shape.concat' op operand #0 must be shape or extent tensor, but got 'none'"],
    ],
    [
      '%0 = "shape.concat"(%s, %n) : (!shape.shape, none) -> index',
      ["2:6 'shape.concat' op operand #1 must be shape or extent tensor, but got 'none'"],
    ],
    [
      '%0 = "shape.concat"(%s, %i) : (!shape.shape, index) -> none',
      ["2:6 'shape.concat' op operand #1 must be shape or extent tensor, but got 'index'"],
    ],
    [
      '%0 = "shape.concat"(%s, %i) : (!shape.shape, index) -> index',
      ["2:6 'shape.concat' op operand #1 must be shape or extent tensor, but got 'index'"],
    ],
    [
      '%0 = "shape.concat"(%z, %i) : (!shape.size, index) -> index',
      ["2:6 'shape.concat' op operand #0 must be shape or extent tensor, but got '!shape.size'"],
    ],
    [
      '%0 = "shape.add"(%n, %i) : (none, index) -> index',
      ["2:6 'shape.add' op operand #0 must be size or index, but got 'none'"],
    ],
    [
      '%0 = "shape.add"(%s, %n) : (!shape.shape, none) -> index',
      ["2:6 'shape.add' op operand #0 must be size or index, but got '!shape.shape'"],
    ],
    [
      '%0 = "shape.add"(%s, %i) : (!shape.shape, index) -> none',
      ["2:6 'shape.add' op operand #0 must be size or index, but got '!shape.shape'"],
    ],
    [
      '%0 = "shape.add"(%s, %i) : (!shape.shape, index) -> index',
      ["2:6 'shape.add' op operand #0 must be size or index, but got '!shape.shape'"],
    ],
    [
      '%0 = "shape.add"(%z, %i) : (!shape.size, index) -> index',
      [
        "2:6 'shape.add' op if at least one of the operands can hold error values then the result must be of type `size` to propagate them",
      ],
    ],
    [
      '%0 = "shape.mul"(%n, %i) : (none, index) -> index',
      ["2:6 'shape.mul' op operand #0 must be size or index, but got 'none'"],
    ],
    [
      '%0 = "shape.mul"(%s, %n) : (!shape.shape, none) -> index',
      ["2:6 'shape.mul' op operand #0 must be size or index, but got '!shape.shape'"],
    ],
    [
      '%0 = "shape.mul"(%s, %i) : (!shape.shape, index) -> none',
      ["2:6 'shape.mul' op operand #0 must be size or index, but got '!shape.shape'"],
    ],
    [
      '%0 = "shape.mul"(%s, %i) : (!shape.shape, index) -> index',
      ["2:6 'shape.mul' op operand #0 must be size or index, but got '!shape.shape'"],
    ],
    [
      '%0 = "shape.mul"(%z, %i) : (!shape.size, index) -> index',
      [
        "2:6 'shape.mul' op if at least one of the operands can hold error values then the result must be of type `size` to propagate them",
      ],
    ],
    [
      '%0 = "shape.div"(%n, %i) : (none, index) -> index',
      ["2:6 'shape.div' op operand #0 must be size or index, but got 'none'"],
    ],
    [
      '%0 = "shape.div"(%s, %n) : (!shape.shape, none) -> index',
      ["2:6 'shape.div' op operand #0 must be size or index, but got '!shape.shape'"],
    ],
    [
      '%0 = "shape.div"(%s, %i) : (!shape.shape, index) -> none',
      ["2:6 'shape.div' op operand #0 must be size or index, but got '!shape.shape'"],
    ],
    [
      '%0 = "shape.div"(%s, %i) : (!shape.shape, index) -> index',
      ["2:6 'shape.div' op operand #0 must be size or index, but got '!shape.shape'"],
    ],
    [
      '%0 = "shape.div"(%z, %i) : (!shape.size, index) -> index',
      [
        "2:6 'shape.div' op if at least one of the operands can hold error values then the result must be of type `size` to propagate them",
      ],
    ],
    [
      '%0 = "shape.max"(%n, %i) : (none, index) -> index',
      ["2:6 'shape.max' op operand #0 must be shape or size, but got 'none'"],
    ],
    [
      '%0 = "shape.max"(%s, %n) : (!shape.shape, none) -> index',
      ["2:6 'shape.max' op operand #1 must be shape or size, but got 'none'"],
    ],
    [
      '%0 = "shape.max"(%s, %i) : (!shape.shape, index) -> none',
      ["2:6 'shape.max' op operand #1 must be shape or size, but got 'index'"],
    ],
    [
      '%0 = "shape.max"(%s, %i) : (!shape.shape, index) -> index',
      ["2:6 'shape.max' op operand #1 must be shape or size, but got 'index'"],
    ],
    [
      '%0 = "shape.max"(%z, %i) : (!shape.size, index) -> index',
      ["2:6 'shape.max' op operand #1 must be shape or size, but got 'index'"],
    ],
    [
      '%0 = "shape.min"(%n, %i) : (none, index) -> index',
      ["2:6 'shape.min' op operand #0 must be shape or size, but got 'none'"],
    ],
    [
      '%0 = "shape.min"(%s, %n) : (!shape.shape, none) -> index',
      ["2:6 'shape.min' op operand #1 must be shape or size, but got 'none'"],
    ],
    [
      '%0 = "shape.min"(%s, %i) : (!shape.shape, index) -> none',
      ["2:6 'shape.min' op operand #1 must be shape or size, but got 'index'"],
    ],
    [
      '%0 = "shape.min"(%s, %i) : (!shape.shape, index) -> index',
      ["2:6 'shape.min' op operand #1 must be shape or size, but got 'index'"],
    ],
    [
      '%0 = "shape.min"(%z, %i) : (!shape.size, index) -> index',
      ["2:6 'shape.min' op operand #1 must be shape or size, but got 'index'"],
    ],
    [
      '%0 = "shape.meet"(%n, %i) : (none, index) -> index',
      ["2:6 'shape.meet' op operand #0 must be any shape or size, but got 'none'"],
    ],
    [
      '%0 = "shape.meet"(%s, %n) : (!shape.shape, none) -> index',
      ["2:6 'shape.meet' op operand #1 must be any shape or size, but got 'none'"],
    ],
    [
      '%0 = "shape.meet"(%s, %i) : (!shape.shape, index) -> none',
      ["2:6 'shape.meet' op result #0 must be any shape or size, but got 'none'"],
    ],
    [
      '%0 = "shape.with_shape"(%n, %i) : (none, index) -> index',
      ["2:6 'shape.with_shape' op operand #0 must be shaped of any type values or , but got 'none'"],
    ],
    [
      '%0 = "shape.with_shape"(%s, %n) : (!shape.shape, none) -> index',
      ["2:6 'shape.with_shape' op operand #0 must be shaped of any type values or , but got '!shape.shape'"],
    ],
    [
      '%0 = "shape.with_shape"(%s, %i) : (!shape.shape, index) -> none',
      ["2:6 'shape.with_shape' op operand #0 must be shaped of any type values or , but got '!shape.shape'"],
    ],
    [
      '%0 = "shape.with_shape"(%s, %i) : (!shape.shape, index) -> index',
      ["2:6 'shape.with_shape' op operand #0 must be shaped of any type values or , but got '!shape.shape'"],
    ],
    [
      '%0 = "shape.with_shape"(%z, %i) : (!shape.size, index) -> index',
      ["2:6 'shape.with_shape' op operand #0 must be shaped of any type values or , but got '!shape.size'"],
    ],
    [
      '%0 = "shape.dim"(%n, %i) : (none, index) -> index',
      ["2:6 'shape.dim' op operand #0 must be shaped of any type values, but got 'none'"],
    ],
    [
      '%0 = "shape.dim"(%s, %n) : (!shape.shape, none) -> index',
      ["2:6 'shape.dim' op operand #0 must be shaped of any type values, but got '!shape.shape'"],
    ],
    [
      '%0 = "shape.dim"(%s, %i) : (!shape.shape, index) -> none',
      ["2:6 'shape.dim' op operand #0 must be shaped of any type values, but got '!shape.shape'"],
    ],
    [
      '%0 = "shape.dim"(%s, %i) : (!shape.shape, index) -> index',
      ["2:6 'shape.dim' op operand #0 must be shaped of any type values, but got '!shape.shape'"],
    ],
    [
      '%0 = "shape.dim"(%z, %i) : (!shape.size, index) -> index',
      ["2:6 'shape.dim' op operand #0 must be shaped of any type values, but got '!shape.size'"],
    ],
    [
      '%0 = "shape.split_at"(%n, %i) : (none, index) -> index',
      ["2:6 'shape.split_at' op expected 2 results"],
    ],
    [
      '%0 = "shape.split_at"(%s, %n) : (!shape.shape, none) -> index',
      ["2:6 'shape.split_at' op expected 2 results"],
    ],
    [
      '%0 = "shape.split_at"(%s, %i) : (!shape.shape, index) -> none',
      ["2:6 'shape.split_at' op expected 2 results"],
    ],
    [
      '%0 = "shape.split_at"(%s, %i) : (!shape.shape, index) -> index',
      ["2:6 'shape.split_at' op expected 2 results"],
    ],
    [
      '%0 = "shape.split_at"(%z, %i) : (!shape.size, index) -> index',
      ["2:6 'shape.split_at' op expected 2 results"],
    ],
    [
      '%0 = shape.const_shape [1,2] : tensor<3xindex>',
      [
        "2:6 'shape.const_shape' op inferred type(s) 'tensor<2xindex>' are incompatible with return type(s) of operation 'tensor<3xindex>'",
        "2:6 'shape.const_shape' op failed to infer returned types",
      ],
    ],
    [
      '%0 = shape.const_shape [1,2] : i32',
      ["2:6 'shape.const_shape' op result #0 must be shape or extent tensor, but got 'i32'"],
    ],
    ['%0 = shape.const_shape 1 : !shape.shape', ['2:24 integer literal not valid for specified type']],
    ['%0 = shape.const_shape [a] : !shape.shape', ['2:25 expected attribute value']],
    [
      '%0 = shape.const_shape [1, 2] : tensor<?xindex>',
      [
        "2:6 'shape.const_shape' op inferred type(s) 'tensor<2xindex>' are incompatible with return type(s) of operation 'tensor<?xindex>'",
        "2:6 'shape.const_shape' op failed to infer returned types",
      ],
    ],
    [
      '%0 = shape.shape_of %t : tensor<?x4xf32> -> tensor<3xindex>',
      [
        "2:6 'shape.shape_of' op inferred type(s) 'tensor<2xindex>' are incompatible with return type(s) of operation 'tensor<3xindex>'",
        "2:6 'shape.shape_of' op failed to infer returned types",
      ],
    ],
    [
      '%0 = shape.num_elements %s : !shape.shape -> index',
      [
        "2:6 'shape.num_elements' op if at least one of the operands can hold error values then the result must be of type `size` to propagate them",
      ],
    ],
    ['%0 = shape.num_elements %s : !shape.shape', ["2:42 expected '->'"]],
    [
      '%0 = shape.add %i, %z : index, !shape.size -> index',
      [
        "2:6 'shape.add' op if at least one of the operands can hold error values then the result must be of type `size` to propagate them",
      ],
    ],
    [
      '%0 = shape.broadcast %s : !shape.shape -> tensor<?xindex>',
      [
        "2:6 'shape.broadcast' op if at least one of the operands can hold error values then the result must be of type `shape` to propagate them",
      ],
    ],
    [
      '%0 = shape.broadcast %s, %s : !shape.shape, !shape.shape -> tensor<?xindex>',
      [
        "2:6 'shape.broadcast' op if at least one of the operands can hold error values then the result must be of type `shape` to propagate them",
      ],
    ],
    [
      '%0 = shape.cstr_broadcastable %s : !shape.shape',
      ["2:6 'shape.cstr_broadcastable' op required at least 2 input shapes"],
    ],
    [
      '%0 = shape.assuming %w -> (i32) { shape.assuming_yield }',
      [
        "2:6 'shape.assuming' op  region control flow edge from Region #0 to parent results: source has 0 operands, but target successor needs 1",
      ],
    ],
    [
      'shape.assuming %w { "test.x"(): () -> () shape.assuming_yield %b : i1}',
      [
        "2:1 'shape.assuming' op  region control flow edge from Region #0 to parent results: source has 1 operands, but target successor needs 0",
      ],
    ],
    ['shape.assuming_yield', ["2:1 'shape.assuming_yield' op expects parent op 'shape.assuming'"]],
    [
      'shape.assuming %n { }',
      [
        "2:16 use of value '%n' expects different type than prior uses: '!shape.witness' vs 'none'",
        '1:147 note: prior use here',
      ],
    ],
    ['%0 = shape.assuming_all', ["2:6 'shape.assuming_all' op no operands specified"]],
  ])('%s is rejected', (statements, expected) => {
    expect(problems(`func.func @f(${ARGUMENTS}) {\n${statements}\nreturn\n}\n`)).toEqual(expected);
  });
});
