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
];

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
];

describe('ttcore attributes', () => {
  it.each(KEPT)('keep %s', (text) => {
    expect(roundTrip(text)).toBe(text);
  });

  it.each(REJECTED)('reject %s', (text, message) => {
    expect(roundTrip(text)).toBe(message);
  });
});
