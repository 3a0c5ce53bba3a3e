import { readFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runAndPrint } from '../command/printed.ts';
import { runTool } from '../run-tool.ts';
import { show } from './show.ts';

const program = `sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>},
                %w: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> tensor<8x8xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %n = stablehlo.constant dense<3> : tensor<i32>
  %r:2 = stablehlo.while(%i = %n, %a = %0) : tensor<i32>, tensor<8x8xf32>
  cond {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %c = stablehlo.compare GT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.subtract %i, %one : tensor<i32>
    %b = stablehlo.dot_general %a, %a, contracting_dims = [0] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    stablehlo.return %next, %b : tensor<i32>, tensor<8x8xf32>
  }
  return %r#1 : tensor<8x8xf32>
}
`;

const cwd = mkdtempSync(join(tmpdir(), 'shardform-tables-'));
const input = { stdin: () => new TextEncoder().encode(program), cwd, colour: false };

const printedBy = async (args: readonly string[], outputColumns?: number): Promise<string> => {
  const given = outputColumns === undefined ? input : { ...input, outputColumns };
  return String((await runAndPrint(show, ['-', ...args], given)).stdout);
};

test('lists values, those of most bytes first, and says how many are not shown', async () => {
  expect(await printedBy(['--table', '--top', '3']))
    .toBe(`3 of 15 values shown, 1.3 KiB of 1.7 KiB on each device in all executions

value  operation              shape    local    sharding     bytes  executions  total  line
%a     argument               8x8xf32  4x8xf32  [{"x"}, {}]  128 B           4  512 B     6
%a     argument               8x8xf32  4x8xf32  [{"x"}, {}]  128 B           3  384 B     6
%b     stablehlo.dot_general  8x8xf32  4x8xf32  [{"x"}, {}]  128 B           3  384 B    14
`);
});

test('lists the values that filters leave', async () => {
  const listed = await printedBy(['--table', '--filter', 'executions>1', '--filter', 'shape=8x8xf32']);
  expect(listed).toBe(`3 of 15 values shown, 1.3 KiB of 1.7 KiB on each device in all executions

value  operation              shape    local    sharding     bytes  executions  total  line
%a     argument               8x8xf32  4x8xf32  [{"x"}, {}]  128 B           4  512 B     6
%a     argument               8x8xf32  4x8xf32  [{"x"}, {}]  128 B           3  384 B     6
%b     stablehlo.dot_general  8x8xf32  4x8xf32  [{"x"}, {}]  128 B           3  384 B    14
`);
});

test('lists collectives with their causes and costs in all executions', async () => {
  expect(await printedBy(['--collectives']))
    .toBe(`3 collectives, 896 B that each device sends, 9.00 µs of the step on h100:1x4, assumed
partitioned as XLA would, predicted

kind                axis  value  type             devices  executions  bytes  seconds   hidden  line  cause
all_reduce          x     %b     tensor<4x8xf32>        2           3  384 B  6.00 µs  12.0 µs    14  dot_general sums products over dimension 0 of %a, which is split along x: devices combine their parts of the result
collective_permute  x     %b     tensor<4x8xf32>        2           3  384 B  3.00 µs  6.00 µs    14  the result of dot_general is computed split along y in dimension 0, and used split along x in dimension 0
all_reduce          y     %0     tensor<4x8xf32>        2           1  128 B   hidden  6.00 µs     4  dot_general sums products over dimension 1 of %x, which is split along y: devices combine their parts of the result
`);
});

test('cuts what has no room in the terminal', async () => {
  const lines = (await printedBy(['--collectives', '--filter', 'kind=all_reduce'], 120)).split('\n').slice(3);
  expect(lines).toEqual([
    'kind        axis  value  type             devices  executions  bytes  seconds   hidden  line  cause',
    'all_reduce  x     %b     tensor<4x8xf32>        2           3  384 B  6.00 µs  12.0 µs    14  dot_general sums products…',
    'all_reduce  y     %0     tensor<4x8xf32>        2           1  128 B   hidden  6.00 µs     4  dot_general sums products…',
    '',
  ]);
});

test('writes CSV', async () => {
  expect(await printedBy(['--table', '--filter', 'operation=argument', '--csv', '-', '--sort', 'line']))
    .toBe(`value,name,layer,operation,shape,local,sharding,bytes,executions,total,line
%x,,,argument,8x4xf32,4x2xf32,"[{""x""}, {""y""}]",32,1,32,2
%w,,,argument,4x8xf32,2x8xf32,"[{""y""}, {}]",64,1,64,3
%i,,,argument,i32,i32,[],4,4,16,6
%a,,,argument,8x8xf32,4x8xf32,"[{""x""}, {}]",128,4,512,6
%i,,,argument,i32,i32,[],4,3,12,6
%a,,,argument,8x8xf32,4x8xf32,"[{""x""}, {}]",128,3,384,6
`);
  expect(await printedBy(['--table', '--csv', 'values.csv']))
    .toBe(`15 values, 1.7 KiB on each device in all executions
`);
  expect(readFileSync(join(cwd, 'values.csv'), 'utf8').split('\n')).toHaveLength(17);
});

test('tells the same sums as partition, sim and report', async () => {
  const json = async <T>(command: string, ...args: string[]): Promise<T> => {
    const { stdout } = await runTool('shardform', [command, '-', ...args, '--json'], {
      stdin: new TextEncoder().encode(program),
      cwd,
    });
    return JSON.parse(String(stdout)) as T;
  };
  interface Sent {
    readonly bytes: number;
    readonly executions: number;
  }
  const listed: { bytes: number; seconds: number; collectives: readonly Sent[] } = await json(
    'show',
    '--collectives',
    '--top',
    '1',
  );
  const { collectives }: { collectives: readonly Sent[] } = await json('partition');
  const { facts }: { facts: { sent: Sent; time: { byAxis: readonly { seconds: number }[] } } } =
    await json('sim');
  expect(listed.collectives).toHaveLength(1);
  expect(listed.bytes).toBe(collectives.reduce((sum, own) => sum + own.bytes * own.executions, 0));
  expect(listed.bytes).toBe(facts.sent.bytes);
  expect(listed.seconds).toBeCloseTo(
    facts.time.byAxis.reduce((sum, own) => sum + own.seconds, 0),
    15,
  );
});

test.each([
  [['--table', '--sort', 'byts'], "flag '--sort': the table has no column 'byts'; did you mean 'bytes'?"],
  [
    ['--table', '--filter', 'name>3'],
    "flag '--filter name>3': column 'name' holds text; compare it with =, != or ~",
  ],
  [
    ['--table', '--filter', 'line>x'],
    "flag '--filter line>x': column 'line' is compared with a number, got 'x'",
  ],
  [
    ['--collectives', '--filter', 'seconds>x'],
    "flag '--filter seconds>x': column 'seconds' is compared with a time like 1.5ms, got 'x'",
  ],
  [['--table', '%0'], "'%0' beside '--table': find a value by --filter 'value=%0'"],
  [['--top', '3'], "'--top' has no effect without '--table' or '--collectives'; leave it out"],
  [['--filter', 'x'], "'--filter' has no effect without '--table' or '--collectives'; leave it out"],
  [
    ['--table', '--collectives'],
    "'--collectives' has no effect beside '--table': ask for one table; leave it out",
  ],
])('refuses %j', async (args, message) => {
  await expect(printedBy(args)).rejects.toThrow(message);
});

test('values of unknown size are counted', async () => {
  const stdin = () =>
    new TextEncoder().encode(`func.func @main(%a: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = stablehlo.tanh %a : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}`);
  const { stdout } = await runAndPrint(show, ['-', '--table', '--as-written'], { ...input, stdin });
  expect(stdout).toBe(`2 values, 0 B on each device in all executions
  2 of unknown size or no tensors: they count as 0 B

value  operation       shape    local    executions  line
%a     argument        ?x4xf32  ?x4xf32           1     1
%0     stablehlo.tanh  ?x4xf32  ?x4xf32           1     2
`);
});
