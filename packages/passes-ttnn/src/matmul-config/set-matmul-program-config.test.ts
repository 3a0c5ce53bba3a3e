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
import { ttnnPasses } from '../extension.ts';

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

/** The configuration of a product, with a bias where one is given; tensors without an element type are of f32. */
function configOf(...shapes: [a: string, b: string, result: string, bias?: string]): string | null {
  const [a, b, result, bias] = shapes.map(
    (shape) => `tensor<${/f\d+$/.test(shape!) ? shape : `${shape}xf32`}>`,
  );
  const [name, args, types] =
    bias === undefined ? ['matmul', '%a, %b', `${a}, ${b}`] : ['linear', '%a, %b, %c', `${a}, ${b}, ${bias}`];
  const text = `func.func @main(%a: ${a}, %b: ${b}${bias === undefined ? '' : `, %c: ${bias}`}) -> ${result} {
  %0 = "ttnn.${name}"(${args}) <{transpose_a = false, transpose_b = false}> : (${types}) -> ${result}
  return %0 : ${result}
}`;
  const lowered = run(text, 'ttnn-set-matmul-program-config');
  return /matmul_program_config = (.*), transpose_a/.exec(lowered)?.[1] ?? null;
}

// Recorded from tt-mlir in jax-tt-plugin 0.1.3.
describe('ttnn-set-matmul-program-config', () => {
  // m, k, n in elements of f32; one or two dimensions of cores, block width, result tiles of a core, registers.
  it.each([
    [32, 64, 32, '1d false', 1, 1, 1, 1, 1],
    [16, 64, 64, '1d true', 1, 1, 1, 1, 1],
    [2, 1536, 32, '1d false', 24, 1, 1, 1, 1],
    [64, 256, 64, '2d', 4, 1, 1, 1, 1],
    [64, 4096, 64, '2d', 32, 1, 1, 1, 1],
    [64, 288, 64, '2d', 3, 1, 1, 1, 1],
    [768, 64, 1280, '2d', 1, 3, 5, 3, 1],
    [512, 160, 33, '2d', 1, 2, 1, 2, 1],
    [640, 4096, 33, '1d false', 32, 1, 2, 1, 2],
    [1024, 1024, 1024, '2d', 16, 4, 4, 2, 2],
    [128, 1024, 2048, '1d true', 16, 4, 1, 4, 1],
    [4160, 64, 64, '1d false', 1, 3, 2, 3, 1],
    [64, 64, 544, '2d', 1, 1, 3, 1, 3],
  ] as const)(
    'shares the product %i x %i x %i among the cores',
    (m, k, n, kind, width, rows, columns, h, w) => {
      const [dimensions, multicast] = kind.split(' ');
      const name = dimensions === '1d' ? 'multi_cast_1d' : 'multi_cast';
      const config = configOf(`${m}x${k}`, `${k}x${n}`, `${m}x${n}`);
      expect(config).toContain(
        `#ttnn.matmul_multi_core_reuse_${name}_program_config<compute_with_storage_grid_size = #ttnn.core_coord<8, 8>, in0_block_w = ${width}, out_subblock_h = ${h}, out_subblock_w = ${w}, out_block_h = ${rows}, out_block_w = ${columns}, per_core_m = ${rows}, per_core_n = ${columns}, `,
      );
      expect(config).toContain(
        multicast === undefined ? 'transpose_mcast = false, fuse_batch = true' : `mcast_in0 = ${multicast}`,
      );
    },
  );

  // Operands and result; block width, block, result tiles of a core.
  it.each([
    ['1024x2048xf32', '2048x128xf32', '1024x128xf32', 32, [2, 1], [4, 1]],
    ['1024x2048xbf16', '2048x128xbf16', '1024x128xbf16', 32, [4, 1], [4, 1]],
    ['3072x1024xf32', '1024x2048xf32', '3072x2048xf32', 8, [6, 8], [12, 8]],
    ['1888x1472xbf16', '1472x960xbf16', '1888x960xbf16', 23, [4, 4], [8, 4]],
    ['8x4096x1536xf32', '8x1536x4096xf32', '8x4096x4096xf32', 6, [8, 8], [16, 16]],
  ] as const)('%s times %s is computed in parts that fit a core', (a, b, result, width, block, core) => {
    expect(configOf(a, b, result)).toMatch(
      new RegExp(
        `in0_block_w = ${width}, .*out_block_h = ${block[0]}, out_block_w = ${block[1]}, per_core_m = ${core[0]}, per_core_n = ${core[1]}, `,
      ),
    );
  });

  it('leaves room for the bias', () => {
    expect(configOf('4096x1536xf32', '1536x4096xf32', '4096x4096xf32', '4096xf32')).toMatch(
      /in0_block_w = 16, .*out_block_h = 4, out_block_w = 4, per_core_m = 16, per_core_n = 16, /,
    );
  });

  it('gives a core whole matrices where there are as many as a product has tiles', () => {
    expect(configOf('8x64x64xf32', '8x64x64xf32', '8x64x64xf32')).toBe(
      '#ttnn.matmul_multi_core_reuse_program_config<compute_with_storage_grid_size = #ttnn.core_coord<8, 8>, in0_block_w = 1, out_subblock_h = 2, out_subblock_w = 2, per_core_m = 2, per_core_n = 2>',
    );
    expect(configOf('3x64x64xf32', '3x64x64xf32', '3x64x64xf32')).toContain(
      'per_core_m = 1, per_core_n = 1, transpose_mcast = false, fuse_batch = false',
    );
  });

  it('takes matrices that meet the same operand for rows of one', () => {
    expect(configOf('4x544x64xf32', '64x64xf32', '4x544x64xf32')).toContain(
      'out_block_h = 9, out_block_w = 1, per_core_m = 9, per_core_n = 1, transpose_mcast = false, fuse_batch = true',
    );
  });

  it.each([
    ['64x64xf32', '8x64x64xf32', '8x64x64xf32'],
    ['2x3x64x64xf32', '3x64x64xf32', '2x3x64x64xf32'],
    ['64xf32', '64x128xf32', '128xf32'],
    ['32768x320xf32', '320x512xf32', '32768x512xf32'],
  ])('leaves %s times %s to the library', (a, b, result) => {
    expect(configOf(a, b, result)).toBeNull();
  });
});
