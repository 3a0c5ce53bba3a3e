import { Context, parseModule, SourceText } from '@shardform/ir-core';
import { describe, expect, it } from 'vitest';
import { ttcoreDialect } from '../extension.ts';

/** The attribute printed again, or the first complaint about its text. */
function roundTrip(text: string): string | undefined {
  const context = new Context([ttcoreDialect]);
  const messages: string[] = [];
  context.diagnostics.subscribe(({ message }) => messages.push(message));
  const module = parseModule(
    new SourceText('test.mlir', `module attributes {test.value = ${text}} {}`),
    context,
  );
  return module === null ? messages[0] : String(module.getAttr('test.value'));
}

const KEPT: readonly string[] = [
  '#ttcore.memory_space<dram>',
  '#ttcore.argument_type<parameter>',
  '#ttcore.reduce_type<sum>',
  '#ttcore.grid<8x8>',
  '#ttcore.core_range<(0,0), (1,1)>',
  '#ttcore.arg_alloc<64, 128, dram>',
  '#ttcore.shard<4096x128, 1>',
  '#ttcore.view<4>',
  '#ttcore.interleaved<4096x128>',
  '#ttcore.cb_layout<4096x128, 2>',
  '#ttcore.host_layout<logical_shape = 2x2, host_strides = 2x1, host_volume = 4>',
  '#ttcore.metal_layout<logical_shape = 64x128, dim_alignments = 32x32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, l1, sharded>',
  '#ttcore.metal_layout<logical_shape = 64x128, dim_alignments = 32x32, collapsed_intervals = dense<[[0, -1]]> : tensor<1x2xi64>, l1, sharded>',
  '#ttcore.fabric_connection_config<noc_index = noc0, topology = ring, cluster_axis = 0, routing_mode = unidir_ring_torus, num_links = 1>',
  '#ttcore.mesh_topology<[ring, linear]>',
  '#ttcore.tensor_mesh<"mesh">',
  '#ttcore.meshes<[<"mesh" = 2x4>]>',
  '#ttcore.shard_status<presharded>',
  '#ttcore.iterator_type<parallel>',
  '#ttcore.loop_bound<-3>',
  '#ttcore.loop_bound<0, 2 : i32>',
  '#ttcore<core_coord 7x3>',
  '#ttcore<tile_size 32x16>',
  '#ttcore<chip_coord 0x0x1x2>',
  '#ttcore.chip_channel<[0, 9, 0], [1, 1, 0]>',
];

/** A layout of 64x128 elements. */
function metal(alignments: string, intervals: string): string {
  const sizes = intervals.startsWith('[[') ? `1x${intervals.split(',').length}` : '2';
  return `#ttcore.metal_layout<logical_shape = 64x128, dim_alignments = ${alignments}, collapsed_intervals = dense<${intervals}> : tensor<${sizes}xi64>, l1, sharded>`;
}

/** A device of two chips, with other parts. */
function device(parts: Readonly<Record<string, string>>): string {
  const { workerGrid = '8x8', dramGrid = '1x12', virtual = '(d0, d1) -> (0, d0, d1)' } = parts;
  const { l1Map = '(d0, d1)[s0] -> (0, d0, d1, s0)', dramMap = '(d0)[s0] -> (0, 0, d0, s0)' } = parts;
  const { meshShape = '1x2', chipIds = '[0, 1]', rest = '' } = parts;
  return `#ttcore.device<workerGrid = #ttcore.grid<${workerGrid}, virt_to_physical_map = ${virtual}>, dramGrid = #ttcore.grid<${dramGrid}>, l1Map = ${l1Map}, dramMap = ${dramMap}, meshShape = ${meshShape}, chipIds = ${chipIds}${rest}>`;
}

/** Attributes that mean nothing, and what tt-mlir says about them. */
const REJECTED: readonly (readonly [string, string])[] = [
  [
    '#ttcore.metal_layout<logical_shape = 64x128, dim_alignments = 32, collapsed_intervals = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>, l1, sharded>',
    'dim_alignments size (1) must match logical_shape rank (2)',
  ],
  [
    '#ttcore.memory_space<flash>',
    'expected ::mlir::tt::ttcore::MemorySpace to be one of: system, mmio, dram, l1, dst',
  ],
  ['#ttcore.tensor_mesh<mesh>', 'expected string'],
  [metal('0x32', '[[0, 1]]'), 'dim_alignments[0] must be positive, got 0'],
  [metal('32x32', '[0, 1]'), 'collapsed_intervals must be a 2D array, got rank 1'],
  [metal('32x32', '[[0, 1, 2]]'), 'collapsed_intervals must have pairs (second dim size 2), got 3'],
  [
    metal('32x32', '[[2, 2]]'),
    'collapsed_intervals start index 2 (normalized: 2) is out of bounds for logical_shape rank 2',
  ],
  [
    metal('32x32', '[[-3, 1]]'),
    'collapsed_intervals start index -3 (normalized: -1) is out of bounds for logical_shape rank 2',
  ],
  [
    metal('32x32', '[[0, 3]]'),
    'collapsed_intervals end index 3 (normalized: 3) is out of bounds for logical_shape rank 2',
  ],
  [metal('32x32', '[[1, -2]]'), 'collapsed_intervals start (1) must not exceed end (-2)'],
  ['#ttcore.core_range<(-1,0), (1,1)>', 'start coordinates #ttcore<core_coord -1x0> must be non-negative'],
  ['#ttcore.core_range<(0,0), (1,-1)>', 'end coordinates #ttcore<core_coord 1x-1> must be non-negative'],
  [
    '#ttcore.core_range<(0,2), (1,1)>',
    'Start coordinates #ttcore<core_coord 0x2> must be less than or equal to end coordinates #ttcore<core_coord 1x1>',
  ],
  ['#ttcore<core_coord 1x2x3>', "expected 2 numbers separated by 'x'"],
  ['#ttcore<tile_size 32>', "expected 2 numbers separated by 'x'"],
  ['#ttcore<chip_coord 0x0x0>', "expected 4 numbers separated by 'x'"],
  [device({ chipIds: '[]', meshShape: '1x1' }), 'expected at least one chip'],
  [device({ chipIds: '[0, 1, 2]' }), 'expected chipIds size to match the volume of meshShape'],
  [device({ workerGrid: '0x8' }), 'expected positive worker grid dimensions'],
  [device({ dramGrid: '12' }), 'expected 2D dram grid, got 1D'],
  [device({ dramGrid: '1x0' }), 'expected positive dram grid dimensions'],
  [
    device({ virtual: '(d0, d1) -> (d0, d1)' }),
    'expected physical grid mapping to have PhysGridResultIdx::NumIndices results',
  ],
  [
    device({ l1Map: '(d0, d1) -> (d0, d1)' }),
    'expected l1Map to have MemoryMapResultIdx::NumIndices results',
  ],
  [device({ dramMap: '(d0) -> (d0)' }), 'expected dramMap to have MemoryMapResultIdx::NumIndices results'],
  [device({ rest: ', meshTopology = [ring]' }), 'expected meshTopology size to match meshShape rank'],
];

describe('ttcore attributes', () => {
  it.each(KEPT)('keep %s', (text) => {
    expect(roundTrip(text)).toBe(text);
  });

  it.each(REJECTED)('reject %s', (text, message) => {
    expect(roundTrip(text)).toBe(message);
  });
});
