import { machinePresets } from '@shardform/cost-model';
import { MeshAttr } from '@shardform/dialect-sdy';

import { expect, test } from 'vitest';
import { distinctMeshes } from './distinct-meshes.ts';

function mesh(...sizes: readonly number[]): MeshAttr {
  return MeshAttr.of(sizes.map((size, i) => ['xyz'[i]!, size] as const));
}

const left = (machine: string, ...meshes: readonly MeshAttr[]): string[] =>
  distinctMeshes(meshes, machinePresets[machine]!()).map(({ axes }) =>
    axes.map(({ size }) => size).join('x'),
  );

test('where all links are alike, meshes that differ by the order of their axes are one', () => {
  expect(left('a100x8', mesh(8), mesh(4, 2), mesh(2, 4), mesh(2, 2, 2))).toEqual(['8', '4x2', '2x2x2']);
});

test('of a torus, an axis of a whole line is the same in any direction', () => {
  expect(left('tpuv4-4x4x4', mesh(16, 4), mesh(8, 8), mesh(4, 16))).toEqual(['16x4', '8x8']);
});

test('where devices are linked better inside of a node, the order of axes matters', () => {
  expect(left('h100x8x4', mesh(8, 4), mesh(4, 8))).toEqual(['8x4', '4x8']);
});
