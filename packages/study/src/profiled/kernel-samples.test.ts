import { funcDialect } from '@shardform/dialect-func';
import { hloDialect } from '@shardform/dialect-hlo';
import { sdyDialect } from '@shardform/dialect-sdy';
import { chloDialect, stablehloDialect } from '@shardform/dialect-stablehlo';
import { readHloText } from '@shardform/hlo-module';
import { builtinPasses, Context } from '@shardform/ir-core';
import { shardingPasses } from '@shardform/passes-sharding';
import { Collector, TraceReader } from '@shardform/profile-reader';
import { simulator } from '@shardform/runtime-sim';
import { expect, test } from 'vitest';
import { kernelSamples } from './kernel-samples.ts';
import { sourceOfHlo } from './profiled-source.ts';

const EXTENSIONS = [
  ...[builtinPasses, funcDialect, stablehloDialect, chloDialect, sdyDialect, hloDialect],
  ...[shardingPasses, simulator],
];

const COMPILED = `HloModule jit_step, is_scheduled=true, num_partitions=4

%add (a: f32[], b: f32[]) -> f32[] {
  %a = f32[] parameter(0)
  %b = f32[] parameter(1)
  ROOT %sum = f32[] add(%a, %b)
}

ENTRY %main (w: f32[64,32], x: f32[64,32]) -> f32[64,64] {
  %w = f32[64,32]{1,0} parameter(0)
  %x = f32[64,32]{1,0} parameter(1)
  %dot = f32[64,64]{1,0} dot(%w, %x), lhs_contracting_dims={1}, rhs_contracting_dims={1}
  %all-reduce = f32[64,64]{1,0} all-reduce(%dot), channel_id=1, replica_groups={{0,1},{2,3}}, use_global_device_ids=true, to_apply=%add
  %permute = f32[64,64]{1,0} collective-permute(%all-reduce), channel_id=2, source_target_pairs={{0,1},{1,2},{2,0},{3,3}}
  ROOT %tanh = f32[64,64]{1,0} tanh(%permute)
}
`;

test('kernels have their work, and collectives the bytes and devices by which machines have fits', () => {
  const traceEvents = [0, 1, 2, 3].flatMap((device) =>
    ['dot', 'all-reduce', 'permute', 'tanh'].map((name, i) => ({
      ...{ ph: 'X', pid: 1, tid: device, name, ts: i * 10 + device, dur: i + 1 + (device === 3 ? 4 : 0) },
      args: { hlo_op: name, hlo_module: 'jit_step', run_id: '1', device_ordinal: String(device) },
    })),
  );
  const collector = new Collector();
  const reader = new TraceReader('run.trace.json', 'host', collector);
  reader.push(new TextEncoder().encode(JSON.stringify({ traceEvents })));
  reader.end();
  const profile = collector.profile();
  const source = sourceOfHlo(readHloText(COMPILED), new Context(EXTENSIONS));
  const { measurements, stepSeconds, problems } = kernelSamples(profile, profile.programs[0]!, source);
  expect(problems).toEqual([]);
  // Of each device 34 µs, and of the last one 38.
  expect(stepSeconds).toBeCloseTo(34e-6, 12);
  expect(measurements.map(({ seconds, ...work }) => [Math.round(seconds * 1e9), work])).toEqual([
    [5000, { kind: 'elementwise', bytes: 2 * 64 * 64 * 4 }],
    [4000, { kind: 'permute', devices: 3, bytes: 64 * 64 * 4 }],
    [3000, { kind: 'allreduce', devices: 2, bytes: 64 * 64 * 4 }],
    [2000, { kind: 'product', flops: 2 * 64 * 64 * 32, bytes: (2 * 64 * 32 + 64 * 64) * 4 }],
  ]);
});
