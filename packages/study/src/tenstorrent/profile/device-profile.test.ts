import { funcDialect } from '@shardform/dialect-func';
import { ttcoreDialect } from '@shardform/dialect-ttcore';
import { ttnnDialect } from '@shardform/dialect-ttnn';
import { Context, parseModule, SourceText } from '@shardform/ir-core';
import { describe, expect, it } from 'vitest';
import { calibrated, profileFactors } from './calibration.ts';
import { type DeviceProfile, deviceProfile } from './device-profile.ts';

const layout = (rows: number, columns: number, element: string, memory: string): string =>
  `#ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<${rows}x${columns}x${element}, #ttnn.buffer_type<${memory}>>${memory === 'dram' ? ', <interleaved>' : ''}>`;
/** A matrix of tiles. */
const tiles = (rows: number, columns: number, kind = 'bf16', memory = 'dram'): string =>
  `tensor<${rows * 32}x${columns * 32}x${kind}, ${layout(rows, columns, `!ttcore.tile<32x32, ${kind}>`, memory)}>`;

function profiled(text: string): DeviceProfile {
  const context = new Context([funcDialect, ttcoreDialect, ttnnDialect]);
  const module = parseModule(new SourceText('p.mlir', text), context);
  if (module === null) throw new Error('the text is no program');
  return deviceProfile(module)!;
}

const shortened = ({ operations }: DeviceProfile): readonly unknown[] =>
  operations.map(({ operation, executions, work, bound }) => [operation.name, executions, work.cores, bound]);

/** A product of large matrices, then a sum, of which the product is freed. */
const LARGE = `func.func @main(%a: ${tiles(128, 128)}, %b: ${tiles(128, 128)}) -> ${tiles(128, 128)} {
  %0 = "ttnn.matmul"(%a, %b) <{transpose_a = false, transpose_b = false, compute_config = #ttnn.device_compute_kernel_config<math_fidelity = hifi2>}> : (${tiles(128, 128)}, ${tiles(128, 128)}) -> ${tiles(128, 128)}
  "ttnn.deallocate"(%a) <{force = false}> : (${tiles(128, 128)}) -> ()
  %1 = "ttnn.add"(%0, %b) : (${tiles(128, 128)}, ${tiles(128, 128)}) -> ${tiles(128, 128)}
  return %1 : ${tiles(128, 128)}
}`;

describe('the profile of a device', () => {
  it('has the longest of what an operation does, and the start', () => {
    const { operations, arch, grid } = profiled(LARGE);
    expect([arch, grid]).toEqual(['wormhole_b0', [8, 8]]);
    const [product, sum] = operations;
    // 128 x 128 x 128 products of tiles on 64 cores, two passes of 16 cycles each.
    expect(product!.work.cycles).toBe((128 ** 3 / 64) * 32);
    expect(product!.seconds).toBeCloseTo(5e-6 + 1.048576e-3, 9);
    expect([product!.bound, sum!.bound]).toEqual(['compute', 'DRAM']);
    const matrix = 128 * 128 * 2048;
    expect(sum!.work.dramBytes).toBe(3 * matrix);
    expect(sum!.seconds).toBeCloseTo(5e-6 + (3 * matrix) / 267e9, 9);
  });

  it('is a lower bound of the times that tt-metal publishes', () => {
    // tech_reports/GEMM_FLOPS: 4096 x 4096 x 4096 in bf16 with HiFi2 from DRAM, traced.
    const [product] = profiled(LARGE).operations;
    const measured = 2008533.48e-9;
    expect(product!.seconds).toBeLessThan(measured);
    expect(measured / product!.seconds).toBeCloseTo(1.91, 2);
  });

  it('counts tensors until they are deallocated', () => {
    const matrix = 128 * 128 * 2048;
    expect(profiled(LARGE).operations.map(({ dram }) => dram)).toEqual([3 * matrix, 3 * matrix]);
  });

  it('counts what a recording does, what it is given once, and its slots', () => {
    const [d, h] = [tiles(1, 1), tiles(1, 1, 'bf16', 'system_memory')];
    const id = 'tensor<ui32, #ttnn.trace_id>';
    const device = '%d = "ttnn.get_device"() : () -> !ttnn.device';
    const empty = `"ttnn.empty"(%d) <{shape = #ttnn.shape<32x32>}> : (!ttnn.device) -> ${d}`;
    const call = `func.call @trace(%w, %slot, %out) : (${d}, ${d}, ${d}) -> ()`;
    const text = `
func.func private @trace(%w: ${d}, %x: ${d}, %out: ${d}) {
  %0 = "ttnn.add"(%w, %x) : (${d}, ${d}) -> ${d}
  "ttnn.copy"(%0, %out) : (${d}, ${d}) -> ()
  return
}
func.func private @allocate(%w: ${d}) -> (${d}, ${d}, ${d}) {
  ${device}
  %0 = ${empty}
  %1 = ${empty}
  return %w, %0, %1 : ${d}, ${d}, ${d}
}
func.func private @capture(%host: ${h}, %w: ${d}, %slot: ${d}, %out: ${d}) -> ${id} {
  ${device}
  "ttnn.write_tensor"(%host, %slot) : (${h}, ${d}) -> ()
  ${call}
  %id = "ttnn.begin_trace_capture"(%d) : (!ttnn.device) -> ${id}
  ${call}
  "ttnn.end_trace_capture"(%d, %id) : (!ttnn.device, ${id}) -> ()
  return %id : ${id}
}
func.func private @execute(%id: ${id}) {
  return
}
func.func @main(%x: ${h}, %w: ${d}) -> ${d} {
  ${device}
  %0 = "ttnn.capture_or_execute_trace"(%d, %w, %x) <{allocate_slots_callee = @allocate, capture_callee = @capture, execute_callee = @execute, operandSegmentSizes = array<i32: 1, 2, 0>}> : (!ttnn.device, ${d}, ${h}) -> ${d}
  return %0 : ${d}
}`;
    const { operations } = profiled(text);
    expect(operations.map(({ operation, work, dram }) => [operation.name, work.pcieBytes, dram])).toEqual([
      // A parameter, a slot for what is staged, one for the result, and the sum.
      ['ttnn.add', 0, 4 * 2048],
      ['ttnn.copy', 0, 4 * 2048],
      ['ttnn.capture_or_execute_trace', 2048, 2 * 2048],
    ]);
  });

  it('counts what loops repeat, and constants apart', () => {
    const small = tiles(1, 1, 'f32');
    const text = `func.func private @c() -> ${small} attributes {tt.function_type = "const_eval"} {
  %d = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device
  %0 = "ttnn.full"(%d) <{fill_value = 1.0 : f32, shape = #ttnn.shape<32x32>}> : (!ttnn.device) -> ${small}
  return %0 : ${small}
}
func.func private @body(%x: ${small}) -> ${small} {
  %0 = "ttnn.exp"(%x) : (${small}) -> ${small}
  return %0 : ${small}
}
func.func @main(%x: ${small}) -> ${small} {
  %c = ttcore.load_cached(@c, []) : () -> ${small}
  %0 = "ttcore.while_loop"(%x) <{body_program = @body, initial = #ttcore.loop_bound<0>, limit = #ttcore.loop_bound<5>, step = #ttcore.loop_bound<1>, output_indices = array<i32: 0>, state_count = 1 : i32}> : (${small}) -> ${small}
  %1 = "ttnn.add"(%0, %c) : (${small}, ${small}) -> ${small}
  return %1 : ${small}
}`;
    expect(shortened(profiled(text))).toEqual([
      ['ttnn.full', 0, 1, 'launch'],
      ['ttnn.exp', 5, 1, 'launch'],
      ['ttnn.add', 1, 1, 'launch'],
    ]);
  });

  it('leaves what the host does to the host', () => {
    const [rows, onHost, onDevice] = [
      `tensor<32x32xf32, ${layout(32, 32, 'f32', 'system_memory')}>`,
      tiles(1, 1, 'f32', 'system_memory'),
      tiles(1, 1, 'f32'),
    ];
    const text = `func.func @main(%x: ${rows}) -> ${onDevice} {
  %d = "ttnn.get_device"() <{mesh_offset = #ttnn<mesh_offset 0x0>, mesh_shape = #ttnn<mesh_shape 1x1>}> : () -> !ttnn.device
  %t = "ttnn.to_layout"(%x) : (${rows}) -> ${onHost}
  %0 = "ttnn.to_device"(%t, %d) : (${onHost}, !ttnn.device) -> ${onDevice}
  return %0 : ${onDevice}
}`;
    const [laidOut, moved] = profiled(text).operations;
    expect([laidOut!.bound, laidOut!.work.hostBytes]).toEqual(['host', 8192]);
    expect([moved!.bound, moved!.work.pcieBytes]).toEqual(['launch', 4096]);
  });
});

describe('blocks of a product that do not fit', () => {
  const config = (block: number, out: number): string =>
    `#ttnn.matmul_multi_core_reuse_multi_cast_program_config<compute_with_storage_grid_size = #ttnn.core_coord<8, 8>, in0_block_w = ${block}, out_subblock_h = 1, out_subblock_w = 1, out_block_h = ${out}, out_block_w = ${out}, per_core_m = ${out}, per_core_n = ${out}, transpose_mcast = false, fuse_batch = true>`;
  const withConfig = (block: number, out: number): string =>
    LARGE.replace(
      'transpose_b = false,',
      `transpose_b = false, matmul_program_config = ${config(block, out)},`,
    );

  it('have a remedy that does', () => {
    const { operations, l1Capacity } = profiled(withConfig(16, 16));
    const [product] = operations;
    // Two blocks of each operand, one of the result, and one of sums in f32.
    const bytes = 2 * 16 * 16 * 2048 * 2 + 16 * 16 * (2048 + 4096);
    expect(product!.buffers.bytes).toBe(bytes);
    expect(bytes).toBeGreaterThan(l1Capacity);
    expect(product!.buffers.remedy).toEqual({
      words: 'in0_block_w = 1, out_block_h = 8, out_block_w = 16',
      bytes: 2 * (8 + 16) * 2048 + 8 * 16 * (2048 + 4096),
    });
  });
});

describe('measured times', () => {
  it('multiply estimates, by operation or else by the mean of all', () => {
    const factors = profileFactors([
      { operation: 'ttnn.matmul', estimatedSeconds: 1e-3, measuredSeconds: 2e-3 },
      { operation: 'ttnn.matmul', estimatedSeconds: 1e-3, measuredSeconds: 8e-3 },
    ]);
    const { operations } = profiled(LARGE);
    const made = calibrated(operations, factors);
    expect(made[0]!.seconds).toBeCloseTo(4 * operations[0]!.seconds, 9);
    expect(made[1]!.seconds).toBeCloseTo(4 * operations[1]!.seconds, 9);
  });
});
