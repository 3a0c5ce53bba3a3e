import { describe, expect, it } from 'vitest';
import { MeshAttr, MeshAxisAttr } from '@shardform/dialect-sdy';
import { knownLayouts } from './known-layouts.ts';

const mesh = MeshAttr.get(
  [
    { name: 'data', size: 2 },
    { name: 'model', size: 4 },
  ].map((axis) => MeshAxisAttr.get(axis)),
  [],
);

/** The names of the layouts that split sequences, of activations `[batch, 64, 32]`. */
function inContext(batch: number, isInContext: boolean): string[] {
  const roles = {
    ...{ parameters: new Set([0]), data: new Set([1]), batch, stream: [batch, 64, 32] },
    experts: new Map<number, number>(),
  };
  return knownLayouts(roles, new Map(), mesh, isInContext).flatMap(({ name, context }) =>
    context.length > 0 ? [name] : [],
  );
}

describe('knownLayouts', () => {
  const all = [
    'context parallel over data, batch over model',
    'context parallel over data, FSDP over data, model',
    'context parallel over model, batch over data',
    'context parallel over model, FSDP over data, model',
  ];

  it('splits sequences where that is asked for, or where the mesh has more devices than the batch', () => {
    expect(inContext(8, false)).toEqual([]);
    expect(inContext(8, true)).toEqual(all);
    expect(inContext(4, false)).toEqual(all);
  });

  it('splits sequences beside batches that are divided', () => {
    expect(inContext(2, false)).toEqual(all.slice(2));
  });
});
