import { expect, test } from 'vitest';
import { onMesh, problems, TWO_MESHES } from '../tests/mpmd-text.ts';

// Types, and what is wrong with them; columns count in the type. Recorded from jaxlib 0.10.2.
test.each([
  ['!mpmd.mesh_tensor<m, tensor<2xf32>>', '19 expected attribute value'],
  ['!mpmd.mesh_tensor<4 : i32, tensor<2xf32>>', '19 invalid kind of attribute specified'],
  ['!mpmd.mesh_tensor<"m" tensor<2xf32>>', "22 expected ','"],
  [
    '!mpmd.mesh_tensor<"m", f32>',
    "24 invalid kind of type specified: expected builtin.tensor, but found 'f32'",
  ],
  ['!mpmd.mesh_tensor<"m", tensor<2xf32>, >', "39 expected 'memory_kind'"],
  ['!mpmd.mesh_tensor<"m", tensor<2xf32>, memory_kind=3>', '51 invalid kind of attribute specified'],
  ['!mpmd.mesh_tensor<"m", tensor<2xf32>, memory_kind="a", sharding=<@m, [{}]>>', "54 expected '>'"],
  ['!mpmd.mesh_tensor<"m", tensor<2xf32>, sharding="x">', "48 expected '<'"],
  ['!mpmd.mesh_tensor<"m", tensor<2xf32>', "19 unbalanced '<' character in pretty dialect name"],
  ['!mpmd.other<"m">', '7 unknown  type `other` in dialect `mpmd`'],
])('the type %s', (type, problem) => {
  const [first] = problems(`"t.op"() {a =\n${type}\n} : () -> ()`);
  expect(first).toBe(`2:${problem}`);
});

// Attributes, and what is wrong with them. Recorded from jaxlib 0.10.2.
test.each([
  ['#mpmd.user_origin<"f"(x)>', ['23 expected integer value', '23 could not parse transpose count value.']],
  [
    '#mpmd.topology<>',
    [
      "16 expected '<'",
      "16 failed to parse Mpmd_Topology parameter 'meshes' which is to be a `::llvm::ArrayRef<NamedMeshAttr>`",
    ],
  ],
  [
    '#mpmd.reduction<foo>',
    [
      '17 expected ::mlir::mpmd::ReductionType to be one of: none, add, max, min, mul, or, and',
      "20 failed to parse Mpmd_Reduction parameter 'reduction_type' which is to be a `::mlir::mpmd::ReductionType`",
    ],
  ],
])('the attribute %s', (text, expected) => {
  expect(problems(`"t.op"() {a =\n${text}\n} : () -> ()`).slice(0, expected.length)).toEqual(
    expected.map((problem) => `2:${problem}`),
  );
});

const A = onMesh('m1');
const SPLIT = onMesh('m1', ', sharding=<@mesh, [{"x"}, {}]>');

// Parameters, an operation of a function with meshes m1 and m2, and what is wrong with it.
test.each([
  [
    `%a: ${A}`,
    `%0 = mpmd.transfer %a : (${A}) -> ${onMesh('m3')}`,
    "Topology doesn't have a mesh with name: m3",
  ],
  [
    `%a: !mpmd.mesh_tensor<"m1", tensor<3x8xf32>, sharding=<@mesh, [{"x"}, {}]>>`,
    `%0 = mpmd.transfer %a : (!mpmd.mesh_tensor<"m1", tensor<3x8xf32>, sharding=<@mesh, [{"x"}, {}]>>) -> !mpmd.mesh_tensor<"m2", tensor<3x8xf32>>`,
    "'mpmd.transfer' op dim 0 with size 3 is not divisible by its sharded size 2",
  ],
  [
    `%a: ${onMesh('m1', ', sharding=<@mesh, [{"y"}, {}]>')}`,
    `%0 = mpmd.transfer %a : (${onMesh('m1', ', sharding=<@mesh, [{"y"}, {}]>')}) -> ${A}`,
    `'mpmd.transfer' op unknown axis name: "y"`,
  ],
  [
    `%a: ${A}`,
    `%0 = mpmd.transfer %a : (${A}) -> ${onMesh('m2', ', memory_kind="disk"')}`,
    "memory kind must be either 'pinned_host' or 'device'. Found 'disk'.",
  ],
  [
    `%a: ${A} {mhlo.memory_kind = "pinned_host"}`,
    `%0 = mpmd.transfer %a : (${A}) -> ${onMesh('m2')}`,
    'Transfers from host with attributes are not supported. Memory kinds must be expressed in the type.',
  ],
  [
    '%a: tensor<4x8xf32>',
    `%0 = mpmd.assign %a : (tensor<4x8xf32>) -> ${SPLIT}`,
    `'mpmd.assign' op MeshTensorType should be fully replicated: '${SPLIT}'`,
  ],
  [
    '%a: tensor<8x4xf32>',
    `%0 = mpmd.assign %a : (tensor<8x4xf32>) -> ${A}`,
    "'mpmd.assign' op mismatch between the given local type 'tensor<8x4xf32>' and mesh_type ranked tensor type: 'tensor<4x8xf32>'",
  ],
  [
    `%a: ${A}`,
    `mpmd.fragment<mesh="m2", origin=[]> (%a) (%b: tensor<4x8xf32>) { mpmd.return } : (${A}) -> ()`,
    'expected the mesh name of the operand to match that of the fragment op: m1 != m2',
  ],
  [
    `%a: ${A}`,
    `mpmd.fragment<mesh="m1", origin=[]> (%a) (%b: tensor<8x4xf32>) { mpmd.return } : (${A}) -> ()`,
    "expected the type of the block argument to be global tensor type operand: 'tensor<4x8xf32>', got: 'tensor<8x4xf32>'",
  ],
  [
    `%a: ${A}`,
    `mpmd.fragment<mesh="m1", origin=[]> (%a) () { mpmd.return } : (${A}) -> ()`,
    'number of block arguments must match the number of operands respectively: 0 != 1',
  ],
  [
    '%a: tensor<4x8xf32>',
    '%0 = mpmd.named_computation<"f"> (%a) (%b: tensor<8x4xf32>) { mpmd.return %b : tensor<8x4xf32> } : (tensor<4x8xf32>) -> tensor<8x4xf32>',
    "expected the type of the block argument to match the type of operand: 'tensor<8x4xf32>', got: 'tensor<4x8xf32>'",
  ],
  [
    '%a: tensor<4x8xf32>',
    '%0 = mpmd.reduce<none> %a, %a : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>',
    'ReduceOp must have exactly one operand if the reduction type is none',
  ],
  [
    '%a: tensor<4x8xf32>',
    '%0 = mpmd.for (%a) {iterations = 0 : ui32} (%b: tensor<4x8xf32>, %i: tensor<ui32>) { mpmd.return %b : tensor<4x8xf32> } : tensor<4x8xf32>',
    'number of iterations must be greater than zero',
  ],
  [
    '%a: tensor<4x8xf32>',
    '%0 = mpmd.for (%a) {iterations = 3 : ui32, unroll_factor = 2 : ui32} (%b: tensor<4x8xf32>, %i: tensor<ui32>) { mpmd.return %b : tensor<4x8xf32> } : tensor<4x8xf32>',
    "number of iterations 3 isn't divisible by unroll factor 2",
  ],
  [
    '%a: tensor<4x8xf32>',
    '%0 = mpmd.for (%a) {iterations = 3 : ui32} (%b: tensor<4x8xf32>) { mpmd.return %b : tensor<4x8xf32> } : tensor<4x8xf32>',
    'wrong number of arguments for region',
  ],
  [
    '%a: tensor<4x8xf32>',
    '%0 = mpmd.call @g(%a) {call_counter = 1 : i64} : (tensor<4x8xf32>) -> tensor<4x8xf32>',
    "call_counter must be an uint32, got 'i64'",
  ],
  [
    '%a: tensor<4x8xf32>',
    '%0 = mpmd.call @g(%a) : (tensor<4x8xf32>) -> tensor<4x8xf32>',
    "'g' does not reference a valid function",
  ],
])('an operation on %s: %s', (parameters, text, problem) => {
  const [first] = problems(`func.func @f(${parameters}) ${TWO_MESHES} {\n${text}\nreturn\n}`);
  expect(first?.replace(/^\d+:\d+ /, '')).toBe(problem);
});

test('mesh tensors need a topology', () => {
  expect(
    problems(`func.func @f(%a: ${A}) {\n%0 = mpmd.unassign %a : (${A}) -> tensor<4x8xf32>\nreturn\n}`),
  ).toEqual(['2:6 Function does not have a topology attribute: f']);
});

test('the function of a fragment call has its mesh', () => {
  const call = (attributes: string): string[] =>
    problems(`func.func @f(%a: ${A}) ${TWO_MESHES} {
  %0 = mpmd.fragment_call<mesh="m1", origin=[]> @g(%a) : (${A}) -> ${A}
  return
}
func.func @g(%a: tensor<4x8xf32>) -> tensor<4x8xf32> ${attributes} { return %a : tensor<4x8xf32> }`);
  expect(call('')).toEqual(['5:1 Function does not have a mesh_shape attribute: g']);
  expect(call('attributes {mesh_shape = #sdy.mesh<["y"=2]>}')).toEqual([
    '2:8 Expected mesh of fragment call and callee function to match: #sdy.mesh<["x"=2]> vs #sdy.mesh<["y"=2]>',
  ]);
  expect(call('attributes {mesh_shape = #sdy.mesh<["x"=2]>}')).toEqual([]);
});

test('calls of functions agree with them, and come from the entry point', () => {
  const calling = (caller: string, callee: string): string[] =>
    problems(`func.func ${caller}(%a: tensor<2xf32>) ${TWO_MESHES} {
  %0 = mpmd.call @g(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return
}
func.func ${callee}`).map((problem) => problem.replace(/^\d+:\d+ /, ''));
  const body = (type: string): string => `@g(%a: ${type}) -> ${type} ${TWO_MESHES} { return %a : ${type} }`;
  expect(calling('@f', `private ${body('tensor<2xf32>')}`)).toEqual([]);
  expect(calling('@f', `private ${body('tensor<3xf32>')}`)).toEqual([
    "Type mismatch. Expected call operand to have type 'tensor<3xf32>' but got 'tensor<2xf32>'",
  ]);
  expect(calling('@f', body('tensor<2xf32>'))).toEqual([
    'MPMD CallOp callee with topology must also have visibility set to private, as public functions with topologies are assumed to be entry point functions.',
  ]);
  expect(calling('private @f', `private ${body('tensor<2xf32>')}`)).toEqual([
    'Mpmd CallOp on "g" in an Mpmd function can only be used directly by the entrypoint function, i.e. the main function, but was called from "f".',
  ]);
});

// Operations, and what is wrong with them. Recorded from jaxlib 0.10.2.
test.each([
  ['mpmd.fragment<mesh="m", origin=[], out_shardings=[], () () {}', "1:52 expected '>'"],
  ['mpmd.fragment_call<mesh="m", origin=[]> (3)', '1:42 expected non-function type'],
])('the operation %s', (text, problem) => {
  expect(problems(text)[0]).toBe(problem);
});
