import { clusterMachine, CostError, costModel } from '@shardform/cost-model';
import { funcDialect, type FuncOp } from '@shardform/dialect-func';
import { hloDialect } from '@shardform/dialect-hlo';
import { Context, parseModule } from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import { rooflineCostModel } from '../cost/roofline-cost.ts';

import { simulateEvents } from '../simulate/event-simulator.ts';
import { flattenSpmd } from './flatten-spmd.ts';

import { type FlatProgram, kindOf, opHistogram } from './flat-program.ts';

const sum = `({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  })`;

function flat(text: string, devices: number, fuses = false): FlatProgram {
  const context = new Context([funcDialect, hloDialect, costModel]);
  const module = parseModule(text, context)!;
  const functions = [...module.body] as FuncOp[];
  return flattenSpmd(functions.at(-1)!, devices, context, { fuses });
}

/** Operations with the devices of their operands and results. */
function lines(program: FlatProgram): string[] {
  const { operandStart, operands, resultStart, valueDevice } = program;
  return Array.from({ length: program.opCount }, (_, op) => {
    const uses = [...operands.subarray(operandStart[op], operandStart[op + 1])].map(
      (value) => valueDevice[value],
    );
    const results = [...valueDevice.subarray(resultStart[op], resultStart[op + 1])];
    return `${kindOf(program, op)} ${uses.join()} -> ${results.join()}`;
  });
}

describe('a program that all devices run', () => {
  test('has no kernel for a conversion to the same type', () => {
    const converted = `func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = stablehlo.convert %x : tensor<4xf32>
      %1 = stablehlo.sine %0 : tensor<4xf32>
      return %1 : tensor<4xf32>
    }`;
    expect(lines(flat(converted, 1))).toEqual(['Composite 1 -> 1']);
  });

  test('sends for a start what it would for what is started, and whoever uses the result waits', () => {
    const text = (
      collective: string,
    ): string => `func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
      ${collective}
      %1 = stablehlo.sine %x : tensor<4xf32>
      ${collective.includes('async_start') ? '%0 = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<4xf32>>) -> tensor<4xf32>' : ''}
      %2 = stablehlo.cosine %0 : tensor<4xf32>
      return %1, %2 : tensor<4xf32>, tensor<4xf32>
    }`;
    const reduced = (operand: string): string =>
      `"stablehlo.all_reduce"(${operand}) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ${sum} : (tensor<4xf32>) -> tensor<4xf32>`;
    const started = `%f = "stablehlo.async_start"(%x) ({
      ^bb0(%y: tensor<4xf32>):
        %r = ${reduced('%y')}
        stablehlo.return %r : tensor<4xf32>
      }) : (tensor<4xf32>) -> !stablehlo.future<tensor<4xf32>>`;
    const program = flat(text(started), 2);
    expect(lines(program)).toEqual(lines(flat(text(`%0 = ${reduced('%x')}`), 2)));
    expect(lines(program)[0]).toBe('MPIAllreduce 1,2 -> 1,2');
  });

  test('is on each device, which are numbered from 1', () => {
    const program = flat(
      `func.func @main(%x: tensor<4x8xf32>, %w: tensor<8x2xf32>) -> tensor<4x2xf32> {
         %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
         return %0 : tensor<4x2xf32>
       }`,
      2,
    );
    expect(lines(program)).toEqual(['Composite 1,1 -> 1', 'Composite 2,2 -> 2']);
    expect([...program.compositeFlops.values()]).toEqual([128, 128]);
  });

  test('communicates by groups; who is alone keeps what it has', () => {
    const program = flat(
      `func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
         %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 2], [1, -1]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ${sum} : (tensor<4xf32>) -> tensor<4xf32>
         %1 = "stablehlo.collective_permute"(%0) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
         return %1 : tensor<4xf32>
       }`,
      3,
    );
    expect(lines(program)).toEqual(['MPIAllreduce 1,3 -> 1,3', 'CollectivePermute 1,2 -> 2,1']);
  });

  test('communicates once for several tensors, whose bytes are added up', () => {
    const gathered = (count: number): FlatProgram => {
      const names = Array.from({ length: count }, (_, i) => `%x${i}`);
      const types = (type: string): string => names.map(() => type).join(', ');
      return flat(
        `func.func @main(${names.map((name) => `${name}: tensor<4xf32>`).join(', ')}) -> (${types('tensor<16xf32>')}) {
           %0:${count} = "stablehlo.all_gather"(${names.join(', ')}) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> : (${types('tensor<4xf32>')}) -> (${types('tensor<16xf32>')})
           return ${names.map((_, i) => `%0#${i}`).join(', ')} : ${types('tensor<16xf32>')}
         }`,
        4,
      );
    };
    expect(lines(gathered(2))).toEqual(['MPIAllgather 1,2,3,4,1,2,3,4 -> 1,2,3,4,1,2,3,4']);
    expect(gathered(2).labels).toEqual(['all_gather of 2 tensors at -:2']);
    const device = { kind: 'gpu', flops: 1e14, dram: 1e12, launch: 1e-5, memory: 80e9 };
    const machine = clusterMachine('node', {
      ...{ nodes: 1, perNode: 4, device },
      ...{ insideGbps: 2400, betweenGbps: 200, insideLatency: 3e-6 },
    });
    const [one, two, four] = [1, 2, 4].map(
      (count) => simulateEvents(gathered(count), rooflineCostModel(machine), machine).latency,
    );
    // Three steps of 3 µs, and three parts of 16 bytes at 300 GB/s for each tensor.
    expect(one).toBeCloseTo(9e-6 + 48 / 300e9, 15);
    expect(two! - one!).toBeCloseTo(48 / 300e9, 15);
    expect(four! - two!).toBeCloseTo(96 / 300e9, 15);
  });

  test('permutes in one operation: what stays is none, ends of a shift only send or only receive', () => {
    const permuted = (pairs: string, count: number): string[] =>
      lines(
        flat(
          `func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
             %0 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<${pairs}> : tensor<${count}x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
             return %0 : tensor<4xf32>
           }`,
          4,
        ),
      );
    expect(permuted('[[0, 1], [1, 2], [2, 3], [3, 0]]', 4)).toEqual(['CollectivePermute 1,2,3,4 -> 2,3,4,1']);
    expect(permuted('[[0, 1], [1, 2], [2, 3]]', 3)).toEqual(['CollectivePermute 1,2,3 -> 2,3,4']);
    expect(permuted('[[0, 0], [1, 2], [2, 1], [3, 3]]', 4)).toEqual(['CollectivePermute 2,3 -> 3,2']);
    expect(permuted('[[0, 0], [1, 1]]', 2)).toEqual([]);
  });

  test('runs calls where they stand and loops as often as they count', () => {
    const program = flat(
      `func.func private @f(%a: tensor<4xf32>) -> tensor<4xf32> {
         %0 = stablehlo.tanh %a : tensor<4xf32>
         return %0 : tensor<4xf32>
       }
       func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
         %zero = stablehlo.constant dense<0> : tensor<i32>
         %n = stablehlo.constant dense<5> : tensor<i32>
         %r:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<4xf32>
         cond {
           %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
           stablehlo.return %c : tensor<i1>
         } do {
           %two = stablehlo.constant dense<2> : tensor<i32>
           %next = stablehlo.add %i, %two : tensor<i32>
           %z = func.call @f(%y) : (tensor<4xf32>) -> tensor<4xf32>
           stablehlo.return %next, %z : tensor<i32>, tensor<4xf32>
         }
         return %r#1 : tensor<4xf32>
       }`,
      1,
    );
    // Three times: a comparison, an addition, a call; three constants inside, two outside.
    expect(opHistogram(program)).toEqual({ Constant: 5, Composite: 9 });
  });

  test('reads of a slice of a slice what the inner one leaves', () => {
    const program = flat(
      `func.func @main(%x: tensor<96x64xf32>, %i: tensor<i32>) -> tensor<1x32xf32> {
         %0 = stablehlo.slice %x [0:96, 0:32] : (tensor<96x64xf32>) -> tensor<96x32xf32>
         %1 = stablehlo.dynamic_slice %0, %i, %i, sizes = [1, 32] : (tensor<96x32xf32>, tensor<i32>, tensor<i32>) -> tensor<1x32xf32>
         return %1 : tensor<1x32xf32>
       }`,
      1,
      true,
    );
    const x = program.operands.indexOf(0);
    expect([program.opCount, program.operandReads.get(x)]).toEqual([1, 32 * 4]);
  });

  test('computes what reads less than it makes inside of all that uses it, and other things inside of eight users', () => {
    const users = Array.from({ length: 9 }, (_, i) => i);
    const kernels = (make: string): number =>
      flat(
        `func.func @main(%x: tensor<64xf32>, %y: tensor<8x64xf32>) -> (${users.map(() => 'tensor<8x64xf32>').join(', ')}) {
           ${make}
           ${users.map((i) => `%u${i} = stablehlo.multiply %m, %y : tensor<8x64xf32>`).join('\n')}
           return ${users.map((i) => `%u${i}`).join(', ')} : ${users.map(() => 'tensor<8x64xf32>').join(', ')}
         }`,
        1,
        true,
      ).opCount;
    expect(
      kernels('%m = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<64xf32>) -> tensor<8x64xf32>'),
    ).toBe(9);
    expect(kernels('%m = stablehlo.add %y, %y : tensor<8x64xf32>')).toBe(10);
  });

  test('looks up the index of a part inside of the kernel that cuts it out', () => {
    const program = flat(
      `func.func @main(%x: tensor<64xf32>) -> tensor<8xf32> {
         %offsets = stablehlo.constant dense<[0, 8, 16, 24, 32, 40, 48, 56]> : tensor<8xi64>
         %id = stablehlo.partition_id : tensor<ui32>
         %0 = stablehlo.convert %id : (tensor<ui32>) -> tensor<i64>
         %1 = stablehlo.dynamic_slice %offsets, %0, sizes = [1] : (tensor<8xi64>, tensor<i64>) -> tensor<1xi64>
         %2 = stablehlo.reshape %1 : (tensor<1xi64>) -> tensor<i64>
         %3 = stablehlo.dynamic_slice %x, %2, sizes = [8] : (tensor<64xf32>, tensor<i64>) -> tensor<8xf32>
         return %3 : tensor<8xf32>
       }`,
      1,
      true,
    );
    expect(lines(program).filter((line) => line.startsWith('Composite'))).toHaveLength(1);
  });

  const shape = 'tensor<8x16xf32>';
  const sliced = (
    rest: string,
  ): string => `func.func @main(%x: tensor<4x8x16xf32>, %i: tensor<i32>) -> ${shape} {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %x, %i, %c, %c, sizes = [1, 8, 16] : (tensor<4x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x16xf32>) -> ${shape}
    ${rest}
  }`;

  test('reads a slice through a reshape in the kernel that uses it', () => {
    const program = flat(sliced(`%2 = stablehlo.add %1, %1 : ${shape}\nreturn %2 : ${shape}`), 1, true);
    expect(opHistogram(program)).toEqual({ Constant: 1, Composite: 1 });
    expect([...program.operandReads.values()]).toContain(4 * 8 * 16);
  });

  test.each([
    [
      'a product',
      `%2 = stablehlo.dot_general %1, %1, contracting_dims = [0] x [0] : (${shape}, ${shape}) -> tensor<16x16xf32>
      %3 = stablehlo.slice %2 [0:8, 0:16] : (tensor<16x16xf32>) -> ${shape}\nreturn %3 : ${shape}`,
      3,
    ],
    ['the program', `return %1 : ${shape}`, 1],
  ])('copies a slice that %s takes, and reshapes it for nothing', (_, rest, kernels) => {
    const program = flat(sliced(rest), 1, true);
    expect(opHistogram(program)).toEqual({ Constant: 1, Composite: kernels, Reshape: 1 });
  });

  test('leaves out the tensors that a loop carries without reading them', () => {
    const loop = (result: number): string => `func.func @main(%x: ${shape}) -> ${shape} {
      %c = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %three = stablehlo.constant dense<3> : tensor<i32>
      %s = stablehlo.sine %x : ${shape}
      %r:3 = stablehlo.while(%i = %c, %a = %x, %b = %s) : tensor<i32>, ${shape}, ${shape}
      cond {
        %p = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %p : tensor<i1>
      } do {
        %j = stablehlo.add %i, %one : tensor<i32>
        %t = stablehlo.tanh %a : ${shape}
        stablehlo.return %j, %t, %b : tensor<i32>, ${shape}, ${shape}
      }
      return %r#${result} : ${shape}
    }`;
    // A fusion has the label of its last operation.
    const executed = (result: number): string =>
      String(flat(loop(result), 1, true).sources.map(({ name }) => name));
    expect(executed(1)).toContain('stablehlo.tanh');
    expect(executed(1)).not.toContain('stablehlo.sine');
    expect(executed(2)).toContain('stablehlo.sine');
    expect(executed(2)).not.toContain('stablehlo.tanh');
    // What decides whether the loop goes on is kept.
    expect(executed(2)).toContain('stablehlo.compare');
  });

  test('keeps operations that a barrier waits for, as rematerialization has it', () => {
    const text = (result: string): string => `func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = stablehlo.sine %x : tensor<4xf32>
      %1:2 = stablehlo.optimization_barrier %x, %0 : tensor<4xf32>, tensor<4xf32>
      %2 = stablehlo.cosine %1#0 : tensor<4xf32>
      return ${result} : tensor<4xf32>
    }`;
    expect(flat(text('%2'), 1, true).opCount).toBe(2);
    expect(flat(text('%x'), 1, true).opCount).toBe(1);
  });

  test('keeps collectives that nothing uses', () => {
    const text = `func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ${sum} : (tensor<4xf32>) -> tensor<4xf32>
      %1 = stablehlo.sine %x : tensor<4xf32>
      return %x : tensor<4xf32>
    }`;
    expect(opHistogram(flat(text, 2, true))).toEqual({ MPIAllreduce: 1 });
  });

  test('waits for all tensors that are communicated together', () => {
    const four = 'tensor<4xf32>';
    const text = `func.func @main(%x: ${four}, %y: ${four}) -> (${four}, ${four}) {
      %f = "hlo.async_start"(%x, %y) ({
      ^bb0(%p: ${four}, %q: ${four}):
        %r:2 = "stablehlo.all_reduce"(%p, %q) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ${sum} : (${four}, ${four}) -> (${four}, ${four})
        stablehlo.return %r#0, %r#1 : ${four}, ${four}
      }) : (${four}, ${four}) -> !stablehlo.future<${four}, ${four}>
      %u = hlo.async_update %f : !stablehlo.future<${four}, ${four}>
      %d:2 = hlo.async_done %u : (!stablehlo.future<${four}, ${four}>) -> (${four}, ${four})
      %s = stablehlo.sine %d#0 : ${four}
      %t = stablehlo.sine %d#1 : ${four}
      return %s, %t : ${four}, ${four}
    }`;
    expect(lines(flat(text, 2))).toEqual([
      'MPIAllreduce 1,2,1,2 -> 1,2,1,2',
      ...['Composite 1 -> 1', 'Composite 2 -> 2', 'Composite 1 -> 1', 'Composite 2 -> 2'],
    ]);
  });

  test('spends nothing on operations of tokens; its devices are all there without values', () => {
    const text = `func.func @main(%order: !stablehlo.token) -> !stablehlo.token {
         %0 = stablehlo.create_token : !stablehlo.token
         %1 = stablehlo.after_all %order, %0 : !stablehlo.token
         return %1 : !stablehlo.token
       }`;
    for (const fuses of [false, true]) {
      const program = flat(text, 2, fuses);
      expect(lines(program)).toEqual([]);
      expect(program.deviceBound).toBe(3);
    }
  });

  test('needs known shapes', () => {
    const text = 'func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> { return %x : tensor<?xf32> }';
    expect(() => flat(text, 1)).toThrow(CostError);
  });
});

describe('one device that stands for all', () => {
  const device = { kind: 'gpu', flops: 1e12, dram: 1e11, launch: 1e-6, memory: 80e9 };
  const machine = clusterMachine('nodes', {
    ...{ nodes: 2, perNode: 2, device, insideGbps: 800, betweenGbps: 100, cards: 2 },
    ...{ insideLatency: 1e-6, betweenLatency: 5e-6 },
  });
  const handle = 'channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids';

  // Collectives of nodes, across nodes and of all, and permutes with a slowest pair that isn't the first.
  test.each([
    `"stablehlo.all_reduce"(%y) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, ${handle}}> ${sum} : (tensor<256x256xf32>) -> tensor<256x256xf32>`,
    `"stablehlo.all_reduce"(%y) <{replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, ${handle}}> ${sum} : (tensor<256x256xf32>) -> tensor<256x256xf32>`,
    `"stablehlo.all_reduce"(%y) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, ${handle}}> ${sum} : (tensor<256x256xf32>) -> tensor<256x256xf32>`,
    `"stablehlo.all_to_all"(%y) <{split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 4 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, ${handle}}> : (tensor<256x256xf32>) -> tensor<256x256xf32>`,
    `"stablehlo.collective_permute"(%y) <{source_target_pairs = dense<[[0, 1], [1, 0], [2, 3], [3, 2]]> : tensor<4x2xi64>}> : (tensor<256x256xf32>) -> tensor<256x256xf32>`,
    `"stablehlo.collective_permute"(%y) <{source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>}> : (tensor<256x256xf32>) -> tensor<256x256xf32>`,
    `"stablehlo.collective_permute"(%y) <{source_target_pairs = dense<[[0, 0], [1, 1], [2, 2], [3, 3]]> : tensor<4x2xi64>}> : (tensor<256x256xf32>) -> tensor<256x256xf32>`,
  ])('takes as long as all of them: %s', (collective) => {
    const text = `func.func @main(%x: tensor<256x256xf32>) -> tensor<256x256xf32> {
      %y = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
      %z = ${collective}
      %w = stablehlo.tanh %z : tensor<256x256xf32>
      return %w : tensor<256x256xf32>
    }`;
    const context = new Context([funcDialect, costModel]);
    const [func] = [...parseModule(text, context)!.body] as FuncOp[];
    const latencyOf = (representative: boolean): number => {
      const program = flattenSpmd(func!, 4, context, { representative });
      if (representative) expect(new Set(program.valueDevice)).toEqual(new Set([1]));
      return simulateEvents(program, rooflineCostModel(machine), machine).latency;
    };
    expect(latencyOf(true)).toBeCloseTo(latencyOf(false), 12);
  });
});
