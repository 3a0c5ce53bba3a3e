import { describe, expect, test } from 'vitest';
import { Collector } from '../events/collector.ts';
import type { Profile } from '../model.ts';
import { ProfileError } from '../profile-error.ts';
import { TraceReader } from './read-trace.ts';

function read(text: string, chunk = 7): Profile {
  const collector = new Collector();
  const reader = new TraceReader('run.trace.json', 'host', collector);
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += chunk) reader.push(bytes.subarray(at, at + chunk));
  reader.end();
  return collector.profile();
}

const process = (pid: number, name: string): object => ({
  ph: 'M',
  pid,
  name: 'process_name',
  args: { name },
});
const thread = (pid: number, tid: number, name: string): object => ({
  ...{ ph: 'M', pid, tid, name: 'thread_name', args: { name } },
});
const complete = (pid: number, tid: number, name: string, ts: number, dur: number, args = {}): object => ({
  ...{ ph: 'X', pid, tid, name, ts, dur, args },
});

function seconds({ executions }: Profile): readonly unknown[] {
  return executions.map(({ device, run, program, operationPs }) => [
    ...[device.name, program.name, run],
    Object.fromEntries(program.operations.map((name, i) => [name, operationPs[i]])),
  ]);
}

describe('traces of JAX', () => {
  test('processors of a host run operations whose arguments name the device and the run', () => {
    const args = { hlo_op: 'dot.3', hlo_module: 'jit_step', run_id: '41', device_ordinal: '1' };
    const text = JSON.stringify({
      displayTimeUnit: 'ns',
      metadata: { 'a "traceEvents" [{': [{}] },
      traceEvents: [
        process(701, '/host:CPU'),
        complete(701, 1, 'train é', 0, 20, { step_num: '3' }),
        complete(701, 2, '$a.py:1 call "}"', 1, 30),
        complete(701, 3, 'dot.3', 2.000001, 1.5, args),
        {},
      ],
    });
    for (const chunk of [1, 7, 1 << 16]) {
      const profile = read(text, chunk);
      expect(seconds(profile)).toEqual([['CPU:1', 'jit_step', '41', { 'dot.3': 1_500_000 }]]);
      expect(profile.executions[0]?.startPs).toBe(2_000_001);
      expect(profile.markers).toMatchObject([
        { name: 'train é', number: '3', startPs: 0, endPs: 20_000_000 },
      ]);
    }
  });

  test('TPUs have operations and programs on lines', () => {
    const profile = read(
      JSON.stringify({
        traceEvents: [
          process(3, '/device:TPU:2'),
          thread(3, 1, 'XLA Modules'),
          thread(3, 2, 'XLA Ops'),
          complete(3, 1, 'jit_step(77)', 0, 100, { run_id: '5' }),
          complete(3, 2, 'fusion.1', 10, 40, { long_name: '%fusion.1 = f32[] fusion()' }),
          complete(3, 2, 'all-reduce.1', 50, 20),
        ],
      }),
    );
    expect(seconds(profile)).toEqual([
      ['TPU:2', 'jit_step', '5', { 'fusion.1': 40_000_000, 'all-reduce.1': 20_000_000 }],
    ]);
  });
});

describe('other traces', () => {
  test('kernels of PyTorch name no operations', () => {
    const kernel = {
      ...complete(0, 7, 'ampere_sgemm_128x64', 5, 10, { device: 0, stream: 7 }),
      cat: 'kernel',
    };
    const { executions, unnamed } = read(JSON.stringify([process(0, 'python3'), kernel, kernel]));
    expect(executions).toEqual([]);
    expect(unnamed.map(({ device, name, count, ps }) => [device.name, name, count, ps])).toEqual([
      ['GPU:0', 'ampere_sgemm_128x64', 2, 20_000_000],
    ]);
  });

  test('annotations of XLA name operations in the names of events, which begin and end apart', () => {
    const name = 'Thunk:#hlo_op=fusion.2,hlo_module=jit_f,program_id=9#';
    const profile = read(
      JSON.stringify({
        traceEvents: [
          { ph: 'B', pid: 1, tid: 1, name, ts: 1 },
          { ph: 'E', pid: 1, tid: 1, ts: 4 },
        ],
      }),
    );
    expect(seconds(profile)).toEqual([['CPU:0', 'jit_f', '', { 'fusion.2': 3_000_000 }]]);
  });

  test('allocators tell what they have in use', () => {
    const args = { allocator_name: 'GPU_1_bfc', bytes_reserved: '0', bytes_allocated: 4096 };
    const { memory } = read(JSON.stringify([complete(1, 1, 'MemoryAllocation', 7, 1, args)]));
    expect(memory).toMatchObject([
      { allocator: 'GPU_1_bfc', events: 1, peakBytes: 4096, peakPs: 7_000_000, capacityBytes: null },
    ]);
  });

  test.each([
    ['', 'run.trace.json: it has no events'],
    ['plain text', 'run.trace.json: byte 0: it is no JSON'],
    [
      '{"traceEvents": [{"ph": "X"',
      'run.trace.json: byte 27: the file ends within the trace: it was cut off',
    ],
    ['{"traceEvents": [{"ph": X}]}', 'run.trace.json: byte 25: an event that ends here is no JSON'],
    [']', 'run.trace.json: byte 0: a bracket closes that was not opened'],
    [`[${'['.repeat(300)}`, 'run.trace.json: byte 200: values are nested deeper than 200 levels'],
  ])('%j is refused with the place and a remedy', (text, message) => {
    expect(() => read(text)).toThrow(ProfileError);
    expect(() => read(text)).toThrow(message);
  });
});
