import {
  builtinPasses,
  Context,
  parseModule,
  parsePipeline,
  printOp,
  runPasses,
  SourceText,
} from '@shardform/ir-core';
import { describe, expect, it } from 'vitest';
import { ttnnPasses } from './extension.ts';

/** The text after the passes, or the first complaint. */
function run(text: string, passes: string): string {
  const context = new Context([builtinPasses, ttnnPasses]);
  const messages: string[] = [];
  context.diagnostics.subscribe((diagnostic) => messages.push(diagnostic.message));
  const module = parseModule(new SourceText('test.mlir', text), context);
  if (module === null) return messages[0] ?? 'failed silently';
  runPasses(module, parsePipeline(`builtin.module(${passes})`, context), context);
  return messages[0] ?? printOp(module, context).trim();
}

// Recorded from tt-mlir in jax-tt-plugin 0.1.3.
describe('ttnn-set-matmul-program-config', () => {
  // m, k, n in elements of f32; one or two dimensions of cores, block width, result tiles of a core, registers.
  it.each([
    [32, 64, 32, '1d false', 1, 1, 1, 1, 1],
    [16, 64, 64, '1d true', 1, 1, 1, 1, 1],
    [64, 256, 64, '2d', 4, 1, 1, 1, 1],
    [64, 4096, 64, '2d', 32, 1, 1, 1, 1],
    [64, 288, 64, '2d', 3, 1, 1, 1, 1],
    [768, 64, 1280, '2d', 1, 3, 5, 3, 1],
    [1024, 1024, 1024, '2d', 16, 4, 4, 2, 2],
    [128, 1024, 2048, '1d true', 16, 4, 1, 4, 1],
    [4160, 64, 64, '1d false', 1, 3, 2, 3, 1],
    [64, 64, 544, '2d', 1, 1, 3, 1, 3],
  ] as const)(
    'shares the product %i x %i x %i among the cores',
    (m, k, n, kind, width, rows, columns, h, w) => {
      const type = `tensor<${m}x${n}xf32>`;
      const text = `func.func @main(%a: tensor<${m}x${k}xf32>, %b: tensor<${k}x${n}xf32>) -> ${type} {
  %0 = "ttnn.matmul"(%a, %b) <{transpose_a = false, transpose_b = false}> : (tensor<${m}x${k}xf32>, tensor<${k}x${n}xf32>) -> ${type}
  return %0 : ${type}
}`;
      const [dimensions, multicast] = kind.split(' ');
      const name = dimensions === '1d' ? 'multi_cast_1d' : 'multi_cast';
      const lowered = run(text, 'ttnn-set-matmul-program-config');
      expect(lowered).toContain(
        `#ttnn.matmul_multi_core_reuse_${name}_program_config<compute_with_storage_grid_size = #ttnn.core_coord<8, 8>, in0_block_w = ${width}, out_subblock_h = ${h}, out_subblock_w = ${w}, out_block_h = ${rows}, out_block_w = ${columns}, per_core_m = ${rows}, per_core_n = ${columns}, `,
      );
      expect(lowered).toContain(
        multicast === undefined ? 'transpose_mcast = false, fuse_batch = true' : `mcast_in0 = ${multicast}`,
      );
    },
  );
});
