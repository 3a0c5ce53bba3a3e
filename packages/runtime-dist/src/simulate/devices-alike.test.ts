import { clusterMachine, costModel, type Machine } from '@shardform/cost-model';
import { funcDialect, type FuncOp } from '@shardform/dialect-func';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import { Context, parseModule } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { rooflineCostModel } from '../cost/roofline-cost.ts';
import { flattenSpmd } from '../program/flatten-spmd.ts';
import { areDevicesAlike } from './devices-alike.ts';
import { simulateEvents } from './event-simulator.ts';

const device = { kind: 'gpu', flops: 1e12, dram: 1e11, launch: 1e-6, memory: 80e9 };
const nodesOf = (perNode: number, nodes = 2): Machine =>
  clusterMachine('nodes', {
    ...{ nodes, perNode, device, insideGbps: 800, betweenGbps: 100, cards: 1 },
    ...{ insideLatency: 1e-6, betweenLatency: 5e-6 },
  });
const machine = nodesOf(2);
const handle = 'channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids';
const T = 'tensor<256x256xf32>';

const sumIn = (groups: string, shape: string): string =>
  `"stablehlo.all_reduce"(%y) <{replica_groups = dense<${groups}> : tensor<${shape}xi64>, ${handle}}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) : (${T}) -> ${T}`;

const permute = `"stablehlo.collective_permute"(%y) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (${T}) -> ${T}`;

function flattened(collective: string) {
  const context = new Context([funcDialect, stablehloDialect, costModel]);
  const text = `func.func @main(%x: ${T}) -> ${T} {
    %y = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (${T}, ${T}) -> ${T}
    %z = ${collective}
    %v = stablehlo.tanh %y : ${T}
    %w = stablehlo.multiply %v, %z : ${T}
    return %w : ${T}
  }`;
  const [func] = [...parseModule(text, context)!.body] as FuncOp[];
  return (representative: boolean) => flattenSpmd(func!, 4, context, { representative });
}

test.each([
  ['of nodes', sumIn('[[0, 1], [2, 3]]', '2x2')],
  ['across nodes, which share cards', sumIn('[[0, 2], [1, 3]]', '2x2')],
  ['of all', sumIn('[[0, 1, 2, 3]]', '1x4')],
])('one device has the events of each where devices do the same: %s', (_, collective) => {
  const program = flattened(collective);
  const one = program(true);
  expect(areDevicesAlike(one, machine)).toBe(true);
  const eventsOn = (number: number, representative: boolean) =>
    simulateEvents(program(representative), rooflineCostModel(machine), machine, { events: true })
      .events.filter((event) => event.device === number)
      .map(({ stream, start, duration, queued, shared }) => ({ stream, start, duration, queued, shared }));
  const own = eventsOn(1, true);
  expect(own.filter(({ stream }) => stream === 'communication')).toHaveLength(1);
  for (const number of [1, 2, 3, 4]) expect(eventsOn(number, false)).toEqual(own);
});

test.each([
  ['a slower device', sumIn('[[0, 1], [2, 3]]', '2x2'), withSlowerDevice(machine)],
  ['taking part or not', sumIn('[[0, 1, 2]]', '1x3'), machine],
  ['whom they send to', permute, machine],
  ['groups in a node and across', sumIn('[[0, 1], [2, 3]]', '2x2'), nodesOf(3)],
  ['being there or not', sumIn('[[0, 1, 2, 3]]', '1x4'), nodesOf(2, 1)],
])('one device does not stand for devices that differ by %s', (_, collective, own) => {
  expect(areDevicesAlike(flattened(collective)(true), own)).toBe(false);
});

function withSlowerDevice(own: Machine): Machine {
  const [first] = [...own.devices.values()].filter(({ id }) => id > 0);
  return { ...own, devices: new Map([...own.devices, [first!.id, { ...first!, flops: first!.flops / 2 }]]) };
}
