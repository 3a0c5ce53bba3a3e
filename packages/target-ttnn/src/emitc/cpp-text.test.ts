import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { builtinPasses, Context, parseModule, parsePipeline, runPasses } from '@shardform/ir-core';
import { ttnnPipeline } from '@shardform/pipeline-ttnn';
import { describe, expect, test } from 'vitest';
import { cppText } from './cpp-text.ts';

const context = new Context([builtinPasses, ttnnPipeline]);

/** Lowers TTIR to C++; returns the messages of a pipeline that refuses it. */
function programOf(text: string, options = ''): string | readonly string[] {
  const module = parseModule(text, context)!;
  const pipeline = parsePipeline(`builtin.module(ttir-to-emitc-pipeline{${options}})`, context);
  const { result, diagnostics } = context.diagnostics.capture(() => runPasses(module, pipeline, context));
  return result.succeeded ? cppText(module) : diagnostics.map(({ message }) => message);
}

const hasCompiler = spawnSync('g++', ['--version']).status === 0;
const headers = fileURLToPath(new URL('../../tests/cpp', import.meta.url));

/** What a compiler says of a program, beside declarations of the library. */
function compilerMessages(program: string): string {
  const args = ['-std=c++20', '-fsyntax-only', '-Wall', '-Wno-unused-variable', '-I', headers, '-xc++', '-'];
  const { status, stderr } = spawnSync('g++', args, { input: program, encoding: 'utf8' });
  return status === 0 ? stderr : `${status ?? 'none'}: ${stderr}`;
}

const PROGRAMS: Readonly<Record<string, string>> = {
  'functions of elements, fused ones among them': `func.func @elements(%x: tensor<64x64xbf16>, %i: tensor<64x64xi32>) -> (tensor<64x64xbf16>, tensor<64x64xi32>) {
  %0 = "ttir.exp"(%x) : (tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %1 = "ttir.tanh"(%0) : (tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %2 = "ttir.sigmoid"(%1) : (tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %3 = "ttir.leaky_relu"(%2) <{parameter = 0.01 : f32}> : (tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %4 = "ttir.clamp_scalar"(%3) <{min = 0xFF800000 : f32, max = 2.0 : f32}> : (tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %5 = "ttir.gt"(%4, %x) : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %6 = "ttir.where"(%5, %4, %x) : (tensor<64x64xbf16>, tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %7 = "ttir.silu"(%6) : (tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %8 = "ttir.multiply"(%7, %x) : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %9 = "ttir.add"(%8, %x) : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %10 = "ttir.relu"(%9) : (tensor<64x64xbf16>) -> tensor<64x64xbf16>
  %11 = "ttir.bitwise_and"(%i, %i) : (tensor<64x64xi32>, tensor<64x64xi32>) -> tensor<64x64xi32>
  return %10, %11 : tensor<64x64xbf16>, tensor<64x64xi32>
}`,
  'shapes and orders': `func.func @shapes(%x: tensor<2x32x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xi32>, tensor<4x66x64xf32>, tensor<1x32x64xf32>) {
  %0 = "ttir.permute"(%x) <{permutation = array<i64: 1, 0, 2>}> : (tensor<2x32x64xf32>) -> tensor<32x2x64xf32>
  %1 = "ttir.reshape"(%0) <{shape = [64 : i32, 64 : i32]}> : (tensor<32x2x64xf32>) -> tensor<64x64xf32>
  %2:2 = "ttir.sort"(%1) <{dim = -1 : si32, descending = false, stable = false}> : (tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xi32>)
  %3 = "ttir.concat"(%x, %x) <{dim = 1 : si32}> : (tensor<2x32x64xf32>, tensor<2x32x64xf32>) -> tensor<2x64x64xf32>
  %4 = "ttir.pad"(%3) <{padding = array<i32: 0, 2, 1, 1, 0, 0>, value = 0.0 : f32}> : (tensor<2x64x64xf32>) -> tensor<4x66x64xf32>
  %5 = "ttir.slice_static"(%x) <{begins = [1 : i32, 0 : i32, 0 : i32], ends = [2 : i32, 32 : i32, 64 : i32], step = [1 : i32, 1 : i32, 1 : i32]}> : (tensor<2x32x64xf32>) -> tensor<1x32x64xf32>
  return %2#0, %2#1, %4, %5 : tensor<64x64xf32>, tensor<64x64xi32>, tensor<4x66x64xf32>, tensor<1x32x64xf32>
}`,
  'convolutions and pools': `func.func @layers(%x: tensor<1x32x32x64xbf16>, %w: tensor<64x64x3x3xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}, %b: tensor<1x1x1x64xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> (tensor<1x15x15x64xbf16>, tensor<1x15x15x64xbf16>) {
  %0 = "ttir.conv2d"(%x, %w, %b) <{stride = 1 : i32, padding = array<i32: 1, 0, 1, 0>, dilation = 1 : i32, groups = 1 : i32}> : (tensor<1x32x32x64xbf16>, tensor<64x64x3x3xbf16>, tensor<1x1x1x64xbf16>) -> tensor<1x32x30x64xbf16>
  %1 = "ttir.slice_static"(%0) <{begins = [0 : i32, 2 : i32, 0 : i32, 0 : i32], ends = [1 : i32, 32 : i32, 30 : i32, 64 : i32], step = [1 : i32, 1 : i32, 1 : i32, 1 : i32]}> : (tensor<1x32x30x64xbf16>) -> tensor<1x30x30x64xbf16>
  %2 = "ttir.max_pool2d"(%1) <{kernel = array<i32: 2, 2>, stride = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, dilation = array<i32: 1, 1>, ceil_mode = false}> : (tensor<1x30x30x64xbf16>) -> tensor<1x15x15x64xbf16>
  %3 = "ttir.avg_pool2d"(%1) <{kernel = array<i32: 2, 2>, stride = array<i32: 2, 2>, padding = array<i32: 0, 0, 0, 0>, dilation = array<i32: 1, 1>, ceil_mode = false}> : (tensor<1x30x30x64xbf16>) -> tensor<1x15x15x64xbf16>
  return %2, %3 : tensor<1x15x15x64xbf16>, tensor<1x15x15x64xbf16>
}`,
  'products, sums and norms': `func.func @layer(%x: tensor<32x64xbf16>, %w: tensor<64x128xbf16>, %b: tensor<128xbf16>, %g: tensor<128xbf16>) -> (tensor<32x128xbf16>, tensor<32x1xbf16>, tensor<32xi32>) {
  %0 = "ttir.linear"(%x, %w, %b) : (tensor<32x64xbf16>, tensor<64x128xbf16>, tensor<128xbf16>) -> tensor<32x128xbf16>
  %1 = "ttir.rms_norm"(%0, %g) <{normalized_shape = array<i64: 128>, epsilon = 1.0e-05 : f32, operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<32x128xbf16>, tensor<128xbf16>) -> tensor<32x128xbf16>
  %2 = "ttir.softmax"(%1) <{dimension = 1 : si32}> : (tensor<32x128xbf16>) -> tensor<32x128xbf16>
  %3 = "ttir.sum"(%2) <{dim_arg = [1 : i32], keep_dim = true}> : (tensor<32x128xbf16>) -> tensor<32x1xbf16>
  %4 = "ttir.argmax"(%2) <{dim_arg = [1 : i32], keep_dim = false}> : (tensor<32x128xbf16>) -> tensor<32xi32>
  return %2, %3, %4 : tensor<32x128xbf16>, tensor<32x1xbf16>, tensor<32xi32>
}`,
  'constants, which functions without arguments make': `func.func @constants() -> (tensor<2x2xf32>, tensor<2x2xi32>, tensor<64xf32>, tensor<4xf32>) {
  %0 = "ttir.constant"() <{value = dense<[[1.5, 2.5], [0.0, -1.0]]> : tensor<2x2xf32>}> : () -> tensor<2x2xf32>
  %1 = "ttir.constant"() <{value = dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>}> : () -> tensor<2x2xi32>
  %2 = "ttir.arange"() <{start = 0 : si64, end = 64 : si64, step = 1 : si64, arange_dimension = 0 : i64}> : () -> tensor<64xf32>
  %3 = "ttir.full"() <{fill_value = 0.25 : f32, shape = array<i32: 4>}> : () -> tensor<4xf32>
  return %0, %1, %2, %3 : tensor<2x2xf32>, tensor<2x2xi32>, tensor<64xf32>, tensor<4xf32>
}`,
};

const MESH = `func.func @split(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = "ttir.mesh_shard"(%x) <{shard_type = #ttcore.shard_type<devices>, shard_direction = #ttcore.shard_direction<full_to_shard>, shard_shape = array<i64: 2, 1>, shard_dims = array<i64: 0, -1>}> : (tensor<64x64xf32>) -> tensor<32x64xf32>
  %1 = "ttir.all_gather"(%0) <{all_gather_dim = 0 : si32, cluster_axis = 0 : ui32}> : (tensor<32x64xf32>) -> tensor<64x64xf32>
  %2 = "ttir.mesh_shard"(%1) <{shard_type = #ttcore.shard_type<replicate>, shard_direction = #ttcore.shard_direction<shard_to_full>, shard_shape = array<i64: 1>, shard_dims = array<i64: -1>}> : (tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}`;

describe.skipIf(!hasCompiler)('a compiler takes programs with', () => {
  for (const [what, program] of Object.entries(PROGRAMS))
    test(what, { timeout: 60_000 }, () => expect(compilerMessages(String(programOf(program)))).toBe(''));

  test('tensors on a mesh', { timeout: 60_000 }, () =>
    expect(compilerMessages(String(programOf(MESH, 'mesh-shape=2,1 system=n300')))).toBe(''),
  );

  test('no call of a function with other arguments', { timeout: 60_000 }, () => {
    const program = String(programOf(PROGRAMS['products, sums and norms']!));
    const wrong = program.replace(/ttnn::softmax\((v\d+), 1/, 'ttnn::softmax($1, $1');
    expect(wrong).not.toBe(program);
    expect(compilerMessages(wrong)).toContain('cannot convert');
  });
});

describe('a program of C++', () => {
  const weighted = `func.func @main(
    %x: tensor<32x32xf32> {ttcore.argument_type = #ttcore.argument_type<input>},
    %w: tensor<32x32xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<32x32xf32> {
  %0 = "ttir.exp"(%w) : (tensor<32x32xf32>) -> tensor<32x32xf32>
  %1 = "ttir.add"(%x, %0) : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  %2 = "ttir.relu"(%1) : (tensor<32x32xf32>) -> tensor<32x32xf32>
  return %2 : tensor<32x32xf32>
}`;
  const memory =
    '::ttnn::MemoryConfig{::ttnn::TensorMemoryLayout::INTERLEAVED, ::ttnn::BufferType::DRAM, ::std::nullopt}';

  test('keeps what depends on weights in a variable, which the first call fills', () => {
    const lines = String(programOf(weighted)).split('\n');
    const at = lines.indexOf('static ::std::vector<::ttnn::Tensor> g_cached_result_main_const_eval_0;');
    expect(lines.slice(at, at + 9)).toEqual([
      'static ::std::vector<::ttnn::Tensor> g_cached_result_main_const_eval_0;',
      '::std::vector<::ttnn::Tensor> _main(::std::vector<::ttnn::Tensor> v1) {',
      '  ::ttnn::Tensor v2 = v1[0];',
      '  ::ttnn::Tensor v3 = v1[1];',
      '  ::std::function<::std::vector<::ttnn::Tensor>(::std::vector<::ttnn::Tensor>)> v4 = &main_const_eval_0;',
      '  ::std::vector<::ttnn::Tensor> v5 = util_create_vec(v3);',
      '  ::std::vector<::ttnn::Tensor>* v6 = &g_cached_result_main_const_eval_0;',
      '  ttnn::constEvalFuncWrapper(v4, v5, v6);',
      '  ::std::vector<::ttnn::Tensor> v7 = g_cached_result_main_const_eval_0;',
    ]);
  });

  test('calls activations that are fused into a sum after it', () => {
    const lines = String(programOf(weighted)).split('\n');
    const at = lines.findIndex((line) => line.includes('ttnn::add'));
    const [, sum] = /(v\d+) = ttnn::add\(/.exec(lines[at]!)!;
    expect(lines[at + 1]).toBe(`  ::ttnn::Tensor v11 = ttnn::relu(${sum!}, ${memory});`);
  });

  test('reads its inputs from files on request', () => {
    const options = 'load-input-tensors-from-disk tensor-load-directory=in';
    expect(programOf(weighted, options)).toContain(
      `ttnn::loadTensor("in/arg1.tensorbin", ::ttnn::Layout::ROW_MAJOR, ::ttnn::DataType::FLOAT32, nullptr, ::std::nullopt)`,
    );
  });

  test('is a function of lists for a library', () => {
    const text = String(programOf(weighted, 'target-dylib'));
    expect(text).not.toContain('int32_t main()');
    expect(text).toContain('::std::vector<::ttnn::Tensor> _main(::std::vector<::ttnn::Tensor> v1) {');
  });

  test('is refused where the host computes', () => {
    expect(programOf(weighted, 'enable-cpu-hoisted-const-eval=true')).toEqual([
      expect.stringMatching(
        /^failed to legalize operation 'func\.func': the host executes it, which programs of C\+\+ do not; 'enable-cpu-hoisted-const-eval=false' leaves it to the device$/,
      ),
    ]);
  });

  test('is refused with operations of other dialects', () => {
    const program = `func.func @g(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.addf %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}`;
    expect(programOf(program, 'enable-cpu-hoisted-const-eval=false')).toEqual([
      "failed to legalize operation 'arith.addf'",
    ]);
  });

  test('is refused with operations that the library has no function for', () => {
    const send = `func.func @send(%x: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = "ttir.collective_permute"(%x) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<32x32xf32>) -> tensor<32x32xf32>
  return %0 : tensor<32x32xf32>
}`;
    expect(programOf(send, 'mesh-shape=1,2 system=n300')).toEqual([
      "failed to legalize operation 'ttnn.point_to_point'",
    ]);
    const rows = `func.func @main(%x: tensor<1x8x4xf32>, %i: tensor<1x1x3xsi32>) -> tensor<1x3x4xf32> {
  %0 = "ttir.rows_gather"(%x, %i) <{column = false, fill_out_of_bounds = false, sizes = array<i64: 8>, windows = array<i64: 1>}> : (tensor<1x8x4xf32>, tensor<1x1x3xsi32>) -> tensor<1x3x4xf32>
  return %0 : tensor<1x3x4xf32>
}`;
    expect(programOf(rows)).toEqual([
      "failed to legalize operation 'ttnn.rows_gather': C++'s ttnn has no function for it that is known here; the option 'library-indexing' of the pipelines to TTIR and to TTNN keeps embeddings, gathers and scatters instead",
    ]);
  });
});
