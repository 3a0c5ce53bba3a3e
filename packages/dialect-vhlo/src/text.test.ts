import { parseModule, printOp, readBytecode, writeBytecode } from '@shardform/ir-core';
import { describe as group, expect, test } from 'vitest';
import { describe, vhloContext } from '../tests/vhlo-text.ts';

const attributes = [
  '#vhlo.array_v1<[]>',
  '#vhlo.array_v1<[#vhlo.bool_v1<true>, #vhlo.string_v1<"a\\22b">]>',
  '#vhlo<comparison_direction_v1 LT>',
  '#vhlo<comparison_type_v1 TOTALORDER>',
  '#vhlo<api_version_v1 API_VERSION_TYPED_FFI>',
  '#vhlo.dict_v1<{}>',
  '#vhlo.dict_v1<{#vhlo.string_v1<"x"> = #vhlo.integer_v1<-1 : i64>, #vhlo.string_v1<"y"> = #vhlo.bool_v1<false>}>',
  '#vhlo<fft_type_v1 IRFFT>',
  '#vhlo.float_v1<1.000000e-03 : !vhlo.f32_v1>',
  '#vhlo.float_v1<5.000000e-01 : !vhlo.bf16_v1>',
  '#vhlo.integer_v1<-5 : i8>',
  '#vhlo.integer_v1<255 : ui8>',
  '#vhlo.integer_v1<7 : index>',
  '#vhlo.integer_v1<9223372036854775807 : i64>',
  '#vhlo.output_operand_alias_v1<outputTupleIndices = [0], operandIndex = 1, operandTupleIndices = []>',
  '#vhlo<precision_v1 HIGHEST>',
  '#vhlo<rng_algorithm_v1 PHILOX>',
  '#vhlo<rng_distribution_v1 NORMAL>',
  '#vhlo.string_v1<"">',
  '#vhlo.tensor_v1<dense<[1, 2]> : tensor<2xi64>>',
  '#vhlo.tensor_v1<dense<> : tensor<0xi64>>',
  '#vhlo.tensor_v1<dense<5.000000e-01> : tensor<2x3xf32>>',
  '#vhlo.tensor_v1<dense<true> : tensor<i1>>',
  '#vhlo.tensor_v1<dense<false> : tensor<3xi1>>',
  '#vhlo.tensor_v1<dense<true> : tensor<20xi1>>',
  '#vhlo.tensor_v1<dense<[true, false, true, true, false, false, true, false, true]> : tensor<9xi1>>',
  '#vhlo.tensor_v1<dense<(1.000000e+00,-2.000000e+00)> : tensor<2xcomplex<f32>>>',
  '#vhlo<transpose_v1 ADJOINT>',
  '#vhlo.type_v1<!vhlo.none_v1>',
  '#vhlo.type_extensions_v1<bounds = [4, ?]>',
  '#vhlo<result_accuracy_mode_v1 TOLERANCE>',
  '#vhlo.result_accuracy_v1<atol = 1.000000e-05, rtol = 0.000000e+00, ulps = 2, mode = #vhlo<result_accuracy_mode_v1 TOLERANCE>>',
  '#vhlo.sub_axis_info_v1<pre_size = 1, size = 2>',
  '#vhlo.axis_ref_v1<name = #vhlo.string_v1<"x">>',
  '#vhlo.axis_ref_v1<name = #vhlo.string_v1<"x">, sub_axis_info = #vhlo.sub_axis_info_v1<pre_size = 1, size = 2>>',
  '#vhlo.mesh_axis_v1<name = #vhlo.string_v1<"x">, size = 4>',
  '#vhlo.mesh_v1<axes = #vhlo.array_v1<[]>>',
  '#vhlo.mesh_v1<axes = #vhlo.array_v1<[]>, device_ids = #vhlo.tensor_v1<dense<0> : tensor<1xi64>>>',
  '#vhlo.replica_group_mesh_axes_v1<mesh = #vhlo.string_v1<"mesh">, axes = #vhlo.array_v1<[]>>',
];

const types = [
  ...['bool', 'bf16', 'f16', 'f32', 'f64', 'f8E4M3FN', 'f8E5M2', 'f8E4M3FNUZ', 'f8E5M2FNUZ'],
  ...['f8E4M3B11FNUZ', 'tf31', 'f8E4M3', 'f8E3M4', 'f4E2M1FN', 'f6E2M3FN', 'f6E3M2FN', 'f8E8M0FNU'],
  ...['i2', 'i4', 'i8', 'i16', 'i32', 'i64', 'ui2', 'ui4', 'ui8', 'ui16', 'ui32', 'ui64'],
  ...['index', 'none', 'token', 'witness'],
].map((name) => `!vhlo.${name}_v1`);

const compositeTypes = [
  '!vhlo.complex_v1<!vhlo.f32_v1>',
  '!vhlo.func_v1<(()) -> ()>',
  '!vhlo.func_v1<(!vhlo.f32_v1, !vhlo.i8_v1) -> !vhlo.bool_v1, !vhlo.token_v1>',
  '!vhlo.tensor_v1<!vhlo.f32_v1>',
  '!vhlo.tensor_v1<2x?x0x!vhlo.f32_v1>',
  '!vhlo.tensor_v1<?x!vhlo.f32_v1, #vhlo.type_extensions_v1<bounds = [16]>>',
  '!vhlo.buffer_v1<2x!vhlo.f32_v1>',
  '!vhlo.unranked_tensor_v1<!vhlo.f32_v1>',
  '!vhlo.tuple_v1<>',
  '!vhlo.tuple_v1<!vhlo.f32_v1, !vhlo.tuple_v1<!vhlo.i8_v1>>',
  '!vhlo.future_v1<!vhlo.tensor_v1<2x!vhlo.f32_v1>, !vhlo.tensor_v1<!vhlo.i32_v1>>',
  '!vhlo.quant_v1<!vhlo.i8_v1:!vhlo.f32_v1, 3.400000e+01:16, -128:127, 1>',
  '!vhlo.quant_per_axis_v1<!vhlo.i8_v1:!vhlo.f32_v1, 0, [3.400000e+01, 2.000000e+00], [16, -1], -128:127, 1>',
];

group('text and bytecode', () => {
  test.each([...attributes, ...types, ...compositeTypes])('%s stays what it is', (text) => {
    const context = vhloContext();
    context.allowUnregisteredDialects = true;
    const module = parseModule(`"t.op"() {a = ${text}} : () -> ()`, context)!;
    expect(printOp(module, context)).toContain(`{a = ${text}}`);
    for (const version of [0, 6]) {
      const read = readBytecode(writeBytecode(module, context, { version }), context)!;
      expect(read.body.firstOp!.getAttr('a')).toBe(module.body.firstOp!.getAttr('a'));
    }
  });

  test('every form has another number in bytecode', () => {
    const context = vhloContext();
    context.allowUnregisteredDialects = true;
    const sizes = attributes.map((text) => {
      const module = parseModule(`"t.op"() {a = ${text}} : () -> ()`, context)!;
      return writeBytecode(module, context).length;
    });
    // None of them is written as text, which is longer.
    attributes.forEach((text, i) => expect(sizes[i], text).toBeLessThan(text.length + 260));
  });
});

test.each([
  ['#vhlo.dict_v1<{"a" = #vhlo.bool_v1<true>}>', 'expected VHLO key attribute'],
  ['#vhlo.type_v1<f32>', 'expected VHLO type'],
  ['#vhlo.float_v1<1.0 : f32>', 'expected VHLO type'],
  [
    '#vhlo.result_accuracy_v1<atol = 0.0, rtol = 0.0, ulps = 0, mode = #stablehlo.result_accuracy_mode<DEFAULT>>',
    'expected VHLO result accuracy mode',
  ],
  ['#vhlo.sub_axis_info_v1<size = 1>', 'struct is missing required parameter: pre_size'],
  ['#vhlo.sub_axis_info_v1<size = 1, size = 2>', 'duplicate or unknown struct parameter name: size'],
  ['#vhlo.integer_v1<1.0 : f32>', 'invalid kind of attribute specified'],
  ['#vhlo.nothing_v1', 'unknown vhlo attribute'],
  ['!vhlo.nothing_v1', 'unknown vhlo type: nothing_v1'],
  ['!vhlo.tensor_v1<2xf32>', 'expected VHLO type or attribute'],
  ['!vhlo.tuple_v1<f32>', 'expected VHLO types'],
])('%s is rejected', (text, message) => {
  const context = vhloContext();
  context.allowUnregisteredDialects = true;
  const { result, diagnostics } = context.diagnostics.capture(() =>
    parseModule(`"t.op"() {a = ${text}} : () -> ()`, context),
  );
  expect(result).toBeNull();
  expect(diagnostics.map(describe)[0]).toContain(message);
});

test('functions have a text of their own', () => {
  const context = vhloContext();
  const text = `module {
  vhlo.func_v1 @main(%arg0: !vhlo.tensor_v1<!vhlo.f32_v1>) -> (!vhlo.tensor_v1<!vhlo.f32_v1>) {
    "vhlo.return_v1"(%arg0) : (!vhlo.tensor_v1<!vhlo.f32_v1>) -> ()
  } {arg_attrs = #vhlo.array_v1<[]>, res_attrs = #vhlo.array_v1<[]>, sym_visibility = #vhlo.string_v1<"public">}
}
`;
  expect(printOp(parseModule(text, context)!, context)).toBe(text);
});
