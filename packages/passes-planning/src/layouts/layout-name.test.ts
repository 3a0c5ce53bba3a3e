import { programEntry } from '@shardform/dialect-func';
import { MeshAttr, MeshAxisAttr } from '@shardform/dialect-sdy';
import { parseModule } from '@shardform/ir-core';
import { describe, expect, it } from 'vitest';
import { context } from '../../tests/planned.ts';
import { layoutName } from './layout-name.ts';

const ROLES = {
  parameters: new Set([0]),
  data: new Set([1]),
  batch: 16,
  stream: null,
  experts: new Map<number, number>(),
};

function meshOf(...names: readonly string[]): MeshAttr {
  return MeshAttr.get(
    names.map((name) => MeshAxisAttr.get({ name, size: 2 })),
    [],
  );
}

describe('layoutName', () => {
  const func = programEntry(
    parseModule(
      'func.func @main(%w: tensor<8x4xf32>, %x: tensor<16x8xf32>) -> tensor<8x4xf32> { return %w : tensor<8x4xf32> }',
      context,
    )!,
  )!;
  const tensor = [
    [[], [1]],
    [[0], []],
  ];

  it('names the axes of the batch and of parameters', () => {
    expect(layoutName(func, tensor, ROLES, meshOf('data', 'model'))).toEqual({
      ...{ name: 'Megatron over model, batch over data', isChanged: false, isContrary: false },
    });
  });

  it('says that axes are used otherwise than they are called', () => {
    expect(layoutName(func, tensor, ROLES, meshOf('model', 'data'))?.isContrary).toBe(true);
    expect(layoutName(func, tensor, ROLES, meshOf('x', 'y'))?.isContrary).toBe(false);
  });

  it('lets an axis of any name split batch and parameters in FSDP', () => {
    const fsdp = [
      [[0, 1], []],
      [[0, 1], []],
    ];
    expect(layoutName(func, fsdp, ROLES, meshOf('data', 'model'))).toEqual({
      ...{ name: 'FSDP (ZeRO-3)', isChanged: false, isContrary: false },
    });
  });

  it.each([
    [[[], []], 'context parallel over model, batch over data'],
    [[[0, 1], []], 'context parallel over data, FSDP over data, model'],
  ])('names the axes of sequences: %j', (parameter, name) => {
    const batch = name.includes('FSDP') ? [[1], [0]] : [[0], [1]];
    const roles = { ...ROLES, stream: [16, 8, 4] };
    expect(layoutName(func, [parameter, batch], roles, meshOf('data', 'model'))?.name).toBe(name);
  });
});
