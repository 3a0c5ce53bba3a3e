import { funcDialect } from '@shardform/dialect-func';
import { ttcoreDialect } from '@shardform/dialect-ttcore';
import { ttnnDialect } from '@shardform/dialect-ttnn';
import { Context } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { Study } from '../study.ts';
import { deviceTensors } from './device-tensor.ts';
import { memoryMoves } from './memory-moves.ts';
import { tensorPlacement } from './tensor-placement.ts';
import { chipMemory } from './chip-memory.ts';

const CORES = 64;

function studied(text: string): Study {
  return Study.read('p.mlir', text, new Context([funcDialect, ttcoreDialect, ttnnDialect]));
}

/** A layout of tiles of 32-bit floats. */
function tiled(
  map: string,
  tiles: string,
  where = '#ttnn.buffer_type<dram>>, <interleaved>',
  grid = '1x1',
): string {
  return `#ttnn.ttnn_layout<${map}, <${grid}>, memref<${tiles}x!ttcore.tile<32x32, f32>, ${where}>`;
}

function placement(study: Study, name: string) {
  const { source } = study;
  const value = source.values.all.find((own) => study.naming(source).operand(own) === name)!;
  return tensorPlacement(study, source, source.values.idOf(value), CORES)!;
}

const MATRIX = '(d0, d1) -> (d0, d1)';

function product(config: string, result = tiled(MATRIX, '4x2')): Study {
  const [a, b, c] = [
    `tensor<128x16xf32, ${tiled(MATRIX, '4x1')}>`,
    `tensor<16x64xf32, ${tiled(MATRIX, '1x2')}>`,
    `tensor<128x64xf32, ${result}>`,
  ];
  return studied(`func.func @main(%a: ${a}, %b: ${b}) -> ${c} {
    %0 = "ttnn.matmul"(%a, %b) <{matmul_program_config = ${config}, transpose_a = false, transpose_b = false}> : (${a}, ${b}) -> ${c}
    return %0 : ${c}
  }`);
}

const SHARED =
  'compute_with_storage_grid_size = #ttnn.core_coord<8, 8>, in0_block_w = 1, out_subblock_h = 1, out_subblock_w = 1, out_block_h = 1, out_block_w = 1';

test('a product on rows and columns of cores has a block for each core', () => {
  const study = product(
    `#ttnn.matmul_multi_core_reuse_multi_cast_program_config<${SHARED}, per_core_m = 1, per_core_n = 1, transpose_mcast = false, fuse_batch = true>`,
  );
  expect(study.model.diagnostics).toEqual([]);
  const { work, config, tensor, operands } = placement(study, '%0');
  expect(work!.size).toEqual([1, 1]);
  expect(work!.cores.map(({ row, column, block }) => [row, column, ...block])).toEqual([
    [0, 0, 0, 0],
    [0, 1, 0, 1],
    [1, 0, 1, 0],
    [1, 1, 1, 1],
    [2, 0, 2, 0],
    [2, 1, 2, 1],
    [3, 0, 3, 0],
    [3, 1, 3, 1],
  ]);
  expect(config!.kind).toBe('2-D multicast');
  expect(config!.terms.map(({ words }) => words)).toEqual([
    '1 × 1 tiles of the result on a core',
    '1 of 1 tile of the summed dimension at a time, 1 step',
    '1 × 1 tiles in registers',
    'up to 8 × 8 cores',
    'batches are rows of one matrix',
  ]);
  expect([tensor.pages, tensor.pageBytes, tensor.bytes, tensor.used]).toEqual([8, 4096, 32768, 1]);
  expect(operands.map(({ name, used }) => [name, used])).toEqual([
    ['%a', 0.5],
    ['%b', 0.5],
  ]);
});

test('cores of a transposed product have their blocks the other way round', () => {
  const study = product(
    `#ttnn.matmul_multi_core_reuse_multi_cast_program_config<${SHARED}, per_core_m = 2, per_core_n = 1, transpose_mcast = true, fuse_batch = true>`,
  );
  expect(placement(study, '%0').work!.cores.map(({ row, column, block }) => [row, column, ...block])).toEqual(
    [
      [0, 0, 0, 0],
      [1, 0, 0, 1],
      [0, 1, 1, 0],
      [1, 1, 1, 1],
    ],
  );
});

test('a product in one dimension gives its columns to cores in the order of rows', () => {
  const study = product(
    `#ttnn.matmul_multi_core_reuse_multi_cast_1d_program_config<${SHARED}, per_core_m = 4, per_core_n = 1, fuse_batch = false, mcast_in0 = true, gather_in0 = false, hop_cores = #ttnn.core_range_set<>, num_global_cb_receivers = 0, untilize_out = false>`,
  );
  const { work, config } = placement(study, '%0');
  expect(work!.cores.map(({ row, column, block }) => [row, column, ...block])).toEqual([
    [0, 0, 0, 0],
    [0, 1, 0, 1],
  ]);
  expect(config!.kind).toBe('1-D multicast of the first operand');
});

test('slices of the last two dimensions are padded separately', () => {
  const type = `tensor<4x32x2x8xf32, ${tiled('(d0, d1, d2, d3) -> (d0 * 1024 + d1 * 32 + d2, d3)', '128x1')}>`;
  const study = studied(`func.func @main(%a: ${type}) -> ${type} {
    return %a : ${type}
  }`);
  const { picture, tensor, work, config } = placement(study, '%a');
  expect(picture).toEqual({ matrix: [2, 8], tiles: [1, 1], slices: 128 });
  expect([tensor.tiles, tensor.bytes, tensor.used]).toEqual([[128, 1], 524288, 1 / 64]);
  expect([work, config, tensor.operation]).toEqual([null, null, null]);
});

test('blocks of a tensor in L1 are on the cores of its ranges, in the order of rows', () => {
  const l1 = tiled(
    MATRIX,
    '2x1',
    '#ttnn.buffer_type<l1>>, <block_sharded>, core_ranges = <[#ttnn.core_range<(1,2), (2,3)>]>',
    '2x2',
  );
  const [from, to] = [`tensor<128x64xf32, ${tiled(MATRIX, '4x2')}>`, `tensor<128x64xf32, ${l1}>`];
  const study = studied(`func.func @main(%a: ${from}) -> ${to} {
    %0 = "ttnn.to_memory_config"(%a) : (${from}) -> ${to}
    return %0 : ${to}
  }`);
  expect(study.model.diagnostics).toEqual([]);
  const { tensor, operands } = placement(study, '%0');
  expect(tensor.blocks).toEqual({
    size: [2, 1],
    cores: [
      { column: 1, row: 2, block: [0, 0] },
      { column: 2, row: 2, block: [0, 1] },
      { column: 1, row: 3, block: [1, 0] },
      { column: 2, row: 3, block: [1, 1] },
    ],
  });
  expect([tensor.bytes, tensor.bytesPerCore, tensor.placement]).toEqual([32768, 8192, 'block sharded']);
  expect(memoryMoves(study, study.source)).toEqual([
    {
      value: { id: tensor.id, name: '%0' },
      input: { id: operands[0]!.id, name: '%a' },
      operation: 'to_memory_config',
      from: 'DRAM, tiles',
      to: 'L1 block sharded 2×2, tiles',
      bytes: 32768,
      line: 2,
    },
  ]);
});

test('a tensor that is interleaved over L1 has its pages dealt out to all cores', () => {
  const type = `tensor<320x256xf32, ${tiled(MATRIX, '10x8', '#ttnn.buffer_type<l1>>, <interleaved>')}>`;
  const study = studied(`func.func @main(%a: ${type}) -> ${type} {
    return %a : ${type}
  }`);
  const { tensor } = placement(study, '%a');
  expect([tensor.memory, tensor.pages, tensor.bytesPerCore, tensor.blocks]).toEqual(['L1', 80, 8192, null]);
});

test('rows in the memory of the host have no tiles and no padding', () => {
  const type = `tensor<3x5xf32, #ttnn.ttnn_layout<${MATRIX}, <1x1>, memref<3x5xf32, #ttnn.buffer_type<system_memory>>>>`;
  const study = studied(`func.func @main(%a: ${type}) -> ${type} {
    return %a : ${type}
  }`);
  expect(deviceTensors(study, study.source)).toEqual([
    {
      id: '2',
      name: '%a',
      operation: null,
      line: 1,
      shape: [3, 5],
      elementType: 'f32',
      memory: 'host',
      placement: null,
      tiles: null,
      bytes: 60,
      used: 1,
    },
  ]);
  expect(chipMemory(study.module)).toEqual({
    arch: 'wormhole_b0',
    cores: [8, 8],
    l1: 1499136,
    l1Reserved: 103840,
    banks: 12,
    bankBytes: 1073741824,
  });
});
