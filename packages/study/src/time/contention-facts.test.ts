import {
  clusterMachine,
  deviceModels,
  gridMachine,
  type Machine,
  machineOfJson,
} from '@shardform/cost-model';
import { readFileSync } from 'node:fs';
import { funcDialect } from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import { chloDialect, stablehloDialect } from '@shardform/dialect-stablehlo';
import { builtinPasses, Context } from '@shardform/ir-core';
import { shardingPasses } from '@shardform/passes-sharding';
import { describe, expect, test } from 'vitest';
import { timesOfRow } from '../collectives/collective-rows.ts';
import { Study } from '../study.ts';
import { contentionSeconds } from './contention-facts.ts';
import { timeParts } from './time-parts.ts';

const EXTENSIONS = [builtinPasses, funcDialect, stablehloDialect, chloDialect, sdyDialect, shardingPasses];
const device = deviceModels.v100;
const GBPS = 1.25e8;

function measured(text: string, machine: Machine) {
  return Study.read('p.mlir', text, new Context(EXTENSIONS)).measured(machine);
}

const example = (name: string): string =>
  readFileSync(new URL(`../../../cli/examples/${name}.mlir`, import.meta.url), 'utf8');

/** Two nodes of 8 devices, which share one card of 800 Gb/s, or have one each. */
const nodes = (cards: number): Machine =>
  clusterMachine(`${cards} cards`, {
    ...{ nodes: 2, perNode: 8, cards, device, insideGbps: 2400, betweenGbps: 800 },
  });

/** A product whose sums are added up between two nodes, of 1 MiB on each device. */
const ACROSS = `sdy.mesh @mesh = <["n"=2, "l"=8]>
func.func @main(%a: tensor<4096x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"l"}, {"n"}]>},
                %w: tensor<1024x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"n"}, {}]>}) -> tensor<4096x512xf32> {
  %0 = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<4096x1024xf32>, tensor<1024x512xf32>) -> tensor<4096x512xf32>
  return %0 : tensor<4096x512xf32>
}`;

test('8 groups that share the network of a node contend for it for 7 eighths of the transfer', () => {
  const { facts, collectives, run } = measured(ACROSS, nodes(1));
  const { time } = facts;
  const alone = 2 ** 20 / (800 * GBPS);
  expect(time?.byAxis).toEqual([{ axis: 'n', seconds: expect.closeTo(alone, 12) as number }]);
  expect(time?.contention).toEqual([
    {
      ...{ collective: 'all_reduce', axis: 'n', link: 'network between nodes' },
      seconds: expect.closeTo(7 * alone, 12) as number,
    },
  ]);
  expect(time?.waiting).toBe(0);
  const shares = run!.report.shares.map(({ name }) => name);
  expect(shares).toEqual(['compute', 'contention', 'all_reduce', 'launching kernels']);
  expect(timesOfRow(collectives[0]!)).toEqual({
    seconds: expect.closeTo(8 * alone, 12) as number,
    contentionSeconds: expect.closeTo(7 * alone, 12) as number,
    hiddenSeconds: 0,
  });
});

test('where each device has a card, the same transfer takes as long without contention', () => {
  const [shared, own] = [measured(ACROSS, nodes(1)), measured(ACROSS, nodes(8))];
  expect(own.facts.time?.seconds).toBeCloseTo(shared.facts.time!.seconds, 12);
  expect(own.facts.time?.contention).toEqual([]);
});

/** Every second device of a ring of 8 adds up. */
const STRIDED = ACROSS.replace('"n"=2, "l"=8', '"n"=4, "l"=2');

test('groups of every second device of a torus contend for its wires', () => {
  const machine = gridMachine('ring', { sizes: [8], wraps: true, device, gbps: 100 });
  const { time } = measured(STRIDED, machine).facts;
  // 4 MiB on each device, by two wires of 100 Gb/s if a group was alone.
  const alone = (2 * (3 / 4) * 2 ** 22) / (200 * GBPS);
  expect(time?.byAxis).toEqual([{ axis: 'n', seconds: expect.closeTo(alone, 12) as number }]);
  expect(time?.contention).toEqual([
    {
      ...{ collective: 'all_reduce', axis: 'n', link: 'ring of 8' },
      seconds: expect.closeTo(alone, 12) as number,
    },
  ]);
});

test('the devices of a program wait for one that computes for longer, without contention', () => {
  const of = (flops: number) => ({ flops, dram: 1e15, launch: 0 });
  const machine = machineOfJson('straggler.json', {
    ...{ devices: [1, 2].map((id) => ({ id, ...of(id === 2 ? 1e12 : 2e12) })), default_gbps: 100 },
  });
  const { facts } = measured(ACROSS.replace('"n"=2, "l"=8', '"n"=2, "l"=1'), machine);
  // Each device multiplies 4096 x 512 by 512 x 512.
  const flops = 2 * 4096 * 512 * 512;
  expect(facts.time?.compute).toBeCloseTo(flops / 2e12, 12);
  expect(facts.time?.waiting).toBeCloseTo(flops / 1e12 - flops / 2e12, 12);
  expect(facts.time?.contention).toEqual([]);
});

describe.each(['mlp', 'train', 'layers', 'gpt_train'])('the time of %s', (name) => {
  const machine = clusterMachine('nodes', {
    ...{ nodes: 4, perNode: 4, device, insideGbps: 2400, betweenGbps: 100 },
  });
  const { facts, collectives, run } = measured(example(name), machine);
  const time = facts.time!;
  const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, own) => sum + own, 0);

  test('is the sum of its parts on all surfaces', () => {
    const { report } = run!;
    const parts = timeParts(time);
    expect(sumOf(parts.map(({ seconds }) => seconds))).toBeCloseTo(time.seconds, 12);
    expect(sumOf(report.shares.map(({ seconds }) => seconds))).toBeCloseTo(time.seconds, 12);
    const shareOf = (wanted: string): number =>
      report.shares.find((share) => share.name === wanted)?.seconds ?? 0;
    expect(shareOf('contention')).toBeCloseTo(contentionSeconds(time.contention), 12);
    expect(shareOf('waiting')).toBeCloseTo(time.waiting, 12);
    expect(report.communication.contention).toBeCloseTo(contentionSeconds(time.contention), 12);
    expect(sumOf(collectives.map((own) => timesOfRow(own).contentionSeconds ?? 0))).toBeCloseTo(
      contentionSeconds(time.contention),
      12,
    );
  });

  test('has the waiting that its events leave', () => {
    const { simulation } = run!.simulated;
    const own = simulation.events.filter((event) => event.device === run!.report.slowestDevice);
    // What happens between two moments at which something begins or ends is the same all the time.
    const spans = own.map(({ stream, start, duration, queued, shared }) => ({
      isCompute: stream === 'compute',
      ...{ from: start - (queued?.seconds ?? 0), start, end: start + duration },
      alone: start + duration - (shared?.seconds ?? 0),
    }));
    const moments = [...new Set(spans.flatMap(({ from, start, alone, end }) => [from, start, alone, end]))];
    moments.push(0, simulation.latency);
    moments.sort((a, b) => a - b);
    let [computing, transfer, contention, waiting] = [0, 0, 0, 0];
    for (const [i, to] of moments.entries()) {
      const from = moments[i - 1] ?? 0;
      const at = (from + to) / 2;
      const going = spans.filter((span) => span.from <= at && at < span.end);
      if (going.some(({ isCompute }) => isCompute)) computing += to - from;
      else if (going.length === 0) waiting += to - from;
      else if (going.some((span) => span.start <= at && at < span.alone)) transfer += to - from;
      else contention += to - from;
    }
    expect(computing).toBeCloseTo(time.compute + time.launch, 9);
    expect(transfer).toBeCloseTo(sumOf(time.byAxis.map(({ seconds }) => seconds)), 9);
    expect(contention).toBeCloseTo(contentionSeconds(time.contention), 9);
    expect(waiting).toBeCloseTo(time.waiting, 9);
  });
});
