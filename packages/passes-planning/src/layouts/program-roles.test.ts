import { programEntry } from '@shardform/dialect-func';
import { parseModule } from '@shardform/ir-core';
import { describe, expect, it } from 'vitest';
import { context } from '../../tests/planned.ts';
import { programRoles } from './program-roles.ts';

/** A step that updates its first argument; the table is as long as the batch is large. */
const STEP = `
func.func @main(%w: tensor<8x4xf32>, %table: tensor<16x4xf32>, %x: tensor<16x8xf32>) -> tensor<8x4xf32> {
  return %w : tensor<8x4xf32>
}`;
const TIES = [{ result: 0, argument: 0 }];

describe('programRoles', () => {
  const func = programEntry(parseModule(STEP, context)!)!;

  it('recognizes the batch by the largest argument that is not updated', () => {
    const { data, parameters, batch } = programRoles(func, TIES);
    expect([[...data], [...parameters], batch]).toEqual([[1, 2], [0], 16]);
  });

  it('believes who names parameters', () => {
    const given = { data: new Set<number>(), parameters: new Set([1]) };
    const { data, parameters } = programRoles(func, TIES, given);
    expect([[...data], [...parameters]]).toEqual([[2], [0, 1]]);
  });

  it('takes nothing but the named arguments for a batch', () => {
    const given = { data: new Set([2]), parameters: new Set<number>() };
    const { data, parameters, batch } = programRoles(func, TIES, given);
    expect([[...data], [...parameters], batch]).toEqual([[2], [0, 1], 16]);
  });
});
