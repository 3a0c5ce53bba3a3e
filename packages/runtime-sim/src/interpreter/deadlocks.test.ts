import { FuncOp } from '@shardform/dialect-func';
import { Context, parseModule, positionOf } from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import { randomSource, scalarArray } from '../array/index.ts';
import { simulator } from '../extension.ts';
import { ProgramRun } from './device-execution.ts';
import { ExecutionError } from './execution-error.ts';
import { runSpmd } from './run-module.ts';

const context = new Context([simulator]);
const random = randomSource(8);

// A second or two where nothing else runs.
const timeout = 180_000;

function below(count: number): number {
  return Math.floor(random.nextUniform() * count);
}

/** A collective of a group on a channel. */
interface Collective {
  readonly channel: number;
  readonly group: readonly number[];
}

/** Returns whether devices that execute their collectives in order all terminate. */
function terminates(programs: readonly (readonly Collective[])[]): boolean {
  const at = programs.map(() => 0);
  for (;;) {
    const open = programs.map((program, device) => program[at[device]!]);
    const ready = open.find(
      (collective) =>
        collective?.group.every((member) => {
          const other = open[member];
          return other?.channel === collective.channel && other.group.join() === collective.group.join();
        }) === true,
    );
    if (ready === undefined) return open.every((collective) => collective === undefined);
    for (const member of ready.group) at[member]! += 1;
  }
}

/** Executes a program of its own on each device. */
function run(programs: readonly (readonly Collective[])[]): void {
  const functions = programs.map((program, device) => {
    const lines = program.map(
      ({ channel, group }, i) =>
        `%${i} = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, use_global_device_ids,
           channel_handle = #stablehlo.channel_handle<handle = ${channel}, type = 1>,
           replica_groups = dense<[[${group.join()}]]> : tensor<1x${group.length}xi64>
         }> : (tensor<1xi32>) -> tensor<${group.length}xi32>`,
    );
    return `func.func @device${device}(%a: tensor<1xi32>) { ${lines.join('\n')}\n return }`;
  });
  const module = parseModule(functions.join('\n'), context)!;
  const regions = [...module.body].map((op) => (op as FuncOp).body);
  const input = { ...scalarArray('i32', 1), shape: [1] };
  new ProgramRun(context).onDevices(regions, () => [input]);
}

function failure(body: () => void): ExecutionError | null {
  try {
    body();
    return null;
  } catch (error) {
    if (error instanceof ExecutionError) return error;
    throw error;
  }
}

test('every deadlock among random programs is found, and nothing else is taken for one', { timeout }, () => {
  let deadlocks = 0;
  for (let i = 0; i < 500; i += 1) {
    const count = 2 + below(5);
    const script: Collective[] = Array.from({ length: 1 + below(6) }, (_, channel) => {
      const members = Array.from({ length: count }, (__, device) => device).filter(() => below(3) > 0);
      return { channel: channel + 1, group: members.length > 0 ? members : [0] };
    });
    const programs = Array.from({ length: count }, (_, device) =>
      script.filter(({ group }) => group.includes(device)),
    );
    // Something goes wrong on one device, or nothing does.
    const victim = programs[below(count)]!;
    const [one, other] = [below(victim.length), below(victim.length)];
    const wrong = below(4);
    if (victim.length > 0 && wrong === 0) victim.splice(one, 1);
    if (victim.length > 0 && wrong === 1) [victim[one], victim[other]] = [victim[other]!, victim[one]!];
    if (victim.length > 0 && wrong === 2) victim[one] = { ...victim[one]!, channel: 99 };
    const error = failure(() => {
      run(programs);
    });
    expect(error === null).toBe(terminates(programs));
    if (error === null) continue;
    deadlocks += 1;
    expect(error.message).toMatch(/^deadlock: device/);
  }
  expect(deadlocks).toBeGreaterThan(100);
});

describe.each([8, 64, 1024])('among %i devices', { timeout }, (count) => {
  test('one that misses a collective is named', () => {
    const sum = `"stablehlo.all_reduce"(%a) <{replica_groups = dense<> : tensor<0x0xi64>}> ({
      ^bb0(%x: tensor<i32>, %y: tensor<i32>):
        %s = stablehlo.add %x, %y : tensor<i32>
        stablehlo.return %s : tensor<i32>
    }) : (tensor<i32>) -> tensor<i32>`;
    const module = parseModule(
      `func.func @main(%a: tensor<i32>) -> tensor<i32> {
         %0 = ${sum}
         %id = stablehlo.partition_id : tensor<ui32>
         %three = stablehlo.constant dense<3> : tensor<ui32>
         %is = stablehlo.compare EQ, %id, %three : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
         %1 = "stablehlo.if"(%is) ({
           stablehlo.return %0 : tensor<i32>
         }, {
           %2 = ${sum}
           stablehlo.return %2 : tensor<i32>
         }) : (tensor<i1>) -> tensor<i32>
         return %1 : tensor<i32>
       }`,
      context,
    )!;
    const error = failure(() => {
      runSpmd(module, count, (device) => [scalarArray('i32', device)], context);
    });
    expect(error?.message).toBe(
      `deadlock: devices 0-2, 4-${count - 1} wait at 'stablehlo.all_reduce' for device 3; device 3 has ended`,
    );
  });

  test('a ring of pairs that all begin on the same side is found', () => {
    const pair = (device: number): Collective => ({
      channel: device + 1,
      group: [device, (device + 1) % count],
    });
    const programs = Array.from({ length: count }, (_, device) => [
      pair(device),
      pair((device + count - 1) % count),
    ]);
    const error = failure(() => {
      run(programs);
    });
    expect(error?.message).toMatch(
      /^deadlock: device 0 waits .* for device 1; device 1 waits .* for device 2;/,
    );
    expect(error?.message.length).toBeLessThan(700);
  });
});

describe('a report', () => {
  test('has a note at every place where devices wait', () => {
    const error = failure(() => {
      run([[{ channel: 1, group: [0, 1] }], [{ channel: 2, group: [0, 1] }]]);
    })!;
    expect(error.message).toBe(
      "deadlock: device 0 waits at 'stablehlo.all_gather' for device 1; device 1 waits at 'stablehlo.all_gather' for device 0",
    );
    expect(error.notes.map(({ op, message }) => [message, positionOf(op.location)?.line])).toEqual([
      ['device 0 waits here', 1],
      ['device 1 waits here', 6],
    ]);
  });

  test('tells that participants bring different tensors, and where they are', () => {
    const gather = (size: number): string => `
      %0 = "stablehlo.all_reduce"(%a) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
        replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
        ^bb0(%x: tensor<f32>, %y: tensor<f32>):
          stablehlo.return %x : tensor<f32>
      }) : (tensor<${size}xf32>) -> tensor<${size}xf32>`;
    const module = parseModule(
      `func.func @one(%a: tensor<2xf32>) { ${gather(2)}\n return }
       func.func @two(%a: tensor<3xf32>) { ${gather(3)}\n return }`,
      context,
    )!;
    const [one, two] = [...module.body].map((op) => (op as FuncOp).body);
    const error = failure(() => {
      new ProgramRun(context).onDevices([one!, two!], (device) => [
        { kind: 'f32', shape: [2 + device], data: new Float32Array(2 + device) },
      ]);
    })!;
    expect(error.message).toBe(
      "mismatched participants: device 0 brings tensor<2xf32> to 'stablehlo.all_reduce', device 1 brings tensor<3xf32>",
    );
    expect(error.notes.map(({ message }) => message)).toEqual(['device 0 is here']);
  });
});
