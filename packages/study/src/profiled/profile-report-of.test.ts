import { machineOfJson } from '@shardform/cost-model';
import { funcDialect } from '@shardform/dialect-func';
import { hloDialect } from '@shardform/dialect-hlo';
import { sdyDialect } from '@shardform/dialect-sdy';
import { chloDialect, stablehloDialect } from '@shardform/dialect-stablehlo';
import { readHloText } from '@shardform/hlo-module';
import { builtinPasses, Context } from '@shardform/ir-core';
import { shardingPasses } from '@shardform/passes-sharding';
import { Collector, type Profile, TraceReader } from '@shardform/profile-reader';
import { simulator } from '@shardform/runtime-sim';
import { describe, expect, test } from 'vitest';
import { CompiledStudy } from '../compiled/compiled-study.ts';
import { Study } from '../study.ts';
import type { ProfileReport } from './profile-report.ts';
import { profileReport } from './profile-report-of.ts';
import { sourceOfHlo, sourceOfStudy } from './profiled-source.ts';

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

/** The copy has no metadata; the fusion has that of what is inside. */
const COMPILED = `HloModule jit_step, is_scheduled=true, num_partitions=2

%add (a: f32[], b: f32[]) -> f32[] {
  %a = f32[] parameter(0)
  %b = f32[] parameter(1)
  ROOT %sum = f32[] add(%a, %b)
}

%fused (p: f32[64,64]) -> f32[64,64] {
  %p = f32[64,64]{1,0} parameter(0)
  ROOT %tanh = f32[64,64]{1,0} tanh(%p), metadata={op_name="jit(step)/tanh" source_file="model.py" source_line=9}
}

ENTRY %main (w: f32[64,32], x: f32[64,32]) -> f32[64,64] {
  %w = f32[64,32]{1,0} parameter(0), metadata={op_name="w"}
  %x = f32[64,32]{1,0} parameter(1), metadata={op_name="x"}
  %copy = f32[64,32]{0,1} copy(%w)
  %dot = f32[64,64]{1,0} dot(%copy, %x), lhs_contracting_dims={1}, rhs_contracting_dims={1}, metadata={op_name="jit(step)/dot_general" source_file="model.py" source_line=8}
  %all-reduce = f32[64,64]{1,0} all-reduce(%dot), channel_id=1, replica_groups={{0,1}}, use_global_device_ids=true, to_apply=%add, metadata={op_name="jit(step)/dot_general" source_file="model.py" source_line=8}
  ROOT %fusion = f32[64,64]{1,0} fusion(%all-reduce), kind=kLoop, calls=%fused
}
`;

/** Two steps on two devices; device 1 computes twice as long, and device 0 waits for it. Times are in microseconds. */
function profile(others: readonly (readonly [string, number])[] = []): Profile {
  const traceEvents = [0, 1].flatMap((run) =>
    [0, 1].flatMap((device) => {
      let ts = run * 1000;
      const computes = device === 0 ? 1 : 2;
      const all = [
        ...(['copy', 'dot'] as const).map((name, i) => [name, computes * (10 + 90 * i)] as const),
        ['all-reduce', device === 0 ? 150 : 40] as const,
        ['fusion', 20] as const,
        ...others,
      ];
      return all.map(([name, dur]) => {
        const event = {
          ...{ ph: 'X', pid: 1, tid: device, name, ts, dur },
          args: { hlo_op: name, hlo_module: 'jit_step', run_id: String(run), device_ordinal: String(device) },
        };
        ts += dur;
        return event;
      });
    }),
  );
  const collector = new Collector();
  const reader = new TraceReader('run.trace.json', 'host', collector);
  reader.push(new TextEncoder().encode(JSON.stringify({ traceEvents })));
  reader.end();
  return collector.profile();
}

const machine = machineOfJson('m.json', { devices: 2, device: { flops: 1e12, dram: 1e12 }, default_gbps: 8 });

function report(measured = profile(), on: typeof machine | null = null): ProfileReport {
  const source = sourceOfHlo(readHloText(COMPILED), new Context(EXTENSIONS));
  return profileReport(measured, measured.programs[0]!, source, on);
}

/** Microseconds, without the rounding of sums. */
const micro = (seconds: number): number => Math.round(seconds * 1e9) / 1e3;

describe('the profile of a compiled program', () => {
  test('has the lines of instructions, of what is inside of fusions, and of neighbours', () => {
    const { lines, joined, deviceSeconds, steps } = report();
    expect(
      lines.map(({ name, operation, instructions, meaning, seconds, totalSeconds }) => [
        ...[name, operation, instructions.join(' '), meaning, micro(seconds.median), micro(totalSeconds)],
      ]),
    ).toEqual([
      ['model.py:8', 'dot_general', 'dot copy', 'own', 165, 660],
      ['model.py:8', 'all_reduce', 'all-reduce', 'own', 95, 380],
      ['model.py:9', 'fusion', 'fusion', 'inside', 20, 80],
    ]);
    expect(joined).toEqual({ operations: 1, lines: 1 });
    expect(micro(deviceSeconds)).toBe(1120);
    expect(steps).toMatchObject({ count: 2, foundBy: 'runs', warmUp: 0, incomplete: 0 });
    expect(micro(steps.seconds.median)).toBe(280);
  });

  test('tells how long devices wait in collectives, and who is late', () => {
    const { communication, idle, stragglers } = report();
    expect(
      communication.map(({ axis, collectives, exposedSeconds, hiddenSeconds, waitingSeconds }) => [
        ...[axis, collectives, micro(exposedSeconds), hiddenSeconds, micro(waitingSeconds)],
      ]),
    ).toEqual([['groups of 2', 1, 95, 0, 55]]);
    expect(idle.map(({ cause, reason, seconds }) => [cause, reason, micro(seconds)])).toEqual([
      ['straggler', 'in collectives, until the last device of the group comes', 55],
    ]);
    expect(
      stragglers.map(({ device, times, computingSeconds }) => [
        device,
        times.toFixed(3),
        micro(computingSeconds),
      ]),
    ).toEqual([
      // The other one computes for 130 µs.
      ['CPU:1', (240 / 185).toFixed(3), 240],
    ]);
  });

  test('lists what the compiled program does not have, with its share', () => {
    const { unjoined, joined } = report(profile([['custom.7', 280]]));
    expect(unjoined.map(({ name, share, reason }) => [name, share, reason])).toEqual([
      ['custom.7', 0.5, 'the compiled program has no such instruction'],
    ]);
    expect(joined).toEqual({ operations: 0.5, lines: 0.5 });
  });

  test('counts collectives whose names do not tell that they are any', () => {
    const named = (text: string): string =>
      text
        .replaceAll('all-reduce', 'psum.7')
        .replace('= f32[64,64]{1,0} psum.7(', '= f32[64,64]{1,0} all-reduce(');
    const measured = profile();
    const renamed: Profile = {
      ...measured,
      programs: measured.programs.map((own) => Object.assign(own, { operations: own.operations.map(named) })),
      executions: measured.executions.map((own) => ({ ...own, communication: new Map() })),
    };
    const source = sourceOfHlo(readHloText(named(COMPILED)), new Context(EXTENSIONS));
    const { collectives } = profileReport(renamed, renamed.programs[0]!, source, null);
    expect(
      collectives.map(({ instruction, kind, axis, exposedSeconds, ratio }) => [
        ...[instruction, kind, axis, micro(exposedSeconds), ratio],
      ]),
    ).toEqual([['psum.7', 'all_reduce', 'groups of 2', 95, null]]);
  });

  test('has predicted times and what limits them on a machine', () => {
    const { operations, predicted, use } = report(profile(), machine);
    // 64 x 64 x 32 products and sums at 1 TFLOP/s, and 32 KiB at 1 TB/s, after a launch of 10 µs.
    expect(
      operations.map(({ name, predictedSeconds, bound }) => [name, micro(predictedSeconds ?? -1) > 0, bound]),
    ).toEqual([
      ['dot', true, 'launch'],
      ['all-reduce', true, 'network'],
      ['fusion', true, 'launch'],
      ['copy', true, 'launch'],
    ]);
    const sum = operations.reduce((all, own) => all + (own.predictedSeconds ?? 0), 0);
    expect(predicted?.machine).toBe('m.json');
    expect(micro(sum + (predicted?.unmeasuredSeconds ?? 0))).toBeCloseTo(micro(predicted?.seconds ?? 0), 3);
    // A step of 280 µs: 2 x 64 x 64 x 32 operations.
    expect(use?.flopsPerSecond).toBeCloseTo(262144 / 280e-6, -3);
  });
});

test('the program that was compiled tells values and axes', () => {
  const measured = profile();
  const study = Study.read('step.mlir', STEP, new Context(EXTENSIONS));
  const compiled = new CompiledStudy(study, readHloText(COMPILED), 'a dump');
  const { values, communication } = profileReport(
    measured,
    measured.programs[0]!,
    sourceOfStudy(compiled),
    null,
  );
  expect(communication.map(({ axis }) => axis)).toEqual(['x']);
  expect(values?.map(({ name, instructions }) => [name, instructions.join(' ')])).toEqual([
    ['dot_general with w and x, model.py:8', 'dot'],
    ['dot_general with w and x', 'all-reduce'],
    ['tanh, model.py:9', 'fusion'],
    ['w', 'copy'],
  ]);
});
