import { describe, expect, test } from 'vitest';
import { runText } from '../../tests/evaluate.ts';
import { arrayOf, elementsOf, type NdArray } from '../array/index.ts';

/** Runs `@f` on a grid; process `i` gets `[i, 10 + i]`. */
function onGrid(rows: number, columns: number, operation: string): unknown[][] {
  const count = rows * columns;
  const inputs = Array.from(
    { length: count },
    (_, i) => `%a${i} = stablehlo.constant dense<[${i}, ${10 + i}]> : tensor<2xi32>`,
  );
  const types = Array<string>(count).fill('tensor<2xi32>').join(', ');
  const row = `[${Array<string>(columns).fill('@f').join(', ')}]`;
  const names = inputs.map((_, i) => `%a${i}`).join(', ');
  const results = inputs.map((_, i) => `%r#${i}`).join(', ');
  return runText(`
    func.func private @f(%a: tensor<2xi32>) -> tensor<2xi32> {
      ${operation}
      return %0 : tensor<2xi32>
    }
    func.func @main() -> (${types}) {
      ${inputs.join('\n')}
      %r:${count} = "interpreter.run_parallel"(${names}) {programs = [${Array<string>(rows).fill(row).join(', ')}]} : (${types}) -> (${types})
      return ${results} : ${types}
    }`).map(elementsOf);
}

const sum = (attributes: string): string => `
  %0 = "stablehlo.all_reduce"(%a) ({
    ^bb0(%x: tensor<i32>, %y: tensor<i32>):
      %s = stablehlo.add %x, %y : tensor<i32>
      stablehlo.return %s : tensor<i32>
  }) {${attributes}} : (tensor<2xi32>) -> tensor<2xi32>`;
const channel = 'channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>';

describe('groups in a grid of two replicas and two partitions', () => {
  test('without a channel ids are replicas', () => {
    const replicas = sum('replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>');
    expect(onGrid(2, 2, replicas)).toEqual([
      [2, 22],
      [4, 24],
      [2, 22],
      [4, 24],
    ]);
  });

  test('with a channel the groups of replicas take all partitions', () => {
    const both = sum(`replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>, ${channel}`);
    expect(onGrid(2, 2, both)).toEqual([
      [1, 21],
      [1, 21],
      [5, 25],
      [5, 25],
    ]);
  });

  test('global ids are those of processes', () => {
    const global = sum(
      `replica_groups = dense<[[0, 3], [1, 2]]> : tensor<2x2xi64>, ${channel}, use_global_device_ids`,
    );
    expect(onGrid(2, 2, global)).toEqual(Array(4).fill([3, 23]));
  });

  test('groups may be axes of a mesh', () => {
    const mesh = '#stablehlo.mesh<axes = [<name = "x", size = 2>, <name = "y", size = 2>]>';
    const axes = `#stablehlo.replica_group_mesh_axes<mesh = ${mesh}, axes = [#stablehlo.axis_ref<name = "x">]>`;
    expect(onGrid(2, 2, sum(`replica_groups = ${axes}, ${channel}, use_global_device_ids`))).toEqual([
      [2, 22],
      [4, 24],
      [2, 22],
      [4, 24],
    ]);
  });

  test.each([
    // Of four devices in a row, the major half of the axis: 0 with 2, 1 with 3.
    [
      '(1)2',
      [
        [2, 22],
        [4, 24],
        [2, 22],
        [4, 24],
      ],
    ],
    [
      '(2)2',
      [
        [1, 21],
        [1, 21],
        [5, 25],
        [5, 25],
      ],
    ],
  ])('groups may be parts of an axis: %s', (part, expected) => {
    const mesh = '#stablehlo.mesh<axes = [<name = "x", size = 4>]>';
    const axis = `#stablehlo.axis_ref<name = "x", sub_axis_info = ${part}>`;
    const axes = `#stablehlo.replica_group_mesh_axes<mesh = ${mesh}, axes = [${axis}]>`;
    expect(onGrid(2, 2, sum(`replica_groups = ${axes}, ${channel}, use_global_device_ids`))).toEqual(
      expected,
    );
  });
});

test('collective_broadcast gives the first of a group to the others and zeros to the rest', () => {
  const broadcast =
    '%0 = "stablehlo.collective_broadcast"(%a) {replica_groups = dense<[[2, 0]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>';
  expect(onGrid(3, 1, broadcast)).toEqual([
    [2, 12],
    [0, 0],
    [2, 12],
  ]);
});

test('processes send, receive and read the infeed', () => {
  const printed: NdArray[] = [];
  const [received] = runText(
    `func.func private @next() -> tensor<2xi32> {
       %0 = stablehlo.constant dense<[7, 8]> : tensor<2xi32>
       return %0 : tensor<2xi32>
     }
     func.func private @send(%t: !stablehlo.token) -> !stablehlo.token {
       %0:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
       %1 = "stablehlo.send"(%0#0, %0#1) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>} : (tensor<2xi32>, !stablehlo.token) -> !stablehlo.token
       return %1 : !stablehlo.token
     }
     func.func private @receive(%t: !stablehlo.token) -> tensor<2xi32> {
       %0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>} : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
       return %0#0 : tensor<2xi32>
     }
     func.func @main() -> tensor<2xi32> {
       %t = stablehlo.after_all : !stablehlo.token
       %0:2 = "interpreter.run_parallel"(%t, %t) {programs = [[@receive, @send]], infeed = [@next]} : (!stablehlo.token, !stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
       interpreter.print %0#0 : tensor<2xi32>
       return %0#0 : tensor<2xi32>
     }`,
    { print: (value) => printed.push(value) },
  );
  expect(elementsOf(received!)).toEqual([7, 8]);
  expect(printed).toEqual([received]);
});

test('a message that nobody sends is a deadlock', () => {
  const text = `func.func @main() -> tensor<i32> {
    %t = stablehlo.after_all : !stablehlo.token
    %0:2 = "stablehlo.recv"(%t) {channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>} : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
    return %0#0 : tensor<i32>
  }`;
  expect(() => runText(text)).toThrow(
    "deadlock: device 0 waits at 'stablehlo.recv' for a message on channel 5",
  );
});

test('the host sees what is written to the outfeed and gives what is read', () => {
  const written: (readonly NdArray[])[] = [];
  const text = `func.func @main() {
    %t = stablehlo.after_all : !stablehlo.token
    %0:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<i32>, !stablehlo.token)
    %1 = "stablehlo.outfeed"(%0#0, %0#1) : (tensor<i32>, !stablehlo.token) -> !stablehlo.token
    return
  }`;
  const value = arrayOf('i32', [], [4]);
  runText(text, { infeed: [[value]], outfeed: (values) => written.push(values) });
  expect(written).toEqual([[value]]);
  expect(() => runText(text)).toThrow('the infeed of this machine is empty');
});
