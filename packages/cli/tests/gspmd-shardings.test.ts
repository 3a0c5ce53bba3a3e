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

/** As JAX lowers a shard_map for GSPMD; numbers by hand: rows of pairs of devices are summed. */
const manual = `module attributes {mhlo.num_partitions = 4 : i32} {
  func.func @main(%a: tensor<4x2xf32>) -> tensor<2x2xf32> {
    %s = stablehlo.custom_call @Sharding(%a) {mhlo.sharding = "{devices=[4,1]<=[4]}"} : (tensor<4x2xf32>) -> tensor<4x2xf32>
    %l = stablehlo.custom_call @SPMDFullToShardShape(%s) {mhlo.sharding = "{manual}"} : (tensor<4x2xf32>) -> tensor<1x2xf32>
    %two = stablehlo.constant dense<2.0> : tensor<f32>
    %twos = stablehlo.broadcast_in_dim %two, dims = [] : (tensor<f32>) -> tensor<1x2xf32>
    %m = stablehlo.multiply %l, %twos : tensor<1x2xf32>
    %r = "stablehlo.all_reduce"(%m) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %z = stablehlo.add %p, %q : tensor<f32>
      stablehlo.return %z : tensor<f32>
    }) : (tensor<1x2xf32>) -> tensor<1x2xf32>
    %k = stablehlo.custom_call @Sharding(%r) {mhlo.sharding = "{manual}"} : (tensor<1x2xf32>) -> tensor<1x2xf32>
    %g = stablehlo.custom_call @SPMDShardToFullShape(%k) {mhlo.sharding = "{devices=[2,1,2]<=[4] last_tile_dim_replicate}"} : (tensor<1x2xf32>) -> tensor<2x2xf32>
    return %g : tensor<2x2xf32>
  }
}`;

test('a part that is written for one device is a manual computation', async () => {
  expect(await shardform(['partition', '-', '--emit', 'none'], manual)).toContain('in all 8 B: 1 all_reduce');
  const report = await shardform(['run', '-', '--check-global'], manual);
  expect(report).toMatch(/^OK: the same numbers on .*\n {2}no difference/);
});

test('a part whose end, or whose kind of axes, is not known is refused with the reason', async () => {
  const open = program
    .replace('@Sharding', '@SPMDFullToShardShape')
    .replace(`"${tiles}"} : (t`, '"{manual}"} : (t');
  expect(await shardform(['show', '-'], open)).toContain(
    "error: a value with the sizes of one device leaves the block; put '@SPMDShardToFullShape' before",
  );
  const partial = manual.replace(
    '"{manual}"',
    '"{devices=[1,1,2,2]<=[4] last_tile_dims={manual, replicated}}"',
  );
  expect(await shardform(['show', '-'], partial)).toContain(
    "error: '@SPMDFullToShardShape' starts a part with the sizes of one device along some axes only",
  );
});

test('devices in orders that no mesh has in common are on meshes with their devices in these orders', async () => {
  const reordered = program
    .replace(`"${tiles}"}, %b`, '"{devices=[8,1]0,3,1,2,7,6,5,4}"}, %b')
    .replace('%b: tensor<8x4xf32>', '%b: tensor<8x4xf32> {mhlo.sharding = "{devices=[2,4]<=[8]}"}');
  expect(await shardform(['show', '-', '%a', '--as-written'], reordered)).toContain('local 1x4, 8 devices');
  expect(await shardform(['run', '-', '--check-global'], reordered)).toMatch(
    /^OK: the same numbers on 8 devices and one device /,
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
