import { expect, test } from 'vitest';
import { arrayOf } from '@shardform/runtime-sim';
import { entry } from '../tests/imported.ts';
import { runHlo } from '../tests/run-hlo.ts';

const grid = (device: number, factor = 1): ReturnType<typeof arrayOf> =>
  arrayOf(
    'f32',
    [8, 4],
    Array.from({ length: 32 }, (_, i) => factor * (100 * device + i)),
  );

/** Executes instructions of two devices; inputs are the device's hundred and the number of the element. */
function onTwoDevices(instructions: string): number[][] {
  return runHlo(
    entry(instructions, '', ', num_partitions=2'),
    (device) => [grid(device), grid(device, 2), arrayOf('i32', [], [device])],
    2,
  ).map(([result]) => result!);
}

const numbers = (of: (i: number) => number): number[] => Array.from({ length: 32 }, (_, i) => of(i));

test('several operands are reduced at once, over groups of an iota', () => {
  const [first, second] = onTwoDevices(`
  r = (f32[8,4]{1,0}, f32[8,4]{1,0}) all-reduce(x, y), channel_id=1, replica_groups=[1,2]<=[2], use_global_device_ids=true, to_apply=add
  ROOT g = f32[8,4]{1,0} get-tuple-element(r), index=1`);
  expect(first).toEqual(numbers((i) => 200 + 4 * i));
  expect(second).toEqual(first);
});

test('a reduction that was widened to f32 has the narrower computation that XLA left it', () => {
  const program = entry(
    `
  ROOT r = f32[8,4]{1,0} all-reduce(x), channel_id=1, replica_groups={{0,1}}, use_global_device_ids=true, to_apply=narrow`,
    `
narrow {
  p = bf16[] parameter(0)
  q = bf16[] parameter(1)
  ROOT s = bf16[] add(p, q)
}
`,
    ', num_partitions=2',
  );
  const results = runHlo(program, (device) => [grid(device), grid(device), arrayOf('i32', [], [0])], 2);
  expect(results.map(([sum]) => sum!.slice(0, 4))).toEqual(
    Array.from({ length: 2 }, () => [100, 102, 104, 106]),
  );
});

test('an asynchronous reduction of several operands is done where it is waited for', () => {
  const [first] = onTwoDevices(`
  s = (f32[8,4]{1,0}, f32[8,4]{1,0}) all-reduce-start(x, y), channel_id=1, replica_groups={{0,1}}, use_global_device_ids=true, to_apply=add
  r = (f32[8,4]{1,0}, f32[8,4]{1,0}) all-reduce-done(s)
  ROOT g = f32[8,4]{1,0} get-tuple-element(r), index=0`);
  expect(first).toEqual(numbers((i) => 100 + 2 * i));
});

test('an exchange of an operand for each member gives each what the members have for it', () => {
  const [first, second] = onTwoDevices(`
  r = (f32[8,4]{1,0}, f32[8,4]{1,0}) all-to-all(x, y), channel_id=1, replica_groups={{0,1}}
  a = f32[8,4]{1,0} get-tuple-element(r), index=0
  b = f32[8,4]{1,0} get-tuple-element(r), index=1
  ROOT d = f32[8,4]{1,0} subtract(b, a)`);
  // Device 0 has the first operands of both, device 1 the second ones.
  expect(first).toEqual(numbers(() => 100));
  expect(second).toEqual(numbers(() => 200));
});

test('groups of axes of a mesh are those of devices that differ along them', () => {
  const program = entry(
    `
  ROOT r = f32[8,4]{1,0} all-reduce(x), channel_id=1, replica_groups=mesh['a'=2,'b'=2] {'a'}, use_global_device_ids=true, to_apply=add`,
    '',
    ', num_partitions=4',
  );
  const sums = runHlo(program, (device) => [grid(device), grid(device), arrayOf('i32', [], [0])], 4);
  expect(sums.map((results) => results[0]![0])).toEqual([200, 400, 200, 400]);
});

test('branches take their operands', () => {
  const program = entry(
    `
  t = (f32[8,4]{1,0}, f32[8,4]{1,0}) tuple(x, y)
  ROOT r = f32[8,4]{1,0} conditional(i, x, t), branch_computations={left, right}`,
    `
left {
  p = f32[8,4]{1,0} parameter(0)
  ROOT n = f32[8,4]{1,0} negate(p)
}
right {
  p = (f32[8,4]{1,0}, f32[8,4]{1,0}) parameter(0)
  a = f32[8,4]{1,0} get-tuple-element(p), index=0
  b = f32[8,4]{1,0} get-tuple-element(p), index=1
  ROOT s = f32[8,4]{1,0} add(a, b)
}
`,
  );
  const of = (choice: number): number[] =>
    runHlo(program, () => [grid(1), grid(1, 2), arrayOf('i32', [], [choice])])[0]![0]!;
  expect(of(0)).toEqual(numbers((i) => -100 - i));
  expect(of(1)).toEqual(numbers((i) => 300 + 3 * i));
});
