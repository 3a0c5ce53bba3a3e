import { clusterMachine, costModel } from '@shardform/cost-model';
import { funcDialect, type FuncOp } from '@shardform/dialect-func';
import { Context, parseModule } from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import { rooflineCostModel } from '../cost/roofline-cost.ts';
import { simulateEvents } from '../simulate/event-simulator.ts';
import { combineCollectives } from './combine-collectives.ts';
import { type FlatProgram, kindOf } from './flat-program.ts';
import { flattenSpmd } from './flatten-spmd.ts';

const handle = 'channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids';
const PAIRS = 'dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>';
const ACROSS = 'dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>';

function gather(result: string, operand: string, groups = PAIRS): string {
  return `%${result} = "stablehlo.all_gather"(%${operand}) <{all_gather_dim = 0 : i64, replica_groups = ${groups}, ${handle}}> : (tensor<32x64xf32>) -> tensor<64x64xf32>`;
}

function sumOf(result: string, operand: string): string {
  return `%${result} = "stablehlo.all_reduce"(%${operand}) <{replica_groups = ${PAIRS}, ${handle}}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<64x64xf32>) -> tensor<64x64xf32>`;
}

function product(result: string, lhs: string, rhs: string): string {
  return `%${result} = stablehlo.dot_general %${lhs}, %${rhs}, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>`;
}

function unary(op: string, result: string, operand: string, type = '64x64'): string {
  return `%${result} = stablehlo.${op} %${operand} : tensor<${type}xf32>`;
}

/** A program of inputs `x` and parts `v` and `w`, before and after. */
function combined(lines: readonly string[], results: readonly string[]): readonly [FlatProgram, FlatProgram] {
  const types = results.map(() => 'tensor<64x64xf32>').join(', ');
  const text = `func.func @main(%x: tensor<64x64xf32>, %v: tensor<32x64xf32>, %w: tensor<32x64xf32>) -> (${types}) {
    ${lines.join('\n')}
    return ${results.map((name) => `%${name}`).join(', ')} : ${types}
  }`;
  const context = new Context([funcDialect, costModel]);
  const module = parseModule(text, context);
  const [func] = [...module!.body] as FuncOp[];
  const program = flattenSpmd(func!, 4, context, { representative: true });
  return [program, combineCollectives(program)];
}

/** The kinds of operations, in their order. */
function kinds(program: FlatProgram): string[] {
  return Array.from({ length: program.opCount }, (_, op) => kindOf(program, op));
}

const device = { kind: 'gpu', flops: 1e11, dram: 1e12, launch: 1e-6, memory: 80e9 };
const machine = clusterMachine('node', {
  ...{ nodes: 1, perNode: 4, device, insideGbps: 100, betweenGbps: 100, insideLatency: 1e-5 },
});

function latency(program: FlatProgram): number {
  return simulateEvents(program, rooflineCostModel(machine), machine).latency;
}

describe('gathers', () => {
  test('that follow each other become one, whose latency is paid once', () => {
    const [before, after] = combined([gather('0', 'v'), gather('1', 'w'), product('2', '0', '1')], ['2']);
    expect(kinds(before)).toEqual(['MPIAllgather', 'MPIAllgather', 'Composite']);
    expect(kinds(after)).toEqual(['MPIAllgather', 'Composite']);
    // One step of a group of two.
    expect(latency(before) - latency(after)).toBeCloseTo(1e-5, 12);
  });

  test('among other devices stay apart', () => {
    const [before, after] = combined(
      [gather('0', 'v'), gather('1', 'w', ACROSS), product('2', '0', '1')],
      ['2'],
    );
    expect(kinds(after)).toEqual(kinds(before));
  });

  test('of what is computed in between stay apart', () => {
    const [, after] = combined(
      [
        gather('0', 'v'),
        unary('tanh', '1', '0'),
        `%2 = stablehlo.slice %1 [0:32, 0:64] : (tensor<64x64xf32>) -> tensor<32x64xf32>`,
        gather('3', '2'),
        product('4', '1', '3'),
      ],
      ['4'],
    );
    expect(kinds(after).filter((kind) => kind === 'MPIAllgather')).toHaveLength(2);
  });

  test('are hidden by the computation before them', () => {
    const [before, after] = combined(
      [gather('0', 'v'), product('1', 'x', '0'), sumOf('2', '1'), gather('3', 'w'), product('4', '2', '3')],
      ['4'],
    );
    expect(kinds(before)).toEqual(['MPIAllgather', 'Composite', 'MPIAllreduce', 'MPIAllgather', 'Composite']);
    expect(kinds(after)).toEqual(['MPIAllgather', 'MPIAllgather', 'Composite', 'MPIAllreduce', 'Composite']);
    expect(latency(after)).toBeLessThan(latency(before));
  });
});

describe('sums', () => {
  test('wait for the last of them, and become one', () => {
    const [before, after] = combined(
      [product('0', 'x', 'x'), sumOf('1', '0'), product('2', '0', 'x'), sumOf('3', '2')],
      ['1', '3'],
    );
    expect(kinds(before)).toEqual(['Composite', 'MPIAllreduce', 'Composite', 'MPIAllreduce']);
    expect(kinds(after)).toEqual(['Composite', 'Composite', 'MPIAllreduce']);
  });

  test('stay apart where one is needed for the next', () => {
    const [before, after] = combined(
      [product('0', 'x', 'x'), sumOf('1', '0'), product('2', '1', 'x'), sumOf('3', '2')],
      ['3'],
    );
    expect(kinds(after)).toEqual(kinds(before));
  });

  test('are used as late as possible', () => {
    const [before, after] = combined(
      [sumOf('0', 'x'), unary('tanh', '1', '0'), product('2', 'x', 'x')],
      ['1', '2'],
    );
    expect(kinds(after)).toEqual(kinds(before));
    expect(latency(after)).toBeLessThan(latency(before));
  });
});

test('a program that does not communicate stays as it is', () => {
  const [before, after] = combined([product('0', 'x', 'x'), unary('tanh', '1', '0')], ['1']);
  expect(after).toBe(before);
});

test('everything else stays: operations, results and their types', () => {
  const [before, after] = combined(
    [gather('0', 'v'), gather('1', 'w'), product('2', '0', '1'), sumOf('3', '2'), sumOf('4', 'x')],
    ['3', '4'],
  );
  expect(after.outputs).toHaveLength(2);
  expect(after.valueCount).toBe(before.valueCount);
  expect([...after.compositeFlops.values()]).toEqual([...before.compositeFlops.values()]);
  const shapesOf = ({ outputs, types, valueType }: FlatProgram): unknown[] =>
    outputs!.map(({ value }) => types.list[valueType[value]!]!.shape);
  expect(shapesOf(after)).toEqual(shapesOf(before));
});
