import { expect, test } from 'vitest';
import { runTool } from '../src/run-tool.ts';

const tiles = '{devices=[4,1,2]<=[2,4]T(1,0) last_tile_dim_replicate}';

/** What JAX before Shardy lowers; the constraint is a custom call. */
const program = `module attributes {mhlo.num_partitions = 8 : i32} {
  func.func @main(%a: tensor<8x4xf32> {mhlo.sharding = "${tiles}"}, %b: tensor<8x4xf32>) -> tensor<f32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %sum = stablehlo.add %a, %b : tensor<8x4xf32>
    %kept = stablehlo.custom_call @Sharding(%sum) {mhlo.sharding = "${tiles}"} : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %0 = stablehlo.reduce(%kept init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
    return %0 : tensor<f32>
  }
}`;

async function shardform(args: readonly string[], text = program): Promise<string> {
  const { stdout, stderr } = await runTool('shardform', args, {
    stdin: new TextEncoder().encode(text),
    cwd: '/',
  });
  return String(stdout) + stderr;
}

test('values are split as mhlo.sharding says, under their names in the text', async () => {
  expect(await shardform(['show', '-', '%kept', '--as-written'])).toContain(
    '%kept : tensor<8x4xf32>   [{"_axis_1"}, {}]   local 2x4, 8 devices, replicated over {"_axis_0"}',
  );
  expect(await shardform(['explain', '-', '%b'])).toContain('dimension 0 is split along "_axis_1"');
});

test('communication is counted, and the numbers stay the same', async () => {
  expect(await shardform(['partition', '-', '--emit', 'none'])).toContain('6 B along _axis_1');
  expect(await shardform(['run', '-'])).toContain('executed on 8 simulated devices\nres0 tensor<f32>: equal');
});

test('a part that is written for one device is refused', async () => {
  const manual = program.replace('@Sharding', '@SPMDFullToShardShape');
  expect(await shardform(['show', '-'], manual)).toContain(
    "error: '@SPMDFullToShardShape' starts a part with the sizes of one device",
  );
});

test('shardings that no mesh has in common are refused', async () => {
  const two = program.replace(
    '%b: tensor<8x4xf32>',
    '%b: tensor<8x4xf32> {mhlo.sharding = "{devices=[3,1]<=[3]}"}',
  );
  expect(await shardform(['partition', '-'], two)).toContain(
    'error: the mhlo.sharding of the module have no mesh in common',
  );
});
