import { machineOfJson, uniformMachine } from '@shardform/cost-model';
import { readFileSync } from 'node:fs';
import { funcDialect } from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import { chloDialect, stablehloDialect } from '@shardform/dialect-stablehlo';
import { builtinPasses, Context } from '@shardform/ir-core';
import { shardingPasses } from '@shardform/passes-sharding';
import { describe, expect, test } from 'vitest';
import { collectiveTotals } from '../collectives/collective-totals.ts';
import { Study } from '../study.ts';
import { functionToSimulate } from './function-to-simulate.ts';
import { machineTraffic } from './machine-traffic.ts';
import { measureStages } from './measured-program.ts';
import { simulateStages } from './simulated-module.ts';
import { timedRun } from './simulated-time.ts';
import { gridOfChips } from '../../tests/grid-of-chips.ts';

const EXTENSIONS = [builtinPasses, funcDialect, stablehloDialect, chloDialect, sdyDialect, shardingPasses];

function measured(text: string, machine = gridOfChips()) {
  const study = Study.read('p.mlir', text, new Context(EXTENSIONS));
  const { module, context, names } = study;
  const { collectives, local } = study.partitioned();
  const program = { module, collectives, local, context, notes: { names } };
  return { ...measureStages(program, machine), program, module, context, machine };
}

function example(name: string): string {
  return readFileSync(new URL(`../../../cli/examples/${name}.mlir`, import.meta.url), 'utf8');
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, own) => sum + own, 0);

test('a layer is computed, launched and communicated for along two axes', () => {
  const { facts, collectives } = measured(example('mlp'));
  expect(facts.devices).toBe(8);
  expect(facts.mesh).toEqual({
    name: 'mesh',
    axes: [
      { name: 'x', size: 2 },
      { name: 'y', size: 4 },
    ],
  });
  // 64 KiB at 25 GB/s after one hop of a microsecond, and 3 MiB in two halves of 3 hops each.
  expect(collectives.map(({ kind, axis, bytes }) => [kind, axis, bytes])).toEqual([
    ['all_gather', 'x', 65536],
    ['all_reduce', 'y', 3145728],
  ]);
  expect(collectives[0]!.seconds).toBeCloseTo(65536 / 25e9 + 1e-6, 12);
  expect(collectives[1]!.seconds).toBeCloseTo(3145728 / 25e9 + 6e-6, 12);
  // Four kernels of 5 us each.
  expect(facts.time?.launch).toBeCloseTo(20e-6, 12);
  expect(facts.sent).toEqual({
    meaning: 'exact',
    bytes: 3211264,
    byAxis: [
      { axis: 'x', bytes: 65536 },
      { axis: 'y', bytes: 3145728 },
    ],
  });
  expect(facts.collectives).toEqual({
    count: 2,
    executions: 2,
    byKind: [
      { kind: 'all_gather', count: 1, executions: 1, bytes: 65536 },
      { kind: 'all_reduce', count: 1, executions: 1, bytes: 3145728 },
    ],
  });
  expect(facts.memory?.parts).toEqual({
    arguments: 1118720,
    results: 2097152,
    temporaries: 2097152,
    aliased: 0,
  });
  expect(facts.problems).toEqual([]);
});

describe.each(['mlp', 'train', 'layers', 'gpt_train'])('the numbers of %s', (name) => {
  const { facts, collectives, program, module, machine } = measured(example(name));

  test('add up to the totals', () => {
    const { compute, byAxis, contention, waiting, launch, seconds } = facts.time!;
    const communication = sumOf([...byAxis, ...contention].map((own) => own.seconds));
    expect(compute + launch + waiting + communication).toBeCloseTo(seconds, 12);
    expect(sumOf(collectives.map(({ exposedSeconds }) => exposedSeconds!))).toBeCloseTo(
      sumOf(byAxis.map((own) => own.seconds)),
      12,
    );
    expect(sumOf(facts.sent.byAxis.map(({ bytes }) => bytes))).toBe(facts.sent.bytes);
    expect(sumOf(facts.collectives.byKind.map(({ bytes }) => bytes))).toBe(facts.sent.bytes);
    expect(collectives.every((own) => own.seconds! > 0 && own.exposedSeconds! <= own.seconds!)).toBe(true);
  });

  test('are those of a simulation and of the list of collectives', () => {
    const setup = { machineFor: () => ({ machine, costModel: 'roofline' as const }) };
    const { report } = timedRun(simulateStages(program, functionToSimulate(module)!, setup)!);
    expect(facts.time?.seconds).toBe(report.seconds);
    expect(facts.memory).toEqual(report.peakMemory);
    const totals = collectiveTotals(collectives);
    expect([facts.sent.bytes, facts.collectives.executions]).toEqual([totals.bytes, totals.executions]);
  });
});

const ADD = `({
^bb0(%a: tensor<f32>, %b: tensor<f32>):
  %s = stablehlo.add %a, %b : tensor<f32>
  stablehlo.return %s : tensor<f32>
})`;

/** A reduction that the program itself has, among groups of devices. */
function manual(groups: string, mesh: string): string {
  return `sdy.mesh @mesh = <["x"=2, "y"=2]${mesh}>
func.func @main(%x: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> tensor<8x8xf32> {
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}, {"y"}]>] out_shardings=[<@mesh, [{"x"}, {"y"}]>] manual_axes={"x", "y"} (%l: tensor<4x4xf32>) {
    %1 = "stablehlo.all_reduce"(%l) <{replica_groups = dense<${groups}> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ${ADD} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    sdy.return %1 : tensor<4x4xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}`;
}

test.each([
  ['[[0, 1], [2, 3]]', '', 'y'],
  ['[[0, 2], [1, 3]]', '', 'x'],
  ['[[0, 3], [1, 2]]', '', 'x, y'],
  ['[[0, 1], [2, 3]]', ', device_ids=[0, 2, 1, 3]', 'x'],
])('a reduction of the program among %s%s is along %s', (groups, mesh, axis) => {
  const { facts, collectives } = measured(manual(groups, mesh));
  expect(collectives.map((own) => own.axis)).toEqual([axis]);
  expect(facts.sent.byAxis).toEqual([{ axis, bytes: 64 }]);
  expect(facts.time?.byAxis.map((own) => own.axis)).toEqual([axis]);
});

test('a collective in a loop takes its seconds in each iteration', () => {
  const loop = (trips: number): string => `sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<${trips}> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %v = %x) : tensor<i32>, tensor<64x64xf32>
  cond {
    %c = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : tensor<i32>
    %1 = stablehlo.dot_general %v, %v, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    stablehlo.return %next, %1 : tensor<i32>, tensor<64x64xf32>
  }
  return %0#1 : tensor<64x64xf32>
}`;
  const [once, thrice] = [measured(loop(1)), measured(loop(3))];
  expect(once.collectives.length).toBeGreaterThan(0);
  expect(thrice.collectives.map(({ executions }) => executions)).toEqual(once.collectives.map(() => 3));
  for (const [i, { seconds }] of thrice.collectives.entries())
    expect(seconds).toBeCloseTo(3 * once.collectives[i]!.seconds!, 12);
});

test('a machine that is too small leaves the bytes', () => {
  const { facts, collectives, run } = measured(example('mlp'), uniformMachine(2));
  expect(facts.problems).toEqual(['the program is for 8 devices, the machine has 2']);
  expect([facts.time, run]).toEqual([null, null]);
  expect(facts.sent.bytes).toBe(3211264);
  expect(collectives.map(({ seconds }) => seconds)).toEqual([null, null]);
});

test('a program that is not partitioned tells the reason', () => {
  const study = Study.read(
    'p.mlir',
    `sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32>, tensor<ui32>) {
  %0 = stablehlo.partition_id : tensor<ui32>
  return %x, %0 : tensor<8xf32>, tensor<ui32>
}`,
    new Context(EXTENSIONS),
  );
  const { facts } = study.measured(gridOfChips());
  expect(facts.time).toBeNull();
  expect(facts.problems).toEqual([
    "'stablehlo.partition_id' stands outside of 'sdy.manual_computation': the program has the sizes of one device, and its shardings would divide them again; take the output of 'shardform partition', which tells how the whole is split, or the program that it was made from",
  ]);
});

test('a program without a mesh is of one device', () => {
  const { facts } = measured(`func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.tanh %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}`);
  expect(facts).toMatchObject({ devices: 1, mesh: null, sent: { bytes: 0, byAxis: [] } });
  expect(facts.time?.byAxis).toEqual([]);
});

test('functions in a module for several devices are not simulated, and it is said why', () => {
  const { facts, run } = measured(`module attributes {mhlo.num_partitions = 8 : i32} {
    builtin.module {
      func.func @main(%arg0: tensor<4xf32>) -> tensor<4xf32> {
        return %arg0 : tensor<4xf32>
      }
    }
  }`);
  expect(run).toBeNull();
  expect(facts.time).toBeNull();
  expect(facts.problems).toEqual([
    "module must have entry func with name main; its functions stand in a module inside of it, as those of a device's program do: take the program that it was made from",
  ]);
});

test('the memory of a device is known where the machine is too small for the program', () => {
  const { facts } = measured(example('mlp'), uniformMachine(2));
  expect(facts.time).toBe(null);
  expect(facts.problems).toEqual(['the program is for 8 devices, the machine has 2']);
  expect(facts.memory).toEqual(measured(example('mlp'), uniformMachine(8)).facts.memory);
});

test('a sum of a manual computation goes along the axis of the mesh that its groups lie along', () => {
  const { facts, collectives } = measured(
    readFileSync(
      new URL('../../../playground/src/examples/manual-computation.mlir', import.meta.url),
      'utf8',
    ),
  );
  expect(collectives.map(({ kind, axis, axisNames }) => [kind, axis, axisNames])).toEqual([
    ['all_reduce', 'x', ['x']],
  ]);
  expect(collectiveTotals(collectives).bytesByAxes).toEqual({ x: facts.sent.bytes });
});

test('a ring along a row of a grid goes over each of its links in both directions', () => {
  const context = new Context(EXTENSIONS);
  const study = Study.read('p.mlir', example('mlp'), context, () => null, null, 'best');
  const traffic = machineTraffic(study, study.source, gridOfChips())!;
  expect(traffic.topology).toEqual(gridOfChips().topology);
  // Of the all_gather along x there are rings of 2 devices, of those along y rings of 4 in a row.
  expect(traffic.senders.map(({ kind, axis, loads }) => [kind, axis, loads.length])).toEqual([
    ['all_gather', 'y', 12],
    ['all_gather', 'y', 12],
    ['all_gather', 'x', 8],
  ]);
  expect([...new Set(traffic.senders.flatMap(({ loads }) => loads.map(([, bytes]) => bytes)))]).toEqual([
    1572864, 786432, 65536,
  ]);
  expect(traffic.wires).toHaveLength(20);
});

test('two machines of one name are two machines', () => {
  const study = Study.read('p.mlir', example('mlp'), new Context(EXTENSIONS));
  const machine = (gbps: number) =>
    machineOfJson('m.json', { devices: 8, device: { flops: 1e14 }, default_gbps: gbps });
  const seconds = [10, 100, 10].map((gbps) => study.measured(machine(gbps)).collectives[0]!.seconds);
  expect(seconds[1]).toBeLessThan(seconds[0]!);
  expect(seconds[2]).toBe(seconds[0]);
});

test('what is summed up is the same where one device stands for all', () => {
  const { facts, collectives, program, machine, run } = measured(example('gpt_train'));
  const one = measureStages(program, machine, null, { isSummedUp: true });
  expect(one.facts).toEqual(facts);
  expect(one.collectives).toEqual(collectives);
  const devicesIn = (own: typeof run): number =>
    new Set(own?.simulated.simulation.events.map(({ device }) => device)).size;
  expect([devicesIn(one.run), devicesIn(run)]).toEqual([1, 8]);
});
