import {
  bf16,
  Context,
  f32,
  parseModule,
  RankedTensorType,
  SourceText,
  Type,
  UnrankedTensorType,
} from '@shardform/ir-core';
import { describe, expect, it } from 'vitest';
import { bufferTypeOf } from './buffer-type.ts';
import { ttcoreDialect } from './extension.ts';

/** The text of the buffer that holds a tensor, or what is wrong about the type. */
function buffer(type: string): string {
  const context = new Context([ttcoreDialect]);
  const messages: string[] = [];
  context.diagnostics.subscribe(({ message }) => messages.push(message));
  const text = `module attributes {test.type = ${type}} {}`;
  const attribute = parseModule(new SourceText('test.mlir', text), context)?.getAttr('test.type');
  if (!(attribute instanceof Type)) return messages[0] ?? 'no type';
  return String(bufferTypeOf(attribute));
}

/** A tensor of tiles on a grid of cores. */
const laid = (shape: string, element: string, spread: string, space = 'l1'): string =>
  `tensor<${shape}x${element}, #ttcore.metal_layout<logical_shape = 64x128, dim_alignments = 32x32, collapsed_intervals = dense<[[0, -1]]> : tensor<1x2xi64>, ${space}, ${spread}>>`;

describe('buffers', () => {
  it.each([
    ['tensor<2x3xf32>', 'memref<2x3xf32>'],
    ['tensor<f32>', 'memref<f32>'],
    ['tensor<?x3xi1>', 'memref<?x3xi1>'],
    ['tensor<*xbf16>', 'memref<*xbf16>'],
    ['tensor<2x2x!ttcore.tile<32x32, bf16>>', 'memref<2x2x!ttcore.tile<32x32, bf16>>'],
  ])('of %s are %s', (tensor, expected) => {
    expect(buffer(tensor)).toBe(expected);
  });

  it.each([
    ['f32', '1x2x3x5', '20x4'],
    ['bf16', '1x2x3x5', '10x2'],
    ['ui8', '1x2x3x5', '5x1'],
    ['i1', '1x2x3x5', '5x1'],
    ['!ttcore.tile<32x32, f32>', '8x8x1x2', '8192x4096'],
    ['!ttcore.tile<32x32, bf16>', '8x8x1x2', '4096x2048'],
    ['!ttcore.tile<32x32, bfp_bf8>', '8x8x1x2', '2176x1088'],
    ['!ttcore.tile<32x32, bfp_f4>', '8x8x1x2', '1152x576'],
    ['!ttcore.tile<32x32, bfp_bf2>', '8x8x1x2', '640x320'],
    ['!ttcore.tile<16x32, u16>', '1x1x3x5', '5120x1024'],
  ])('of %s on a grid %s count bytes by %s', (element, shape, strides) => {
    const expected = `memref<${shape}x${element}, #ttcore.shard<${strides}, 1>, #ttcore.memory_space<l1>>`;
    expect(buffer(laid(shape, element, 'sharded'))).toBe(expected);
  });

  it('lie in turn in all banks', () => {
    expect(buffer(laid('1x1x2x4', '!ttcore.tile<32x32, f32>', 'interleaved', 'dram'))).toBe(
      'memref<1x1x2x4x!ttcore.tile<32x32, f32>, #ttcore.interleaved<16384x4096>, #ttcore.memory_space<dram>>',
    );
  });

  it('of other encodings and of other types there are none', () => {
    expect(bufferTypeOf(f32)).toBeNull();
    expect(buffer('tensor<2xf32, #ttcore.tensor_mesh<"mesh">>')).toBe('null');
  });

  it('are made of types as they are made of texts', () => {
    expect(String(bufferTypeOf(RankedTensorType.get([4], bf16)))).toBe('memref<4xbf16>');
    expect(String(bufferTypeOf(UnrankedTensorType.get(f32)))).toBe('memref<*xf32>');
  });
});
