import {
  ArrayAttr,
  f32,
  FloatAttr,
  ModuleOp,
  parseModule,
  printOp,
  readBytecode,
  SourceText,
  writeBytecode,
} from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import { DotAlgorithmAttr } from '../attrs/dot-algorithm-attr.ts';
import { AxisRefAttr, MeshAttr, MeshAxisAttr } from '../attrs/mesh-attrs.ts';
import { ReplicaGroupMeshAxesAttr } from '../attrs/replica-group-mesh-axes-attr.ts';
import { ResultAccuracyAttr } from '../attrs/result-accuracy-attr.ts';
import { stablehloContext } from '../../tests/stablehlo-text.ts';

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

test.each([
  '#stablehlo.channel_handle<handle = 3, type = 1>',
  '#stablehlo<comparison_direction LT>',
  '#stablehlo<comparison_type TOTALORDER>',
  '#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>',
  '#stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2, 3], rhs_contracting_dimensions = [0, 2]>',
  '#stablehlo<fft_type IRFFT>',
  '#stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], operand_batching_dims = [2], start_indices_batching_dims = [3], start_index_map = [4], index_vector_dim = 1>',
  '#stablehlo<precision HIGHEST>',
  '#stablehlo<rng_algorithm PHILOX>',
  '#stablehlo<rng_distribution NORMAL>',
  '#stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], input_batching_dims = [2], scatter_indices_batching_dims = [3], scatter_dims_to_operand_dims = [4], index_vector_dim = 1>',
  '#stablehlo<transpose ADJOINT>',
  '#stablehlo.bounds<4, ?>',
  '#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 1, operand_tuple_indices = [2]>',
  '#stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>',
  '#stablehlo.result_accuracy_mode<HIGHEST>',
  '#stablehlo.result_accuracy<atol = 1.000000e-05, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>',
  '#stablehlo.mesh_axis<name = "x", size = 2>',
  '#stablehlo.axis_ref<name = "x", sub_axis_info = (1)2>',
  '#stablehlo.replica_group_mesh_axes<mesh = @mesh, axes = [#stablehlo.axis_ref<name = "x">]>',
  '!stablehlo.token',
  '!stablehlo.future<tensor<2xf32>, tensor<i1>>',
])('%s stays what it is', (attribute) => {
  const context = stablehloContext();
  const module = parseModule(`"t.op"() {a = ${attribute}} : () -> ()`, context)!;
  const read = readBytecode(writeBytecode(module, context), context)!;
  expect(read.body.firstOp!.getAttr('a')).toBe(module.body.firstOp!.getAttr('a'));
});

describe('bytecode of jaxlib 0.10.2', () => {
  const TEXT = `module {
  func.func @main(%t: !stablehlo.token, %a: tensor<2x3xf32>) -> tensor<2x2xi1> {
    %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [1], precision = [HIGHEST, DEFAULT] : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
    %1 = stablehlo.compare GE, %0, %0, TOTALORDER : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xi1>
    return %1 : tensor<2x2xi1>
  }
}
`;
  const RECORDED = [
    'TUzvUg1NTElSMjMuMC4wZ2l0AAEhBwEFCQsBAw8DBQcTBQUXGwNDIQ8BFwsTCwsTExMTExMTBQsfCwsLCwENFwcXGwsXBQMHAp0F',
    'DxcBAwMNBwURFwEFBxcBBScXAQVTAQUZGxcBBxUXAQkVFwELCwsBAQMFAwURBREBBwUFBRsFCQ0DCxsFCQkJBQUNAQMFAQkbBQkJ',
    'AwEEZQUBUAMBBwRVAwEFA1AJAwcEQQMJDwUbCwMNAAdGEQUDCwUDAwlGEwcDBQUFBQUEFQMHBgMBBQEAlRMLBREZDw8VCxFidWls',
    'dGluAGZ1bmMAc3RhYmxlaGxvAG1vZHVsZQByZXR1cm4AZG90X2dlbmVyYWwAY29tcGFyZQAtAG1haW4ACCUJBQEBDQEFAQEHAQcB',
    'Fx8FOx8=',
  ].join('');

  test('is read', () => {
    const context = stablehloContext();
    const expected = printOp(parseModule(TEXT, context)!, context);
    expect(printOp(readBytecode(bytesOf(RECORDED), context)!, context)).toBe(expected);
  });

  test('is written byte for byte', () => {
    const context = stablehloContext();
    const module = parseModule(new SourceText('-', TEXT), context)!;
    expect(writeBytecode(module, context, { producer: 'MLIR23.0.0git' })).toEqual(bytesOf(RECORDED));
  });
});

test('an unknown number is an error', () => {
  const context = stablehloContext();
  const module = parseModule('"t.op"() {a = #stablehlo<precision HIGH>} : () -> ()', context)!;
  const bytes = writeBytecode(module, context, { version: 0 });
  // The attribute is number 8 with value 1.
  const at = bytes.findIndex((byte, i) => byte === 0x11 && bytes[i + 1] === 0x03);
  bytes[at + 1] = 0x0b;
  const { diagnostics } = context.diagnostics.capture(() => readBytecode(bytes, context));
  expect(diagnostics.map(({ message }) => message)).toEqual(['unknown value of stablehlo.precision: 5']);
});

const one = FloatAttr.get(1);

test.each([
  [
    ResultAccuracyAttr.get({ atol: one, rtol: one, ulps: 0, mode: 'DEFAULT' }),
    'Invalid tolerances for ResultAccuracyAttr with mode DEFAULT',
  ],
  [
    DotAlgorithmAttr.get({
      lhsPrecisionType: f32,
      rhsPrecisionType: f32,
      accumulationType: f32,
      lhsComponentCount: 33,
      rhsComponentCount: 1,
      numPrimitiveOperations: 1,
      allowImpreciseAccumulation: false,
    }),
    'dot algorithm not known to be supported on any hardware',
  ],
  [
    ReplicaGroupMeshAxesAttr.get({
      mesh: MeshAttr.get({ axes: [MeshAxisAttr.get({ name: 'x', size: 2 })], deviceIds: null }),
      axes: ArrayAttr.get([AxisRefAttr.get({ name: 'y', subAxisInfo: null })]),
    }),
    "axis 'y' not found in mesh definition",
  ],
])('an attribute that the text could not hold is refused: %s', (attribute, message) => {
  const context = stablehloContext();
  const module = ModuleOp.empty();
  module.setAttr('t.attribute', attribute);
  const { result, diagnostics } = context.diagnostics.capture(() =>
    readBytecode(writeBytecode(module, context), context),
  );
  expect(result).toBeNull();
  expect(diagnostics[0]!.message).toContain(message);
});
