import { expect, test } from 'vitest';
import { foldedValues } from './planned-values.ts';

const value = (index: number, name: string, stageMesh: string | null, partitionSpec = 'P()') => ({
  ...{ index, name, stageMesh, partitionSpec },
  ...{ type: 'tensor<8xf32>', sharding: '[{}]' },
});

test('values of equal layers are one, with all stages that have some of them', () => {
  const folded = foldedValues([
    value(0, "p['w'][0:1]", 'stage0'),
    value(1, "p['w'][1:2]", 'stage1'),
    value(2, "p['w'][2:3]", 'stage0'),
    value(3, 'layers[0]', null),
    value(4, 'layers[1]', null),
    value(5, 'layers[2]', null, "P('x')"),
  ]);
  expect(folded.map(({ name, stages, count }) => [name, stages, count])).toEqual([
    ["p['w'][*]", ['stage0', 'stage1'], 3],
    ['layers[*]', [], 2],
    ['layers[2]', [], 1],
  ]);
});
