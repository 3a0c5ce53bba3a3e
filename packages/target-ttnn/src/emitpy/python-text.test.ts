import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  builtinPasses,
  Context,
  type ModuleOp,
  parseModule,
  parsePipeline,
  runPasses,
} from '@shardform/ir-core';
import { ttnnPipeline } from '@shardform/pipeline-ttnn';
import { afterAll, describe, expect, test } from 'vitest';
import { pythonText } from './python-text.ts';

const context = new Context([builtinPasses, ttnnPipeline]);
const folder = mkdtempSync(join(tmpdir(), 'shardform-python-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Lowers TTIR to Python; returns the messages of a pipeline that refuses it. */
function lowered(text: string, options = 'split-files=false'): ModuleOp | string[] {
  const module = parseModule(text, context)!;
  const pipeline = parsePipeline(`builtin.module(ttir-to-emitpy-pipeline{${options}})`, context);
  const { result, diagnostics } = context.diagnostics.capture(() => runPasses(module, pipeline, context));
  return result.succeeded ? module : diagnostics.map(({ message }) => message);
}

function scriptOf(text: string, options?: string, fileId?: string): string {
  const module = lowered(text, options);
  if (Array.isArray(module)) throw new Error(module.join('\n'));
  return pythonText(module, fileId);
}

const LAYER = `func.func @main(
    %x: tensor<2x3xf32> {ttcore.argument_type = #ttcore.argument_type<input>},
    %w: tensor<3x2xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>},
    %c: tensor<3x2xf32> {ttcore.argument_type = #ttcore.argument_type<constant>}) -> tensor<2x2xf32> {
  %0 = "ttir.add"(%w, %c) : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  %1 = "ttir.matmul"(%x, %0) : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  %2 = "ttir.exp"(%1) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return %2 : tensor<2x2xf32>
}`;

const RECORDED = `func.func @main(
    %x: tensor<1x2xf32> {ttcore.argument_type = #ttcore.argument_type<input>},
    %w: tensor<1x2xf32> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<1x2xf32> {
  %0 = "ttir.subtract"(%w, %x) : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  return %0 : tensor<1x2xf32>
}`;

test('a script records at its first call, and stages what is new at later ones', () => {
  const lines = scriptOf(RECORDED, 'split-files=false enable-trace=true').split('\n');
  const at = lines.findIndex((line) => line.startsWith('  if is_first_call'));
  expect(lines.slice(at, at + 12)).toEqual([
    '  if is_first_call_trace_0_main:',
    '    is_first_call_trace_0_main = False',
    '    allocate_slots_trace_0_main_0 = allocate_slots_trace_0_main(arg_0)',
    '    global_input_0_trace_0_main = allocate_slots_trace_0_main_0[0]',
    '    global_input_1_trace_0_main = allocate_slots_trace_0_main_0[1]',
    '    global_output_0_trace_0_main = allocate_slots_trace_0_main_0[2]',
    '    run_and_capture_trace_0_main_0 = run_and_capture_trace_0_main(arg_1, global_input_0_trace_0_main, global_input_1_trace_0_main, global_output_0_trace_0_main)',
    '    trace_id_trace_0_main = run_and_capture_trace_0_main_0',
    '  else:',
    '    ttnn.copy_host_to_device_tensor(arg_1, global_input_1_trace_0_main, cq_id=0)',
    '    execute_trace_0_main(trace_id_trace_0_main)',
    '  return global_output_0_trace_0_main',
  ]);
});

test('a module that takes its device records nothing', () => {
  expect(lowered(RECORDED, 'target-module enable-trace=true')).toEqual([
    "failed to legalize operation 'ttnn.capture_or_execute_trace': functions of a recording open the device, which a module takes; leave 'enable-trace' or 'target-module' out",
  ]);
});

describe('a script', () => {
  const lines = scriptOf(LAYER).split('\n');

  test('computes what depends on weights once', () => {
    const at = lines.indexOf('def consteval__main(ce_cache, weights): ');
    expect(lines.slice(at, at + 5)).toEqual([
      'def consteval__main(ce_cache, weights): ',
      '  if not ce_cache:',
      '    main_const_eval_0_0 = main_const_eval_0([weights["weight_0"], weights["weight_1"]])',
      '    ce_cache["main_const_eval_0"] = main_const_eval_0_0[0]',
      '  return ce_cache',
    ]);
    const own = lines.indexOf('def _main(activations, weights): ');
    expect(lines.slice(own - 1, own + 4)).toEqual([
      'ce_cache__main = {}',
      'def _main(activations, weights): ',
      '  global ce_cache__main',
      '  ce_cache__main = consteval__main(ce_cache__main, weights)',
      '  activation_0 = activations[0]',
    ]);
    expect(lines.slice(-4)).toEqual(['', "if __name__ == '__main__':", '  main()', '', ''].slice(-4));
  });

  test('computes that on the host with PyTorch', () => {
    const at = lines.findIndex((line) => line.startsWith('def cpu_hoisted_const_eval_'));
    const name = /def (\w+)/.exec(lines[at]!)![1]!;
    expect(lines.slice(at, at + 7)).toEqual([
      `def ${name}(arg_0, arg_1): `,
      `  def ${name}_impl(arg, arg_0_1): `,
      '    ttir_cpu_add_0 = ttir_cpu.add(arg, arg_0_1)',
      '    return ttir_cpu_add_0',
      '',
      '  util_create_list_0 = [arg_0, arg_1]',
      `  utils_execute_cpu_hoisted_function_0 = utils.execute_cpu_hoisted_function(util_create_list_0, ${name}_impl)`,
    ]);
    expect(lines.slice(0, 4)).toEqual(['import ttnn', 'import utils', 'import ttir_cpu', 'import torch']);
  });

  test('tells the host the mesh of the devices', () => {
    const text = scriptOf(LAYER, 'split-files=false mesh-shape=1,2');
    expect(text).toMatch(/utils\.execute_cpu_hoisted_function\(.*_impl, mesh_shape=\(1, 2\)\)/);
  });

  test('refuses what the functions of the host would compute otherwise', () => {
    const normalized = `func.func @main(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
      %0 = "ttir.layer_norm"(%x) <{normalized_shape = array<i64: 3, 4>, epsilon = 1.0e-05 : f32, operandSegmentSizes = array<i32: 1, 0, 0>}> {ttir.should_hoist} : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
      return %0 : tensor<2x3x4xf32>
    }`;
    expect(lowered(normalized)).toEqual([
      "failed to legalize operation 'ttir.layer_norm': ttir_cpu's layer_norm without weights normalizes the last dimension only; give it weights of ones",
    ]);
  });

  test('keeps weights and what was computed of them', () => {
    const freed = lines.filter((line) => line.includes('ttnn.deallocate(')).map((line) => line.trim());
    expect(freed.filter((line) => /weight|ce_cache/.test(line))).toEqual([]);
    expect(freed.some((line) => line.startsWith('ttnn.deallocate(activation_0'))).toBe(true);
  });

  test('reads its inputs from a folder by the numbers of arguments', () => {
    const text = scriptOf(LAYER, 'split-files=false load-input-tensors-from-disk tensor-load-directory=in');
    expect(text.match(/"in\/arg\d.tensorbin"/g)).toEqual([
      '"in/arg0.tensorbin"',
      '"in/arg1.tensorbin"',
      '"in/arg2.tensorbin"',
    ]);
  });

  test('has what is computed once in a file of its own', () => {
    const [all, main, constants] = [undefined, 'main', 'consteval'].map((id) =>
      scriptOf(LAYER, 'split-files=true', id),
    );
    expect(all!.match(/^# File: .*$/gm)).toEqual(['# File: "main"', '# File: "consteval"']);
    expect(main).toContain('import ttnn\nimport utils\nfrom consteval import consteval__main\n');
    expect(main).not.toContain('def consteval__main');
    expect(constants).toContain('def consteval__main(ce_cache, weights): ');
  });

  test('takes inputs on the host and a device where it is a module', () => {
    const text = scriptOf(LAYER, 'split-files=false target-module');
    expect(text).toContain('def forward(input, device): ');
    expect(text).toContain('def main_const_eval_0(input, device): '.replace('input', 'arg_0'));
    expect(text).not.toContain('DeviceGetter');
    expect(text).not.toContain('def main(');
  });

  test('refuses operations without a form', () => {
    const rows = `func.func @main(%x: tensor<1x8x4xf32>, %i: tensor<1x1x3xsi32>) -> tensor<1x3x4xf32> {
      %0 = "ttir.rows_gather"(%x, %i) <{column = false, fill_out_of_bounds = false, sizes = array<i64: 8>, windows = array<i64: 1>}> : (tensor<1x8x4xf32>, tensor<1x1x3xsi32>) -> tensor<1x3x4xf32>
      return %0 : tensor<1x3x4xf32>
    }`;
    expect(lowered(rows)).toEqual([
      "failed to legalize operation 'ttnn.rows_gather': Python's ttnn has no function for it that is known here; the option 'library-indexing' of the pipelines to TTIR and to TTNN keeps embeddings, gathers and scatters instead",
    ]);
  });
});

const hasNumpy = spawnSync('python3', ['-c', 'import numpy']).status === 0;

describe.runIf(hasNumpy)('executed by a stand-in of the library', () => {
  const execute = (call: string): number[] => {
    const standIn = join(import.meta.dirname, '../../tests/stand-in');
    const output = execFileSync('python3', ['-c', call], {
      env: { ...process.env, PYTHONPATH: `${folder}:${standIn}` },
      encoding: 'utf8',
    });
    return output.trim().split(' ').map(Number);
  };
  const inputs = `f = ttnn.DataType.FLOAT32
x = ttnn.Tensor([1, 2, 3, 4, 5, 6], [2, 3], f)
w = [ttnn.Tensor([0.5, 0, 0, 0, 0, 0.25], [3, 2], f), ttnn.Tensor([0, 0, 0, 0, 0, 0], [3, 2], f)]`;
  const expected = [0.5, 0.75, 2, 1.5].map(Math.exp);
  const expectNumbers = (numbers: readonly number[]): void => {
    for (const [i, number] of numbers.entries()) expect(number).toBeCloseTo(expected[i % 4]!, 4);
  };

  test('a script gives the same numbers each time', () => {
    writeFileSync(join(folder, 'layer.py'), scriptOf(LAYER));
    const numbers = execute(`import layer, ttnn
${inputs}
weights = {"weight_0": w[0], "weight_1": w[1]}
again = ttnn.Tensor([1, 2, 3, 4, 5, 6], [2, 3], f)
print(*layer._main([x], weights)[0].array.reshape(-1), *layer._main([again], weights)[0].array.reshape(-1))`);
    expect(numbers).toHaveLength(8);
    expectNumbers(numbers);
  });

  test('a pool is padded at the edges that it says', () => {
    const pool = `func.func @main(%x: tensor<1x2x3x1xf32>) -> tensor<1x2x3x1xf32> {
  %0 = "ttir.max_pool2d"(%x) <{kernel = array<i32: 2, 2>, stride = array<i32: 1, 1>, dilation = array<i32: 1, 1>, padding = array<i32: 0, 0, 1, 1>, ceil_mode = false}> : (tensor<1x2x3x1xf32>) -> tensor<1x2x3x1xf32>
  return %0 : tensor<1x2x3x1xf32>
}`;
    writeFileSync(join(folder, 'pool.py'), scriptOf(pool));
    const numbers = execute(`import pool, ttnn
x = ttnn.Tensor([1, 2, 3, 6, 5, 4], [1, 2, 3, 1], ttnn.DataType.FLOAT32)
print(*pool._main([x])[0].array.reshape(-1))`);
    expect(numbers).toEqual([6, 5, 4, 6, 5, 4]);
  });

  test('operations that are marked are executed by the host', () => {
    const text = `func.func @main(%x: tensor<2x3xbf16>, %y: tensor<3x2xf32>) -> tensor<2x2xf32> {
  %0 = "ttir.exp"(%x) {ttir.should_hoist} : (tensor<2x3xbf16>) -> tensor<2x3xbf16>
  %1 = "ttir.typecast"(%0) : (tensor<2x3xbf16>) -> tensor<2x3xf32>
  %2 = "ttir.matmul"(%1, %y) {ttir.should_hoist} : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  %3 = "ttir.gt"(%2, %2) {ttir.should_hoist} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %4 = "ttir.add"(%2, %3) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %4 : tensor<2x2xf32>
}`;
    writeFileSync(join(folder, 'hosted.py'), scriptOf(text));
    const numbers = execute(`import hosted, ttnn
x = ttnn.Tensor([0, 1, 0, 1, 0, 0], [2, 3], ttnn.DataType.BFLOAT16)
y = ttnn.Tensor([1, 0, 0, 1, 0, 1], [3, 2], ttnn.DataType.FLOAT32)
print(*hosted._main([x, y])[0].array.reshape(-1))`);
    expect(numbers).toEqual([1, 3.71875, 2.71875, 2]);
  });

  test('convolutions of lines and transposed ones, and writes by index', () => {
    const text = `func.func @main(%x: tensor<1x3x1xf32>, %w: tensor<1x1x2xf32>, %t: tensor<1x2x2x1xf32>, %k: tensor<1x1x2x2xf32>, %i: tensor<2xsi32>, %s: tensor<2xf32>, %b: tensor<4xf32>) -> (tensor<1x2x1xf32>, tensor<1x4x4x1xf32>, tensor<4xf32>) {
  %0 = "ttir.conv1d"(%x, %w) <{stride = 1 : i32, padding = 0 : i32, dilation = 1 : i32, groups = 1 : i32}> : (tensor<1x3x1xf32>, tensor<1x1x2xf32>) -> tensor<1x2x1xf32>
  %1 = "ttir.conv_transpose2d"(%t, %k) <{stride = array<i32: 2, 2>, padding = array<i32: 0, 0>, output_padding = array<i32: 0, 0>, dilation = array<i32: 1, 1>, groups = 1 : i32}> : (tensor<1x2x2x1xf32>, tensor<1x1x2x2xf32>) -> tensor<1x4x4x1xf32>
  %2 = "ttir.scatter"(%b, %i, %s) <{dim = 0 : i32, scatter_reduce_type = #ttcore.reduce_type<sum>}> : (tensor<4xf32>, tensor<2xsi32>, tensor<2xf32>) -> tensor<4xf32>
  return %0, %1, %2 : tensor<1x2x1xf32>, tensor<1x4x4x1xf32>, tensor<4xf32>
}`;
    writeFileSync(join(folder, 'lines.py'), scriptOf(text));
    const numbers = execute(`import lines, ttnn
f = ttnn.DataType.FLOAT32
args = [([1, 2, 4], [1, 3, 1]), ([1, 10], [1, 1, 2]), ([1, 2, 3, 4], [1, 2, 2, 1]), ([1, 0, 0, 10], [1, 1, 2, 2])]
args = [ttnn.Tensor(*a, f) for a in args] + [ttnn.Tensor([1, 3], [2], ttnn.DataType.INT32), ttnn.Tensor([5, 6], [2], f), ttnn.Tensor([0, 1, 2, 3], [4], f)]
print(*[n for r in lines._main(args) for n in r.array.reshape(-1)])`);
    expect(numbers).toEqual([
      ...[21, 42],
      ...[1, 0, 2, 0, 0, 10, 0, 20, 3, 0, 4, 0, 0, 30, 0, 40],
      ...[0, 6, 2, 9],
    ]);
  });

  test('loops and choices call functions, and keep what they are given', () => {
    const text = `func.func @main(%x: tensor<1x2xf32>, %n: tensor<si32>) -> (tensor<1x2xf32>, tensor<si32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>) {
  %zero = "ttir.full"() <{fill_value = 0 : i32, shape = array<i32>}> : () -> tensor<si32>
  %0:2 = "ttcore.while_loop"(%zero, %x, %n, %x) <{body_program = @more, condition_program = @less, output_indices = array<i32: 0, 1>, state_count = 2 : i32}> : (tensor<si32>, tensor<1x2xf32>, tensor<si32>, tensor<1x2xf32>) -> (tensor<si32>, tensor<1x2xf32>)
  %1 = "ttcore.while_loop"(%x) <{body_program = @twice, initial = #ttcore.loop_bound<0>, limit = #ttcore.loop_bound<3>, step = #ttcore.loop_bound<1>, output_indices = array<i32: 0>, state_count = 1 : i32}> : (tensor<1x2xf32>) -> tensor<1x2xf32>
  %4:2 = "ttcore.while_loop"(%n, %x, %n, %x) <{body_program = @more, initial = #ttcore.loop_bound<0>, limit = #ttcore.loop_bound<0, 2 : i32>, step = #ttcore.loop_bound<1>, output_indices = array<i32: 0, 1>, state_count = 2 : i32}> : (tensor<si32>, tensor<1x2xf32>, tensor<si32>, tensor<1x2xf32>) -> (tensor<si32>, tensor<1x2xf32>)
  %2 = "ttcore.case"(%n, %x) <{branch_programs = [@same, @twice, @squared]}> : (tensor<si32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  %3 = "ttir.add"(%x, %2) : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  return %0#1, %0#0, %1, %2, %3, %4#1 : tensor<1x2xf32>, tensor<si32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>, tensor<1x2xf32>
}
func.func private @more(%i: tensor<si32>, %s: tensor<1x2xf32>, %n: tensor<si32>, %x: tensor<1x2xf32>) -> (tensor<si32>, tensor<1x2xf32>) {
  %one = "ttir.full"() <{fill_value = 1 : i32, shape = array<i32>}> : () -> tensor<si32>
  %0 = "ttir.add"(%i, %one) : (tensor<si32>, tensor<si32>) -> tensor<si32>
  %1 = "ttir.add"(%s, %x) : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  return %0, %1 : tensor<si32>, tensor<1x2xf32>
}
func.func private @less(%i: tensor<si32>, %s: tensor<1x2xf32>, %n: tensor<si32>, %x: tensor<1x2xf32>) -> tensor<bf16> {
  %0 = "ttir.lt"(%i, %n) : (tensor<si32>, tensor<si32>) -> tensor<bf16>
  return %0 : tensor<bf16>
}
func.func private @twice(%x: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %0 = "ttir.add"(%x, %x) : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  return %0 : tensor<1x2xf32>
}
func.func private @squared(%x: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %0 = "ttir.multiply"(%x, %x) : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  return %0 : tensor<1x2xf32>
}
func.func private @same(%x: tensor<1x2xf32>) -> tensor<1x2xf32> {
  return %x : tensor<1x2xf32>
}`;
    writeFileSync(join(folder, 'loops.py'), scriptOf(text));
    const results = (n: number): number[] =>
      execute(`import loops, ttnn
f = ttnn.DataType.FLOAT32
results = loops._main([ttnn.Tensor([1, 3], [1, 2], f), ttnn.Tensor([${n}], [], ttnn.DataType.INT32)])
print(*[n for r in results for n in r.array.reshape(-1)])`);
    const eight = [8, 24];
    expect(results(0)).toEqual([...[1, 3], 0, ...eight, ...[1, 3], ...[2, 6], ...[1, 3]]);
    expect(results(1)).toEqual([...[2, 6], 1, ...eight, ...[2, 6], ...[3, 9], ...[2, 6]]);
    expect(results(4)).toEqual([...[5, 15], 4, ...eight, ...[1, 9], ...[2, 12], ...[5, 15]]);
  });

  test('a recording is replayed with the inputs of each call', () => {
    writeFileSync(join(folder, 'recorded.py'), scriptOf(RECORDED, 'split-files=false enable-trace=true'));
    const printed = execute(`import recorded as r, ttnn
ttnn.replay = lambda: r.trace_0_main(
    r.global_input_0_trace_0_main, r.global_input_1_trace_0_main, r.global_output_0_trace_0_main)
f = ttnn.DataType.FLOAT32
w = ttnn.Tensor([10, 20], [1, 2], f)
inputs = [ttnn.Tensor(x, [1, 2], f) for x in ([1, 2], [3, 4], [5, 6])]
print(*[n for x in inputs for n in r._main([x], {"weight_0": w})[0].array.reshape(-1).tolist()])`);
    expect(printed).toEqual([...[9, 18], ...[7, 16], ...[5, 14]]);
  });

  test('a module of several files gives the same numbers', () => {
    for (const id of ['main', 'consteval'])
      writeFileSync(join(folder, `${id}.py`), scriptOf(LAYER, 'target-module', id));
    expectNumbers(
      execute(`import main, ttnn, utils
${inputs}
device = utils.DeviceGetter.get_device((1, 1))
print(*main.forward([x, *w], device)[0].array.reshape(-1))`),
    );
  });
});
