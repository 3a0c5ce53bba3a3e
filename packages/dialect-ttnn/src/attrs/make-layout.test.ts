import { bf16 } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { type LayoutRequest, makeLayout } from './make-layout.ts';

const buffer = (shape: readonly number[], request: LayoutRequest): readonly number[] | null | undefined =>
  makeLayout(shape, bf16, request)?.memref.shape;

test('a buffer in DRAM is the matrix of numbers or tiles', () => {
  expect(buffer([2, 40, 100], { bufferType: 'dram', isTiled: false })).toEqual([80, 100]);
  expect(buffer([2, 40, 100], { bufferType: 'dram', isTiled: true })).toEqual([4, 4]);
});

test('a buffer interleaved over cores is one row, the share of each core', () => {
  expect(buffer([2, 40, 100], { bufferType: 'l1', isTiled: false })).toEqual([1, 8000]);
  expect(buffer([2, 40, 100], { bufferType: 'l1', isTiled: true })).toEqual([1, 16]);
  expect(buffer([32, 2049], { bufferType: 'l1', isTiled: false, grid: [8, 8] })).toEqual([1, 1025]);
});

test('a buffer split over cores is the block of each', () => {
  const request = { bufferType: 'l1', isTiled: true, memoryLayout: 'block_sharded', grid: [2, 3] } as const;
  expect(buffer([128, 100], request)).toEqual([2, 2]);
});
