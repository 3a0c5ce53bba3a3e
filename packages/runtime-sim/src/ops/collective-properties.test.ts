import { Context, parseModule } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { arrayOf, elementsOf, randomSource } from '../array/index.ts';
import { simulator } from '../extension.ts';
import { runSpmd } from '../interpreter/run-module.ts';

const context = new Context([simulator]);
const random = randomSource(20261121);

/** An integer from 0 to `count - 1`. */
function below(count: number): number {
  return Math.floor(random.nextUniform() * count);
}

function shuffled(count: number): number[] {
  const order = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i -= 1) {
    const j = below(i + 1);
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}

interface Grid {
  readonly replicas: number;
  readonly partitions: number;
}

type Strategy = 'cross_replica' | 'cross_partition' | 'cross_replica_and_partition' | 'flattened_ids';

/** Processes by group, spelled out as in the StableHLO specification ("Grouping strategies"). */
function processGroups(groups: readonly number[][], strategy: Strategy, grid: Grid): number[][] {
  const { replicas, partitions } = grid;
  const all = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
  const id = (replica: number, partition: number): number => replica * partitions + partition;
  return groups.flatMap((group) => {
    switch (strategy) {
      case 'cross_replica':
        return all(partitions).map((p) => group.map((r) => id(r, p)));
      case 'cross_partition':
        return all(replicas).map((r) => group.map((p) => id(r, p)));
      case 'cross_replica_and_partition':
        return [all(partitions).flatMap((p) => group.map((r) => id(r, p)))];
      case 'flattened_ids':
        return [group];
    }
  });
}

const reducers: readonly (readonly [string, (a: number, b: number) => number])[] = [
  ['add', (a, b) => (a + b) | 0],
  ['multiply', (a, b) => Math.imul(a, b)],
  ['maximum', (a, b) => Math.max(a, b)],
  ['minimum', (a, b) => Math.min(a, b)],
  ['or', (a, b) => a | b],
  ['xor', (a, b) => a ^ b],
];

interface Case {
  /** The operation before its type. */
  readonly text: string;
  readonly size: number;
  readonly resultSize: number;
  readonly grid: Grid;
  /** The result of device `d`, given the operands of all devices. */
  readonly expected: (inputs: readonly (readonly number[])[], d: number) => readonly number[];
}

const channelText = 'channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>';
const kinds = [
  'all_reduce',
  'all_gather',
  'reduce_scatter',
  'all_to_all',
  'collective_permute',
  'collective_broadcast',
] as const;

function randomCase(grid: Grid): Case {
  const kind = kinds[below(kinds.length)]!;
  const isReducing = kind === 'all_reduce' || kind === 'all_gather' || kind === 'reduce_scatter';
  const choices: readonly Strategy[] = isReducing
    ? ['cross_replica', 'cross_replica_and_partition', 'flattened_ids']
    : ['cross_replica', 'cross_partition'];
  const strategy = choices[below(choices.length)]!;
  const idCount = {
    cross_replica: grid.replicas,
    cross_partition: grid.partitions,
    cross_replica_and_partition: grid.replicas,
    flattened_ids: grid.replicas * grid.partitions,
  }[strategy];
  const order = shuffled(idCount);
  const attributes = [
    ...(strategy === 'cross_replica' ? [] : [channelText]),
    ...(strategy === 'flattened_ids' ? ['use_global_device_ids'] : []),
  ];
  if (kind === 'collective_permute') return permuteCase(grid, strategy, order, attributes);
  const divisors = Array.from({ length: idCount }, (_, i) => i + 1).filter((n) => idCount % n === 0);
  const groupSize = divisors[below(divisors.length)]!;
  const groups = Array.from({ length: idCount / groupSize }, (_, g) =>
    order.slice(g * groupSize, (g + 1) * groupSize),
  );
  const processes = processGroups(groups, strategy, grid);
  const byDevice = new Map(processes.flatMap((group) => group.map((device) => [device, group])));
  const count = processes[0]!.length;
  attributes.push(
    `replica_groups = dense<${JSON.stringify(groups)}> : tensor<${groups.length}x${groupSize}xi64>`,
  );
  const [reducer, combine] = reducers[below(reducers.length)]!;
  const body = `({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %s = stablehlo.${reducer} %x, %y : tensor<i32>
      stablehlo.return %s : tensor<i32>
  })`;
  const part = 1 + below(3);
  const groupOf = (d: number): readonly number[] => byDevice.get(d)!;
  const folded = (inputs: readonly (readonly number[])[], d: number): number[] =>
    inputs[0]!.map((_, i) =>
      groupOf(d)
        .map((member) => inputs[member]![i]!)
        .reduce(combine),
    );
  const head = (...more: readonly string[]): string =>
    `"stablehlo.${kind}"(%a) <{${[...attributes, ...more].join(', ')}}>`;
  switch (kind) {
    case 'all_reduce':
      return { grid, size: part, resultSize: part, text: `${head()} ${body}`, expected: folded };
    case 'all_gather':
      return {
        grid,
        size: part,
        resultSize: part * count,
        text: head('all_gather_dim = 0 : i64'),
        expected: (inputs, d) => groupOf(d).flatMap((member) => inputs[member]!),
      };
    case 'reduce_scatter':
      return {
        grid,
        size: part * count,
        resultSize: part,
        text: `${head('scatter_dimension = 0 : i64')} ${body}`,
        expected(inputs, d) {
          const at = groupOf(d).indexOf(d);
          return folded(inputs, d).slice(at * part, (at + 1) * part);
        },
      };
    case 'all_to_all':
      return {
        grid,
        size: part * count,
        resultSize: part * count,
        text: head('split_dimension = 0 : i64, concat_dimension = 0 : i64', `split_count = ${count} : i64`),
        expected(inputs, d) {
          const at = groupOf(d).indexOf(d);
          return groupOf(d).flatMap((member) => inputs[member]!.slice(at * part, (at + 1) * part));
        },
      };
    case 'collective_broadcast':
      return {
        grid,
        size: part,
        resultSize: part,
        text: head(),
        expected: (inputs, d) => inputs[groupOf(d)[0]!]!,
      };
  }
}

function permuteCase(
  grid: Grid,
  strategy: Strategy,
  order: readonly number[],
  attributes: readonly string[],
): Case {
  const targets = shuffled(order.length);
  const pairs = order.slice(0, 1 + below(order.length)).map((source, i) => [source, targets[i]!]);
  const text = `"stablehlo.collective_permute"(%a) <{${[
    ...attributes,
    `source_target_pairs = dense<${JSON.stringify(pairs)}> : tensor<${pairs.length}x2xi64>`,
  ].join(', ')}}>`;
  const processes = processGroups(pairs, strategy, grid);
  const sources = new Map(processes.map(([source, target]) => [target!, source!]));
  return {
    grid,
    size: 2,
    resultSize: 2,
    text,
    expected(inputs, d) {
      const source = sources.get(d);
      return source === undefined ? [0, 0] : inputs[source]!;
    },
  };
}

function check({ text, size, resultSize, grid, expected }: Case): void {
  const [input, result] = [`tensor<${size}xi32>`, `tensor<${resultSize}xi32>`];
  const module = parseModule(
    `func.func @main(%a: ${input}) -> ${result} {
       %0 = ${text} : (${input}) -> ${result}
       return %0 : ${result}
     }`,
    context,
  );
  if (module === null) throw new Error(`does not parse: ${text}`);
  const count = grid.replicas * grid.partitions;
  const inputs = Array.from({ length: count }, () =>
    Array.from({ length: size }, () => random.nextUint32() | 0),
  );
  const arrays = inputs.map((own) => arrayOf('i32', [size], own));
  const results = runSpmd(module, count, (device) => [arrays[device]!], context, { grid });
  results.forEach(([own], device) => {
    const actual = elementsOf(own!).map(Number);
    if (actual.join() === expected(inputs, device).join()) return;
    expect({ text, grid, device, actual }).toEqual({ text, grid, device, actual: expected(inputs, device) });
  });
}

// A second or two where nothing else runs.
const timeout = 180_000;

test('10,000 collectives on random groups give what their closed forms say', { timeout }, () => {
  for (let i = 0; i < 10_000; i += 1) check(randomCase({ replicas: 1 + below(4), partitions: 1 + below(4) }));
});

test.each([8, 64, 256, 1024])('so do collectives on %i devices', { timeout }, (count) => {
  for (let i = 0; i < 12; i += 1) {
    const replicas = 2 ** below(Math.log2(count) + 1);
    check(randomCase({ replicas, partitions: count / replicas }));
  }
});
