import { describe, expect, test } from 'vitest';
import { FunctionBuilder } from './function-builder.ts';
import { signedLeb, unsignedLeb } from './leb128.ts';
import { ensureMemory, instantiate } from './wasm-module.ts';

describe('integers of WebAssembly', () => {
  test.each([
    [0, [0]],
    [127, [0x7f]],
    [128, [0x80, 1]],
    [624485, [0xe5, 0x8e, 0x26]],
    [2 ** 32 - 1, [0xff, 0xff, 0xff, 0xff, 0x0f]],
  ])('unsigned %i', (value, bytes) => expect(unsignedLeb(value)).toEqual(bytes));

  test.each([
    [0, [0]],
    [63, [0x3f]],
    [64, [0xc0, 0]],
    [-1, [0x7f]],
    [-123456, [0xc0, 0xbb, 0x78]],
    [-(2 ** 31), [0x80, 0x80, 0x80, 0x80, 0x78]],
  ])('signed %i', (value, bytes) => expect(signedLeb(value)).toEqual(bytes));
});

test('a module of loops, blocks and calls runs', () => {
  // Stores the sum of 1 to n to the address, as a vector.
  const sum = new FunctionBuilder('sum', 2);
  const [address, n] = [0, 1];
  const total = sum.local('v128');
  sum.block((leave) => {
    sum.get(n);
    sum.op('i32.eqz');
    leave();
    sum.loop((repeat) => {
      sum.get(total, n);
      sum.simd('i32x4.splat', 'i32x4.add');
      sum.set(total);
      sum.advance(n, -1);
      sum.get(n);
      repeat();
    });
  });
  sum.get(address, total);
  sum.memory('v128.store', 16);
  const twice = new FunctionBuilder('twice', 1);
  for (const offset of [0, 32]) {
    twice.get(0);
    twice.i32(offset);
    twice.op('i32.add');
    twice.i32(4);
    twice.call(0);
  }
  const { memory, call } = instantiate([sum, twice])!;
  call.sum!(0, 100);
  call.twice!(64);
  const words = new Int32Array(memory.buffer);
  expect([...words.subarray(0, 8)]).toEqual([0, 0, 0, 0, 5050, 5050, 5050, 5050]);
  expect([words[20], words[28]]).toEqual([10, 10]);
  ensureMemory(memory, 200_000);
  expect(memory.buffer.byteLength).toBe(4 * 65536);
});
