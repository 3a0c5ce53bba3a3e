import { Budget, Context, parseModule, signalInterrupt, withBudget } from '@shardform/ir-core';
import { afterEach, describe, expect, test } from 'vitest';
import type { NdArray } from '../array/index.ts';
import { randomArray } from '../array/index.ts';
import { simulator } from '../extension.ts';
import { runSpmd } from '../interpreter/run-module.ts';
import { canBeSpread, DeviceWorkers } from './device-workers.ts';
import { serveDevices } from './serve-devices.ts';
import { messagePort } from './worker-port.ts';

const context = new Context([simulator]);
const open: DeviceWorkers[] = [];
afterEach(() => open.splice(0).forEach((workers) => workers.close()));

/** Workers whose other ends are in this thread: messages are copied and come later all the same. */
function workersOf(count: number): DeviceWorkers {
  const ports = Array.from({ length: count }, () => {
    const { port1, port2 } = new MessageChannel();
    serveDevices(messagePort(port2), () => new Context([simulator]));
    return messagePort(port1);
  });
  const workers = new DeviceWorkers(ports);
  open.push(workers);
  return workers;
}

function moduleOf(body: string, type = '64x8xf32'): NonNullable<ReturnType<typeof parseModule>> {
  return parseModule(
    `func.func @main(%x: tensor<${type}>) -> tensor<${type}> {\n${body}\n return %r : tensor<${type}>\n}`,
    context,
  )!;
}

const sum = (value: string, groups: string): string => `"stablehlo.all_reduce"(${value}) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) {replica_groups = dense<${groups}> : tensor<${groups.startsWith('[[0, 1, 2, 3]') ? '1x4' : '2x2'}xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids} : (tensor<64x8xf32>) -> tensor<64x8xf32>`;

const training = moduleOf(`
  %w = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<64x8xf32>, tensor<64x8xf32>) -> tensor<8x8xf32>
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x8xf32>, tensor<8x8xf32>) -> tensor<64x8xf32>
  %0 = ${sum('%y', '[[0, 1], [2, 3]]')}
  %t = stablehlo.tanh %0 : tensor<64x8xf32>
  %1 = ${sum('%t', '[[0, 1, 2, 3]]')}
  %2 = "stablehlo.collective_permute"(%1) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3]]> : tensor<3x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>} : (tensor<64x8xf32>) -> tensor<64x8xf32>
  %r = stablehlo.add %2, %y : tensor<64x8xf32>`);

const grid = { replicas: 1, partitions: 4 };
const inputsOf = (device: number): NdArray[] => [randomArray('f32', [64, 8], device)];

describe('DeviceWorkers', () => {
  test.each([1, 2, 3, 7])('%i threads give the results of one, bit for bit', async (count) => {
    const workers = workersOf(count);
    const expected = runSpmd(training, 4, inputsOf, context, { grid });
    const first = workers.run(training, 4, inputsOf, context, { grid });
    const second = workers.run(training, 4, inputsOf, context, { grid });
    expect(await first).toEqual(expected);
    expect(await second).toEqual(expected);
    expect(workers.spreadRuns).toBe(2);
  });

  test('loops with collectives inside are spread', async () => {
    const loop = moduleOf(`
      %n = stablehlo.constant dense<3> : tensor<i32>
      %z = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %w:2 = stablehlo.while(%i = %z, %v = %x) : tensor<i32>, tensor<64x8xf32>
      cond {
        %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %d = ${sum('%v', '[[0, 1, 2, 3]]')}
        %j = stablehlo.add %i, %one : tensor<i32>
        stablehlo.return %j, %d : tensor<i32>, tensor<64x8xf32>
      }
      %r = stablehlo.negate %w#1 : tensor<64x8xf32>`);
    const workers = workersOf(2);
    const results = await workers.run(loop, 4, inputsOf, context, { grid });
    expect(results).toEqual(runSpmd(loop, 4, inputsOf, context, { grid }));
    expect(workers.spreadRuns).toBe(1);
  });

  test('a deadlock and wrong inputs are reported as in one thread', async () => {
    const workers = workersOf(2);
    const deadlocked = moduleOf(`
      %p = stablehlo.partition_id : tensor<ui32>
      %z = stablehlo.constant dense<0> : tensor<ui32>
      %c = stablehlo.compare EQ, %p, %z : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
      %r = "stablehlo.if"(%c) ({ stablehlo.return %x : tensor<64x8xf32> }, {
        %0 = ${sum('%x', '[[0, 1, 2, 3]]')}
        stablehlo.return %0 : tensor<64x8xf32>
      }) : (tensor<i1>) -> tensor<64x8xf32>`);
    const messageOf = (work: () => unknown): string => {
      try {
        work();
      } catch (error) {
        return (error as Error).message;
      }
      return '';
    };
    const message = messageOf(() => runSpmd(deadlocked, 4, inputsOf, context, { grid }));
    expect(message).toContain('devices 1-3 wait');
    await expect(workers.run(deadlocked, 4, inputsOf, context, { grid })).rejects.toThrow(message);
    await expect(workers.run(training, 4, () => [], context, { grid })).rejects.toThrow('provided 0 inputs');
    expect(workers.spreadRuns).toBe(0);
    // The threads are as good as before.
    expect(await workers.run(training, 4, inputsOf, context, { grid })).toEqual(
      runSpmd(training, 4, inputsOf, context, { grid }),
    );
  });

  test('programs that share more than collectives are executed in this thread', async () => {
    const seen: number[] = [];
    const options = { grid, observe: (_: unknown, __: unknown, device: number) => void seen.push(device) };
    expect(canBeSpread(training, { grid })).toBe(true);
    expect(canBeSpread(training, options)).toBe(false);
    await workersOf(2).run(training, 4, inputsOf, context, options);
    expect(new Set(seen)).toEqual(new Set([0, 1, 2, 3]));
    const shared = moduleOf('%r = stablehlo.custom_call @mine(%x) : (tensor<64x8xf32>) -> tensor<64x8xf32>');
    expect(canBeSpread(shared, { grid })).toBe(false);
    const placed = moduleOf(
      '%r = stablehlo.custom_call @Sharding(%x) : (tensor<64x8xf32>) -> tensor<64x8xf32>',
    );
    expect(canBeSpread(placed, { grid })).toBe(true);
  });

  test('threads are held to the limits, and stop with the work that they do', async () => {
    const endless = moduleOf(`
      %one = stablehlo.constant dense<1> : tensor<i32>
      %w:2 = stablehlo.while(%i = %one, %v = %x) : tensor<i32>, tensor<64x8xf32>
      cond {
        %c = stablehlo.compare LE, %i, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {
        %j = stablehlo.add %i, %one : tensor<i32>
        %d = ${sum('%v', '[[0, 1, 2, 3]]')}
        stablehlo.return %j, %d : tensor<i32>, tensor<64x8xf32>
      }
      %r = stablehlo.negate %w#1 : tensor<64x8xf32>`);
    const workers = workersOf(2);
    const run = (budget: Budget) =>
      withBudget(budget, () => workers.run(endless, 4, inputsOf, context, { grid }));
    await expect(run(new Budget({ work: 1e5 }))).rejects.toThrow('--limit-work raises the limit');
    await expect(run(new Budget({ time: 0.1 }))).rejects.toThrow('stopped after 0.1 s');
    const controller = new AbortController();
    const cancelled = run(new Budget({}, signalInterrupt(controller.signal)));
    setImmediate(() => controller.abort());
    await expect(cancelled).rejects.toThrow('cancelled');
    // The threads are as good as before.
    expect(await workers.run(training, 4, inputsOf, context, { grid })).toEqual(
      runSpmd(training, 4, inputsOf, context, { grid }),
    );
    expect(workers.spreadRuns).toBe(1);
  });

  test('without threads, or when one is lost, this thread does the work', async () => {
    const expected = runSpmd(training, 4, inputsOf, context, { grid });
    expect(await new DeviceWorkers([]).run(training, 4, inputsOf, context, { grid })).toEqual(expected);
    let fail: () => void = () => undefined;
    const dead = new DeviceWorkers([
      { send: () => fail(), listen: (_, failed) => (fail = failed), close: () => undefined },
    ]);
    expect(await dead.run(training, 4, inputsOf, context, { grid })).toEqual(expected);
  });
});
