import {
  builtinPasses,
  Context,
  type ModuleOp,
  parseModule,
  parsePipeline,
  printOp,
  runPasses,
} from '@shardform/ir-core';
import { ttnnPipeline } from '@shardform/pipeline-ttnn';
import { describe, expect, test } from 'vitest';
import type { FieldValue, TableValue } from '../flatbuffers/schema.ts';
import { UnwritableOperation, readTtnnBinary, ttnnSource, writeTtnnBinary } from '../index.ts';

const context = new Context([builtinPasses, ttnnPipeline]);

function lowered(text: string, options = ''): ModuleOp {
  const module = parseModule(text, context)!;
  const pipeline = `builtin.module(ttir-to-ttnn-backend-pipeline${options})`;
  runPasses(module, parsePipeline(pipeline, context), context);
  return module;
}

function written(text: string): TableValue {
  return readTtnnBinary(writeTtnnBinary(lowered(text), context)).contents;
}

function at(value: FieldValue | undefined, ...path: readonly (string | number)[]): FieldValue | undefined {
  let own = value;
  for (const step of path) {
    if (typeof own !== 'object' || own === null) return undefined;
    own = (own as Readonly<Record<string, FieldValue>>)[step]; // Tables and lists have their members by name.
  }
  return own;
}

const relu = `func.func @main(%a: tensor<64x32xbf16> {ttcore.argument_type = #ttcore.argument_type<input>}) -> tensor<64x32xbf16> {
  %0 = "ttir.relu"(%a) : (tensor<64x32xbf16>) -> tensor<64x32xbf16>
  return %0 : tensor<64x32xbf16>
}`;

// Recorded from tt-mlir in jax-tt-plugin 0.1.3.
test('a recording is three programs beside its own, and its number is a tensor of the host', () => {
  const text = `func.func @main(%x: tensor<32x32xbf16>, %w: tensor<32x32xbf16> {ttcore.argument_type = #ttcore.argument_type<parameter>}) -> tensor<32x32xbf16> {
    %0 = "ttir.add"(%x, %w) : (tensor<32x32xbf16>, tensor<32x32xbf16>) -> tensor<32x32xbf16>
    return %0 : tensor<32x32xbf16>
  }`;
  const { contents } = readTtnnBinary(writeTtnnBinary(lowered(text, '{enable-trace=true}'), context));
  const programs = [0, 1, 2, 3, 4].map((i) => at(contents, 'programs', i, 'name'));
  expect(programs).toEqual([
    'main',
    'trace_0_main',
    'allocate_slots_trace_0_main',
    'run_and_capture_trace_0_main',
    'execute_trace_0_main',
  ]);
  expect(at(contents, 'programs', 0, 'operations', 1, 'type', 'CaptureOrExecuteTraceOp')).toMatchObject({
    capture_program_id: 3,
    execute_program_id: 4,
    allocate_slots_program_id: 2,
    device_resident_input_count: 1,
  });
  expect(at(contents, 'programs', 3, 'operations', 3, 'type', 'BeginTraceCaptureOp')).toMatchObject({
    trace_id: {
      desc: {
        shape: [],
        mesh_shape: [1, 1],
        layout: { memory_desc: { storage_type: 'Host', data_type: 'UInt32', memory_config: null } },
      },
    },
    cq_id: 0,
  });
});

describe('a binary', () => {
  const contents = written(relu);

  test('has the system, and the text of the program', () => {
    expect(at(contents, 'system_desc', 'chip_descs', 0)).toMatchObject({
      arch: 'Wormhole_b0',
      grid_size: { y: 8, x: 8 },
      l1_size: 1_499_136,
      supported_data_types: expect.arrayContaining(['Float32', 'BFP_BFloat8', 'Int32']) as unknown,
    });
    const bytes = writeTtnnBinary(lowered(relu), context);
    expect(ttnnSource(bytes)).toBe(printOp(lowered(relu), context, { debugInfo: true }));
  });

  test('numbers tensors in the order in which they are met', () => {
    const operations = at(contents, 'programs', 0, 'operations');
    expect(operations).toMatchObject([
      { type: { ToLayoutOp: { in: { global_id: 1 }, out: { global_id: 2 }, layout: 'Tile', dtype: null } } },
      { type: { DeallocateOp: { in: { global_id: 1 }, force: false } } },
      { type: { EltwiseUnaryOp: { type: 'Relu', in: { global_id: 2 }, out: { global_id: 3 } } } },
      { type: { DeallocateOp: { in: { global_id: 2 } } } },
    ]);
    expect(at(contents, 'programs', 0, 'outputs', 0, 'global_id')).toBe(3);
  });

  test('describes tensors by shape, format and memory', () => {
    const desc = (shape: readonly number[], tile: number): object => ({
      shape,
      mesh_shape: [1, 1],
      shard_status: 'Unsharded',
      local_shape: shape,
      layout: {
        oob_val: 'Undef',
        memory_desc: {
          storage_type: 'Device',
          tile_shape: { y: tile, x: tile },
          data_type: 'BFloat16',
          memory_config: {
            tensor_memory_layout: 'Interleaved',
            buffer_type: 'DRAM',
            shard_spec: null,
            nd_shard_spec: null,
          },
        },
      },
    });
    expect(at(contents, 'programs', 0, 'inputs', 0, 'desc')).toEqual(desc([64, 32], 1));
    expect(at(contents, 'programs', 0, 'outputs', 0, 'desc')).toEqual(desc([64, 32], 32));
  });

  test('has the operation and its location beside each table', () => {
    expect(at(contents, 'programs', 0, 'operations', 2)).toMatchObject({
      debug_info: expect.stringMatching(
        /^%1 = "ttnn.relu"\(%0\) : \(tensor<64x32xbf16, #ttnn.ttnn_layout<.*loc\("-":2:8\)$/,
      ) as unknown,
      loc_info: 'loc("-":2:8)',
    });
  });
});

test('functions of constants are programs of their own, whose hashes say what they compute', () => {
  const { programs } =
    written(`func.func @main(%a: tensor<32x32xf32>) -> (tensor<32x32xf32>, tensor<32x32xf32>) {
    %0 = "ttir.full"() <{fill_value = 2.500000e-01 : f32, shape = array<i32: 32, 32>}> : () -> tensor<32x32xf32>
    %1 = "ttir.add"(%a, %0) : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
    %2 = "ttir.full"() <{fill_value = 3.000000e+00 : f32, shape = array<i32: 32, 32>}> : () -> tensor<32x32xf32>
    %3 = "ttir.multiply"(%a, %2) : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
    return %1, %3 : tensor<32x32xf32>, tensor<32x32xf32>
  }`);
  const names = [0, 1, 2].map((i) => [at(programs, i, 'name'), at(programs, i, 'private')]);
  expect(names).toEqual([
    ['main', false],
    ['main_const_eval_0', true],
    ['main_const_eval_1', true],
  ]);
  const loads = [0, 1].map((i) => at(programs, 0, 'operations', i, 'type', 'LoadCachedOp'));
  expect(loads).toMatchObject([
    { callee_name: 'main_const_eval_0', program_idx: 1 },
    { callee_name: 'main_const_eval_1', program_idx: 2 },
  ]);
  expect(at(loads[0], 'program_hash')).toMatch(/^[0-9a-f]{64}$/);
  expect(at(loads[0], 'program_hash')).not.toBe(at(loads[1], 'program_hash'));
  expect(at(programs, 1, 'operations', 1, 'type', 'FullOp')).toMatchObject({
    device: { global_id: 0 },
    fill_value: { FloatingPointType: { value: 3 } },
    dtype: 'Float32',
    layout: 'Tile',
  });
});

test('products have their configuration under the name of its kind', () => {
  const { programs } = written(
    `func.func @main(%a: tensor<32x64xf32>, %b: tensor<64x128xf32>) -> tensor<32x128xf32> {
    %0 = "ttir.matmul"(%a, %b) <{transpose_a = false, transpose_b = false}> : (tensor<32x64xf32>, tensor<64x128xf32>) -> tensor<32x128xf32>
    return %0 : tensor<32x128xf32>
  }`,
  );
  expect(at(programs, 0, 'operations', 0, 'type', 'MatmulOp', 'matmul_program_config')).toMatchObject({
    MatmulMultiCoreReuseMultiCast1DProgramConfig: {
      compute_with_storage_grid_size: { x: 8, y: 8 },
      per_core_m: 1,
      mcast_in0: true,
      hop_cores: { core_ranges: [] },
    },
  });
});

test('what has no form is refused, with the operation', () => {
  const bare = parseModule('module {}', context)!;
  expect(() => writeTtnnBinary(bare, context)).toThrow(UnwritableOperation);
  expect(() => writeTtnnBinary(bare, context)).toThrow('the module names no system of devices');
});

describe('a file', () => {
  const bytes = writeTtnnBinary(lowered(relu), context);

  test.each([
    [bytes.slice(0, 100), /it says that it has \d+ bytes, and has 100/],
    [new Uint8Array(3), /no '.ttnn' file/],
  ])('that is cut off is refused', (own, message) => {
    expect(() => readTtnnBinary(own)).toThrow(message);
  });

  test('of another version is refused', () => {
    const hash = '912b70aa54f878b01d094638d22c35ee6e20c7e7f1813913242a47e7f79c9bd2';
    const other = bytes.slice();
    const text = new TextDecoder('latin1').decode(other);
    other[text.indexOf(hash)] = 'a'.charCodeAt(0);
    expect(() => readTtnnBinary(other)).toThrow(
      /another version of the format: its schema has the hash a12b70aa.*known are jax-tt-plugin 0.1.3/,
    );
  });
});
