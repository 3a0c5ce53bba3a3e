import { machineOfJson } from '@shardform/cost-model';
import { funcDialect } from '@shardform/dialect-func';
import { hloDialect } from '@shardform/dialect-hlo';
import { sdyDialect } from '@shardform/dialect-sdy';
import { chloDialect, stablehloDialect } from '@shardform/dialect-stablehlo';
import { type BufferAllocation, type HloModule, readHloText } from '@shardform/hlo-module';
import { builtinPasses, Context } from '@shardform/ir-core';
import { shardingPasses } from '@shardform/passes-sharding';

import { simulator } from '@shardform/runtime-sim';
import { describe, expect, test } from 'vitest';
import { Study } from '../study.ts';
import { CompiledStudy } from './compiled-study.ts';

const EXTENSIONS = [
  ...[builtinPasses, funcDialect, stablehloDialect, chloDialect, sdyDialect, hloDialect],
  ...[shardingPasses, simulator],
];

const STEP = `module @jit_step {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%w: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>} loc("w"), %x: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>} loc("x")) -> tensor<64x64xf32> {
    %0 = stablehlo.dot_general %w, %x, contracting_dims = [1] x [1] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> loc("jit(step)/dot_general")
    %1 = stablehlo.tanh %0 : tensor<64x64xf32> loc("jit(step)/tanh")
    return %1 : tensor<64x64xf32>
  }
}
`;

const COMPILED = `HloModule jit_step, is_scheduled=true, num_partitions=2

%add (a: f32[], b: f32[]) -> f32[] {
  %a = f32[] parameter(0)
  %b = f32[] parameter(1)
  ROOT %sum = f32[] add(%a, %b)
}

ENTRY %main (w: f32[64,32], x: f32[64,32]) -> f32[64,64] {
  %w = f32[64,32]{1,0} parameter(0), metadata={op_name="w"}
  %x = f32[64,32]{1,0} parameter(1), metadata={op_name="x"}
  %dot = f32[64,64]{1,0} dot(%w, %x), lhs_contracting_dims={1}, rhs_contracting_dims={1}, metadata={op_name="jit(step)/dot_general"}
  %all-reduce = f32[64,64]{1,0} all-reduce(%dot), channel_id=1, replica_groups={{0,1}}, use_global_device_ids=true, to_apply=%add, metadata={op_name="jit(step)/dot_general"}
  ROOT %tanh = f32[64,64]{1,0} tanh(%all-reduce), metadata={op_name="jit(step)/tanh"}
}
`;

const allocation = (
  own: Partial<BufferAllocation> & Pick<BufferAllocation, 'index' | 'size'>,
): BufferAllocation => ({
  ...{ isThreadLocal: false, isConstant: false, maybeLiveOut: false, memorySpace: 0, buffers: [] },
  ...own,
});

const buffer = (instruction: string, offset: number, size: number) => ({
  ...{ instruction, offset, size, shapeIndex: [] },
});

/** The product and its sum lie beside each other, since one is read while the other is written. */
const ALLOCATIONS = [
  allocation({ index: 0, size: 8192, parameter: { number: 0, index: [] }, maybeLiveOut: true }),
  allocation({ index: 1, size: 8192, parameter: { number: 1, index: [] } }),
  allocation({ index: 2, size: 16384, maybeLiveOut: true, buffers: [buffer('tanh', 0, 16384)] }),
  allocation({
    ...{ index: 3, size: 33000 },
    buffers: [buffer('dot', 0, 16384), buffer('all-reduce', 16384, 16384)],
  }),
  allocation({ index: 4, size: 64, isConstant: true }),
  allocation({ index: 5, size: 64, isThreadLocal: true }),
];

const machine = machineOfJson('m.json', { devices: 2, device: { flops: 1e12, dram: 1e12 }, default_gbps: 8 });

function compiled(known: Partial<HloModule> = {}): CompiledStudy {
  const study = Study.read('step.mlir', STEP, new Context(EXTENSIONS));
  return new CompiledStudy(study, { ...readHloText(COMPILED), ...known }, 'jaxlib 0.10.2 for CPUs');
}

describe('a compiled program', () => {
  test('is named by its compiler', () => {
    expect(compiled().text).toBe('as compiled by jaxlib 0.10.2 for CPUs');
  });

  test('has facts of its own collectives, along the axes of the mesh of the program', () => {
    const { facts } = compiled().measured(machine);
    expect(facts.devices).toBe(2);
    expect(facts.mesh).toEqual({ name: 'mesh', axes: [{ name: 'x', size: 2 }] });
    expect(facts.sent).toEqual({ bytes: 16384, meaning: 'exact', byAxis: [{ axis: 'x', bytes: 16384 }] });
    expect(facts.collectives.byKind).toEqual([{ kind: 'all_reduce', count: 1, executions: 1, bytes: 16384 }]);
    expect(facts.time?.byAxis.map(({ axis }) => axis)).toEqual(['x']);
    expect(facts.time?.byAxis[0]?.seconds).toBeCloseTo(16384 / 1e9, 9);
    expect(facts.problems).toEqual([]);
  });

  test('has the times of its collectives in their rows', () => {
    const [row, ...others] = compiled().measured(machine).list.rows;
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      ...{ kind: 'all_reduce', axis: 'x', value: '%0', type: 'f32[64,64]', bytes: 16384, line: 4 },
      ...{ executions: 1, groupSize: 2, hiddenSeconds: 0, userName: 'dot_general with w and x' },
    });
    expect(row?.seconds).toBeCloseTo(16384 / 1e9, 9);
  });

  test('has no times on a machine that is too small, and says why', () => {
    const small = machineOfJson('m.json', { devices: 1, device: { flops: 1e12 }, default_gbps: 8 });
    const { facts, list, run } = compiled().measured(small);
    expect([facts.time, run, list.rows[0]?.seconds]).toEqual([null, null, null]);
    expect(facts.problems).toEqual(['the program is for 2 devices, the machine has 1']);
  });
});

/** Each device uses its rows of the sum; CPUs add up bf16 in f32. */
const SCATTERED = COMPILED.replace('f32[64,64] {\n', 'f32[32,64] {\n')
  .replace('%add (a: f32[], b: f32[]) -> f32[]', '%add (a: bf16[], b: bf16[]) -> bf16[]')
  .replaceAll(/= f32\[\] (parameter|add)/g, '= bf16[] $1')
  .replace(
    /  ROOT %tanh.*\n/,
    `  %id = u32[] partition-id()
  %rows = u32[] constant(32)
  %from = u32[] multiply(%id, %rows)
  %zero = u32[] constant(0)
  %slice = f32[32,64]{1,0} dynamic-slice(%all-reduce, %from, %zero), dynamic_slice_sizes={32,64}
  ROOT %tanh = f32[32,64]{1,0} tanh(%slice), metadata={op_name="jit(step)/tanh"}
`,
  );

describe('a sum of bf16 of which each device uses its part', () => {
  const on = (kind: string): number => {
    const description = { devices: 2, device: { kind, flops: 1e12, dram: 1e12, launch: 0 }, default_gbps: 8 };
    const study = Study.read('step.mlir', STEP, new Context(EXTENSIONS));
    const own = new CompiledStudy(study, readHloText(SCATTERED), 'jaxlib 0.10.2 for CPUs', null, true);
    const { list } = own.simulated(machineOfJson('m.json', description));
    expect(list.rows).toMatchObject([{ kind: 'all_reduce', bytes: 16384 }]);
    return list.rows[0]!.seconds!;
  };

  test('takes the time of the sum on CPUs', () => {
    expect(on('cpu')).toBeCloseTo(16384 / 1e9, 9);
  });

  test('takes the time of a reduce-scatter of bf16 on accelerators, whose compilers make one', () => {
    expect(on('gpu')).toBeCloseTo(4096 / 1e9, 9);
  });

  test('takes the time of the sum on accelerators if it was compiled for them', () => {
    const gpus = { devices: 2, device: { kind: 'gpu', flops: 1e12, dram: 1e12, launch: 0 }, default_gbps: 8 };
    const { list } = compiled(readHloText(SCATTERED)).measured(machineOfJson('m.json', gpus));
    expect(list.rows[0]!.seconds!).toBeCloseTo(16384 / 1e9, 9);
  });
});

describe('a program that was compiled for CPUs, on accelerators', () => {
  const forCpus = (text: string): CompiledStudy => {
    const study = Study.read('step.mlir', STEP, new Context(EXTENSIONS));
    return new CompiledStudy(study, readHloText(text), 'jaxlib 0.10.2 for CPUs', null, true);
  };
  // Nothing is hidden where kernels take no time to speak of.
  const device = { kind: 'gpu', flops: 1e18, dram: 1e18, launch: 0 };
  const gpus = machineOfJson('m.json', { devices: 2, device, default_gbps: 8 });

  test('has the predicted time and memory where its collectives are predicted', () => {
    const own = forCpus(COMPILED);
    const { facts, text } = own.measured(gpus);
    const predicted = own.study.measured(gpus).facts;
    expect(facts.time!.seconds).toBeCloseTo(predicted.time!.seconds, 12);
    expect(facts.memory).toEqual(predicted.memory);
    expect(facts.sent).toEqual(predicted.sent);
    expect(text).toBe('collectives as XLA compiled them (jaxlib 0.10.2 for CPUs); time and memory predicted');
  });

  test('takes longer by collectives that are not predicted', () => {
    const more = COMPILED.replace(
      '  ROOT %tanh = f32[64,64]{1,0} tanh(%all-reduce)',
      `  %again = f32[64,64]{1,0} collective-permute(%all-reduce), channel_id=2, source_target_pairs={{0,1},{1,0}}
  ROOT %tanh = f32[64,64]{1,0} tanh(%again)`,
    );
    const own = forCpus(more);
    const { facts, text } = own.measured(gpus);
    const predicted = own.study.measured(gpus).facts;
    expect(facts.time!.seconds - predicted.time!.seconds).toBeCloseTo(16384 / 1e9, 9);
    expect(facts.sent.bytes).toBe(predicted.sent.bytes + 16384);
    expect(text).toContain(', of which 1 is not predicted; time');
  });

  test('sends a sum of which each device uses its part as a reduce-scatter, in the type that the program has', () => {
    const { list } = forCpus(SCATTERED).measured(gpus);
    expect(list.rows).toMatchObject([{ kind: 'reduce_scatter', type: 'f32[32,64]', bytes: 4096 }]);
  });

  test('has its own kernels on CPUs', () => {
    const cpus = machineOfJson('m.json', { devices: 2, device: { ...device, kind: 'cpu' }, default_gbps: 8 });
    const own = forCpus(COMPILED);
    expect(own.measured(cpus)).toBe(own.simulated(cpus));
  });
});

describe('the memory of a compiled program', () => {
  test('is that of its buffer assignment', () => {
    const { memory } = compiled({ bufferAllocations: ALLOCATIONS });
    expect(memory.peak).toEqual({
      ...{ bytes: 8192 + 8192 + 16384 + 33000, device: 0, rules: null, notes: [] },
      parts: { arguments: 16384, results: 24576, temporaries: 33000, aliased: 8192 },
    });
    expect(
      memory.rows.map(({ kind, bytes, value, userName, operation, until }) => [
        ...[kind, bytes, value?.name, userName, operation, until?.operation],
      ]),
    ).toEqual([
      ['result', 16384, '%1', 'tanh', 'tanh', undefined],
      ['temporary', 16384, '%0', 'dot_general with w and x', 'dot_general', 'dot_general'],
      ['temporary', 16384, '%0', 'dot_general with w and x', 'all_reduce', 'tanh'],
      ['donated', 8192, '%w', 'w', null, undefined],
      ['argument', 8192, '%x', 'x', null, undefined],
      ['gaps', 232, undefined, null, null, undefined],
    ]);
    expect(memory.rows.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(memory.peak?.bytes);
  });

  test('is estimated from the schedule where there is no buffer assignment, and says so', () => {
    const { memory } = compiled();
    expect(memory.peak?.parts).toMatchObject({ arguments: 16384, results: 16384, aliased: 0 });
    expect(memory.peak?.notes).toEqual([
      'estimated from the schedule: there is no buffer assignment, which dumps of XLA have',
    ]);
    expect(memory.rows.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(memory.peak?.bytes);
    expect(memory.rows.map(({ userName }) => userName)).toContain('x');
  });
});
