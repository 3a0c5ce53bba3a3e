import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { runTool } from '../run-tool.ts';
import type { ToolResult } from '../tool-io.ts';
import type { ProfileJson } from './profile-schema.ts';

const folder = mkdtempSync(join(tmpdir(), 'shardform-profile-'));
afterAll(() => rmSync(folder, { recursive: true }));

const HLO = `HloModule jit_step, is_scheduled=true, num_partitions=2

%add (a: f32[], b: f32[]) -> f32[] {
  %a = f32[] parameter(0)
  %b = f32[] parameter(1)
  ROOT %sum = f32[] add(%a, %b)
}

ENTRY %main (w: f32[4,2], x: f32[4,2]) -> f32[4,4] {
  %w = f32[4,2]{1,0} parameter(0), metadata={op_name="w"}
  %x = f32[4,2]{1,0} parameter(1), metadata={op_name="x"}
  %dot.1 = f32[4,4]{1,0} dot(%w, %x), lhs_contracting_dims={1}, rhs_contracting_dims={1}, metadata={op_name="jit(step)/dot_general" source_file="train/step.py" source_line=42}
  ROOT %all-reduce.1 = f32[4,4]{1,0} all-reduce(%dot.1), channel_id=1, replica_groups={{0,1}}, use_global_device_ids=true, to_apply=%add, metadata={op_name="jit(step)/dot_general" source_file="train/step.py" source_line=42}
}
`;

const STEP = `module @jit_step {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(%w: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>} loc("w"), %x: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>} loc("x")) -> tensor<4x4xf32> {
    %0 = stablehlo.dot_general %w, %x, contracting_dims = [1] x [1] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32> loc("jit(step)/dot_general"("train/step.py":42:7))
    return %0 : tensor<4x4xf32>
  }
}
`;

/** Steps of 1 ms that are marked, the first of 2 ms: a product of 300 µs and a sum of 200 µs on each device. */
function trace(module = 'jit_step', devices = [0, 1]): string {
  const traceEvents = [0, 1, 2].flatMap((run) => {
    const ts = run === 0 ? 0 : 1000 + run * 1000;
    const args = { hlo_module: module, run_id: String(run + 7) };
    const marker = { ph: 'X', pid: 1, tid: 99, name: 'train', ts, dur: run === 0 ? 2000 : 1000 };
    return [
      { ...marker, args: { step_num: String(run) } },
      ...devices.flatMap((device) => {
        const own = { ph: 'X', pid: 1, tid: device };
        const named = (hlo_op: string) => ({ ...args, hlo_op, device_ordinal: String(device) });
        return [
          { ...own, name: 'dot.1', ts: ts + 100, dur: 300, args: named('dot.1') },
          { ...own, name: 'all-reduce.1', ts: ts + 400, dur: 200, args: named('all-reduce.1') },
        ];
      }),
    ];
  });
  return JSON.stringify({ traceEvents });
}

const runs = join(folder, 'log', 'plugins', 'profile');
for (const run of ['2026_01_01', '2026_01_02', 'empty']) mkdirSync(join(runs, run), { recursive: true });
writeFileSync(join(folder, 'step.hlo'), HLO);
writeFileSync(join(folder, 'step.mlir'), STEP);
writeFileSync(join(runs, '2026_01_01', 'vm.trace.json.gz'), gzipSync(trace('jit_old')));
writeFileSync(join(runs, '2026_01_02', 'a.trace.json.gz'), gzipSync(trace('jit_step', [0])));
writeFileSync(join(runs, '2026_01_02', 'b.trace.json'), trace('jit_step', [0]));
writeFileSync(join(runs, '2026_01_02', 'perfetto_trace.json.gz'), gzipSync('[]'));
writeFileSync(join(folder, 'vm.trace.json.gz'), gzipSync(trace()));

const run = (...args: readonly string[]): Promise<ToolResult> =>
  runTool('shardform', ['profile', ...args], { stdin: new Uint8Array(), cwd: folder });

describe('shardform profile', () => {
  test('shows what was measured by line, and communication, without warm-up', async () => {
    const { stdout, exitCode } = await run('vm.trace.json.gz', '--hlo', 'step.hlo');
    expect(stdout).toBe(`jit_step on 2 devices of vm
1.00 ms a step (1.00 ms to 1.00 ms): 2 steps, as marked, 1 step of warm-up left out
2.00 ms of operations on all devices: 100 % joined to operations of step.hlo, 100 % to lines
no prediction and no MFU: --machine names a machine

by line                          a step      from        to  share    bound
train/step.py:42  dot_general  300.0 µs  300.0 µs  300.0 µs   60 %
train/step.py:42   all_reduce  200.0 µs  200.0 µs  200.0 µs   40 %  network

communication along  collectives   exposed  waiting  hidden
groups of 2                    1  200.0 µs      0 s     0 s

idle, by cause                                                     a step on a device  of the step
host: before the first device begins, and after the last one ends            500.0 µs         50 %
`);
    expect(exitCode).toBe(0);
  });

  test('tells the memory of devices over time, where allocators have told it', async () => {
    const allocation = (ts: number, bytes: number) => ({
      ...{ ph: 'X', pid: 1, tid: 99, name: 'MemoryAllocation', ts, dur: 1 },
      args: {
        allocator_name: 'GPU_0_bfc',
        bytes_reserved: 0,
        bytes_allocated: bytes,
        bytes_available: 4096 - bytes,
      },
    });
    const { traceEvents } = JSON.parse(trace()) as { readonly traceEvents: readonly object[] };
    const events = [allocation(2150, 512), allocation(3250, 3072), allocation(3950, 1024), ...traceEvents];
    writeFileSync(join(folder, 'memory.json'), JSON.stringify(events));
    const { stdout } = await run('memory.json', '--hlo', 'step.hlo');
    expect(String(stdout)).toContain(`
memory of     peak  capacity  in step       at  peak of the process
GPU_0_bfc  3.0 KiB   4.0 KiB        2  1.15 ms
`);
    const json = JSON.parse(
      String((await run('memory.json', '--hlo', 'step.hlo', '--json')).stdout),
    ) as ProfileJson;
    const micro = (seconds: number): number => Math.round(seconds * 1e6);
    expect(
      json.memory.map(({ moments, peakSeconds, ...own }) => [
        ...[own, micro(peakSeconds), moments.map(({ seconds, bytes }) => [micro(seconds), bytes])],
      ]),
    ).toEqual([
      [
        {
          ...{ allocator: 'GPU_0_bfc', peakBytes: 3072, peakStep: '2', lifetimePeakBytes: null },
          ...{ capacityBytes: 4096, events: 3 },
        },
        1150,
        [
          [50, 512],
          [1150, 3072],
          [1850, 1024],
        ],
      ],
    ]);
  });

  test('puts the prediction beside it on a machine, and tells values and axes of the program', async () => {
    const { stdout } = await run(
      ...['vm.trace.json.gz', '--hlo', 'step.hlo', '--program', 'step.mlir'],
      ...['--machine', 'h100:1x2', '--by', 'value', '--json'],
    );
    const answer = JSON.parse(String(stdout)) as ProfileJson;
    expect(answer.values?.map(({ name, instructions }) => [name, instructions])).toEqual([
      ['dot_general with w and x, step.py:42', ['dot.1', 'all-reduce.1']],
    ]);
    expect(answer.communication).toMatchObject([{ axis: 'x', collectives: 1, waitingSeconds: 0 }]);
    expect(answer.predicted?.machine).toBe('h100:1x2');
    expect(answer.operations.map(({ name, bound }) => [name, bound])).toEqual([
      ['dot.1', 'launch'],
      ['all-reduce.1', 'network'],
    ]);
  });

  test('reads the newest run of a folder, with a file for each host', async () => {
    const { stdout } = await run('log', '--hlo', 'step.hlo', '--json');
    const answer = JSON.parse(String(stdout)) as ProfileJson;
    expect(answer).toMatchObject({
      ...{ run: '2026_01_02, the newest of 2 runs', hosts: ['a', 'b'], devices: 2, program: 'jit_step' },
      files: [
        join('log', 'plugins', 'profile', '2026_01_02', 'a.trace.json.gz'),
        join('log', 'plugins', 'profile', '2026_01_02', 'b.trace.json'),
      ],
    });
  });

  test('shows 10 rows of a table unless all are asked for', async () => {
    const events = Array.from({ length: 12 }, (_, i) => ({
      ...{ ph: 'X', pid: 1, tid: 1, name: `op.${i}`, ts: i * 10, dur: i + 1 },
      args: { hlo_op: `op.${i}`, hlo_module: 'jit_step', run_id: '1', device_ordinal: '0' },
    }));
    writeFileSync(join(folder, 'many.json'), JSON.stringify(events));
    const args = ['many.json', '--hlo', 'step.hlo', '--by', 'operation'];
    const [short, long] = [await run(...args), await run(...args, '--all')];
    expect(String(short.stdout).match(/and 2 more \(all with --all\)/g)).toHaveLength(2);
    expect(String(long.stdout)).not.toContain('more');
  });
});

describe('shardform compare --profile', () => {
  const compare = (...args: readonly string[]): Promise<ToolResult> =>
    runTool('shardform', ['compare', ...args, '--profile'], { stdin: new Uint8Array(), cwd: folder });

  test('tells the lines that changed by more than their steps differ', async () => {
    writeFileSync(join(folder, 'slow.json'), trace().replaceAll('"dur":200,', '"dur":400,'));
    const { stdout } = await compare(
      'vm.trace.json.gz',
      'slow.json',
      '--hlo',
      'step.hlo',
      '--hlo',
      'step.hlo',
    );
    expect(stdout).toBe(`a step                               before     after     change  errors
all               not significant   1.00 ms   1.00 ms        0 s     0.0
train/step.py:42       all_reduce  200.0 µs  400.0 µs  +200.0 µs
1 of 2 lines differ by no more than their steps do
`);
  });

  test('needs two profiles, and a dump for each or none', async () => {
    expect((await compare('slow.json')).stderr).toContain(
      "'--profile' compares two profiles: name another one",
    );
    expect((await compare('slow.json', 'slow.json', '--hlo', 'step.hlo')).stderr).toContain(
      "'--hlo' is given twice: the compiled form of the first profile, and of the second",
    );
  });
});

describe('shardform check --profile', () => {
  const check = (time: string): Promise<ToolResult> => {
    writeFileSync(join(folder, 'budget.json'), JSON.stringify({ time, collectives: { all_reduce: 1 } }));
    const args = [
      'step.mlir',
      '--budget',
      'budget.json',
      '--profile',
      'vm.trace.json.gz',
      '--hlo',
      'step.hlo',
    ];
    return runTool('shardform', ['check', ...args], { stdin: new Uint8Array(), cwd: folder });
  };

  test('compares the measured step with the budget', async () => {
    const [kept, exceeded] = [await check('1.1ms'), await check('0.9ms')];
    expect(kept.exitCode).toBe(0);
    expect(kept.stdout).toContain('a step of vm.trace.json.gz takes 1.00 ms, at most 1.10 ms allowed');
    expect(exceeded.exitCode).toBe(1);
    expect(exceeded.stdout).toContain('a step of vm.trace.json.gz takes 1.00 ms, at most 900.0 µs allowed');
  });
});

describe('shardform calibrate --profile', () => {
  test('refuses what tells no rates, and what nothing is compiled of', async () => {
    const calibrate = (...args: readonly string[]): Promise<ToolResult> =>
      runTool('shardform', ['calibrate', ...args], { stdin: new Uint8Array(), cwd: folder });
    expect((await calibrate('--profile', 'vm.trace.json.gz')).stderr).toContain('has no HLO of its programs');
    expect((await calibrate('--profile', 'vm.trace.json.gz', '--csv', 'a')).stderr).toContain(
      "'--csv' has no effect beside '--profile'",
    );
  });
});

const cut = gzipSync(trace());
writeFileSync(join(folder, 'cut.json.gz'), cut.subarray(0, cut.length - 20));
writeFileSync(join(folder, 'text.pb'), 'HloModule jit_step\n');
writeFileSync(join(folder, 'empty.pb'), '');
writeFileSync(
  join(folder, 'kernels.json'),
  '[{"ph":"X","cat":"kernel","name":"k","dur":1,"args":{"device":0}}]',
);
writeFileSync(join(folder, 'other.json'), trace('jit_other'));

test.each([
  [['none.pb'], "cannot open profile 'none.pb': No such file or directory"],
  [
    ['log/plugins/profile/empty'],
    "folder 'log/plugins/profile/empty' has no profile: expected '*.xplane.pb'",
  ],
  [['empty.pb'], 'empty.pb: no profile was written: the file is empty'],
  [['text.pb'], 'text.pb: byte 3: a field has wire type 7, which no message of a profile has'],
  [['cut.json.gz'], 'unexpected end of file: the file was cut off or changed; copy it again'],
  [['kernels.json'], "'kernels.json': no event names an operation of HLO, of 1 kind on 1 device"],
  [['vm.trace.json.gz'], "'vm.trace.json.gz' has no HLO of its programs, as traces have none"],
  [['vm.trace.json.gz', '--by', 'value'], "'--by value' needs '--program'"],
  [['vm.trace.json.gz', '--python', 'p'], "'--python' has no effect without '--program'"],
  [
    ['vm.trace.json.gz', '--module', 'f'],
    "'vm.trace.json.gz': it has no run of 'f'; --module names one of 'jit_step'",
  ],
  [['vm.trace.json.gz', '--hlo', 'none'], "cannot open input file 'none'"],
])('%j is refused with the reason', async (args, message) => {
  const { stdout, stderr, exitCode } = await run(...args);
  expect(stderr).toContain(message);
  expect(stderr.trimEnd()).not.toContain('\n');
  expect([stdout, exitCode]).toEqual(['', 1]);
});
