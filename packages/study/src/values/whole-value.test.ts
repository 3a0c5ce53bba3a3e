import { readdirSync, readFileSync } from 'node:fs';
import { chloDialect, stablehloDialect } from '@shardform/dialect-stablehlo';
import { funcDialect } from '@shardform/dialect-func';
import { localType, MeshTable, sdyDialect } from '@shardform/dialect-sdy';
import { builtinPasses, Context, RankedTensorType } from '@shardform/ir-core';
import { shardingPasses } from '@shardform/passes-sharding';
import { expect, test } from 'vitest';
import { partitionSteps } from '../stages/run-step.ts';
import { Study } from '../study.ts';
import { DeviceTypes } from './device-types.ts';
import { isPerDevice } from './per-device-region.ts';
import { valueCard } from './value-card.ts';
import { isDerived, sourceId } from './value-id.ts';

const EXTENSIONS = [builtinPasses, funcDialect, stablehloDialect, chloDialect, sdyDialect, shardingPasses];

const POOL = `sdy.mesh @mesh = <["n"=2, "h"=2, "w"=2]>
func.func @main(%x: tensor<4x8x8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"n"}, {"h"}, {"w"}, {}]>}) -> tensor<4x4x4x16xf32> {
  %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %cst) <{window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<4x8x8x16xf32>, tensor<f32>) -> tensor<4x4x4x16xf32>
  %1 = stablehlo.tanh %0 : tensor<4x4x4x16xf32>
  return %1 : tensor<4x4x4x16xf32>
}
`;

const CONVOLUTIONS = `sdy.mesh @mesh = <["n"=2, "h"=2, "w"=2]>
func.func @main(%x: tensor<4x28x50x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"n"}, {"h"}, {"w"}, {}]>}, %k: tensor<3x3x3x16xf32>) -> tensor<4x28x50x16xf32> {
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<4x28x50x3xf32>, tensor<3x3x3x16xf32>) -> tensor<4x28x50x16xf32>
  %1 = stablehlo.tanh %0 : tensor<4x28x50x16xf32>
  return %1 : tensor<4x28x50x16xf32>
}
`;

const UNEVEN = `sdy.mesh @mesh = <["x"=2, "y"=3, "z"=4]>
func.func @main(%a: tensor<7x10x13xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}, {"z"}]>}, %w: tensor<13x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}, {}]>}) -> tensor<7x9x5xf32> {
  %0 = stablehlo.dot_general %a, %w, contracting_dims = [2] x [0] : (tensor<7x10x13xf32>, tensor<13x5xf32>) -> tensor<7x10x5xf32>
  %1 = stablehlo.slice %0 [0:7, 1:10, 0:5] : (tensor<7x10x5xf32>) -> tensor<7x9x5xf32>
  %2 = stablehlo.tanh %1 : tensor<7x9x5xf32>
  return %2 : tensor<7x9x5xf32>
}
`;

function folder(path: string): [string, string][] {
  const url = new URL(path, import.meta.url);
  return readdirSync(url)
    .filter((name) => name.endsWith('.mlir') && name !== 'broken.mlir')
    .map((name) => [name, readFileSync(new URL(name, url), 'utf8')]);
}

const PROGRAMS: [string, string][] = [
  ['a pool split in space', POOL],
  ['convolutions split in space', CONVOLUTIONS],
  ['uneven sizes on three axes', UNEVEN],
  ...folder('../../../cli/examples/'),
  ...folder('../../../playground/src/examples/'),
];

function studied(name: string, text: string): Study {
  const study = Study.read(name, text, new Context(EXTENSIONS));
  for (const step of partitionSteps) if (study.run(step).stage === null) break;
  return study;
}

test.each(PROGRAMS)('types of %s are those of its values, on all devices and on one', (name, text) => {
  const study = studied(name, text);
  if (!study.model.isValid) return;
  const meshes = new MeshTable(study.stages[1]?.module ?? study.module);
  for (const stage of study.stages) {
    const types = new DeviceTypes(study, stage);
    for (const value of stage.values.all) {
      const id = stage.values.idOf(value);
      const source = study.identities.source.find(sourceId(id));
      const { whole, local, sharding } = types.of(value);
      const place = `${stage.step} ${study.naming(stage).operand(value)}`;
      // A copy that is computed for devices with other shards has no whole.
      if (source !== null && !isDerived(id) && whole !== null)
        expect(`${place} ${String(whole)}`).toBe(`${place} ${String(source.type)}`);
      if (sharding === null || !(whole instanceof RankedTensorType) || local === null) continue;
      if (source !== null && isPerDevice(source)) continue;
      const divided = localType(whole, sharding, meshes.meshOf(sharding)!);
      expect(`${place} ${String(local)}`).toBe(`${place} ${String(divided)}`);
    }
  }
});

test('a value that the partitioner computes in a manual computation is the result of that, not an argument of it', () => {
  const study = studied('pool', POOL);
  const [stage] = study.stages.filter(({ step }) => step === 'shardform-insert-reshards');
  const id = study.identities.source.idOf(study.names.find('%0')[0]!);
  const card = valueCard(study, stage!, id)!;
  expect(card).toMatchObject({ operation: 'sdy.manual_computation', type: 'tensor<4x4x4x16xf32>' });
  expect(card.localType).toBe('tensor<2x2x2x16xf32>');
});

test('a value that only devices have is not shown with a global type', () => {
  const study = studied('convolutions', CONVOLUTIONS);
  const stage = study.stages.at(-1)!;
  const borders = stage.values.all.filter(
    ({ definingOp }) => definingOp?.name === 'stablehlo.collective_permute',
  );
  expect(borders.length).toBeGreaterThan(0);
  for (const value of borders) {
    const card = valueCard(study, stage, stage.values.idOf(value))!;
    expect({ type: card.type, chip: card.chip, local: card.localType }).toEqual({
      type: null,
      chip: null,
      local: String(value.type),
    });
  }
});
