import { describe, expect, test } from 'vitest';
import { cpuPlane, gpuPlane, metadataPlane, tpuPlane } from '../../tests/profiles.ts';
import {
  type WrittenEvent,
  type WrittenPlane,
  writtenSpace,
  type WrittenValue,
} from '../../tests/written-space.ts';
import { bytesSource } from '../byte-source.ts';
import { Collector } from '../events/collector.ts';
import { MemoryCurve } from '../events/memory-curve.ts';
import type { Execution, Profile } from '../model.ts';
import { ProfileError } from '../profile-error.ts';
import { readSpace } from './read-space.ts';

function read(planes: readonly WrittenPlane[]): Profile {
  return readBytes(writtenSpace(planes));
}

function readBytes(bytes: Uint8Array): Profile {
  const collector = new Collector();
  readSpace(bytesSource('run.xplane.pb', bytes), 'unknown', collector);
  return collector.profile();
}

function times({ program, operationPs, counts }: Execution): Readonly<Record<string, readonly number[]>> {
  return Object.fromEntries(program.operations.map((name, i) => [name, [operationPs[i]!, counts[i]!]]));
}

describe('processors of a host', () => {
  test('operations have their own time, without those that they call', () => {
    const { hosts, devices, programs, executions, markers } = read([
      metadataPlane(new Uint8Array([1, 2])),
      cpuPlane(),
    ]);
    expect(hosts).toEqual(['host']);
    expect(devices.map(({ name }) => name)).toEqual(['CPU:0', 'CPU:1']);
    expect(programs.map(({ name, id }) => [name, id])).toEqual([['jit_step', '7']]);
    expect(programs[0]?.hlo()).toEqual(new Uint8Array([1, 2]));
    expect(executions.map(({ device, run }) => [device.name, run])).toEqual([
      ['CPU:0', '40'],
      ['CPU:0', '41'],
      ['CPU:1', '40'],
      ['CPU:1', '41'],
    ]);
    expect(times(executions[0]!)).toEqual({
      'while.1': [10, 1],
      'dot.3': [700, 1],
      'all-reduce.2': [100, 1],
    });
    expect(executions[0]).toMatchObject({ startPs: 0, endPs: 810, busyPs: 810 });
    expect([...executions[2]!.communication.values()]).toEqual([{ exposedPs: 700, hiddenPs: 0 }]);
    expect(markers.map(({ name, number, startPs, endPs }) => [name, number, startPs, endPs])).toEqual([
      ['train', '0', 0, 950],
      ['train', '1', 1000, 1950],
    ]);
  });

  test('the clocks of lines begin at different times', () => {
    const plane = cpuPlane();
    const [steps, first, second] = plane.lines;
    const { executions, markers } = read([
      {
        ...plane,
        lines: [
          { ...steps!, timestampNs: 5n },
          { ...first!, timestampNs: 7n },
          { ...second!, timestampNs: 7n },
        ],
      },
    ]);
    expect(markers[0]?.startPs).toBe(0);
    expect(executions[0]?.startPs).toBe(2000);
  });
});

describe('TPUs', () => {
  test('the line of modules tells the runs of operations, and the asynchronous line hidden communication', () => {
    const { devices, executions, unnamed, markers } = read([tpuPlane()]);
    expect(devices.map(({ name }) => name)).toEqual(['TPU:0']);
    expect(executions.map(({ program, run }) => [program.name, program.id, run])).toEqual([
      ['jit_step', '7', '90'],
      ['jit_step', '7', '91'],
    ]);
    expect(times(executions[1]!)).toEqual({
      ...{
        'all-gather-start.1': [10, 1],
        'fusion.4': [500, 1],
        'all-gather-done.1': [90, 1],
        'copy.9': [50, 1],
      },
    });
    expect([...executions[1]!.communication.values()]).toEqual([
      { exposedPs: 10, hiddenPs: 500 },
      { exposedPs: 90, hiddenPs: 0 },
    ]);
    expect(executions[1]?.busyPs).toBe(650);
    expect(unnamed.map(({ name, ps }) => [name, ps])).toEqual([['%late.1 = f32[] add()', 5]]);
    expect(markers.map(({ number }) => number)).toEqual(['0', '1']);
  });
});

describe('GPUs', () => {
  test('streams have kernels of operations, and repeated operations tell the runs', () => {
    const { devices, executions, unnamed } = read([gpuPlane()]);
    expect(devices.map(({ name }) => name)).toEqual(['GPU:1']);
    expect(executions.map(({ run, startPs, endPs }) => [run, startPs, endPs])).toEqual([
      ['0', 0, 520],
      ['1', 1000, 1520],
      ['2', 2000, 2520],
    ]);
    expect(times(executions[0]!)).toEqual({
      ...{ 'gemm_fusion_dot.3': [300, 1], loop_add_fusion: [200, 2], 'all-reduce-start.1': [300, 1] },
    });
    // 200 to 500, of which 300 to 310 and 410 to 420 are between kernels.
    expect([...executions[0]!.communication.values()]).toEqual([{ exposedPs: 20, hiddenPs: 280 }]);
    expect(unnamed).toMatchObject([{ name: 'MemcpyD2D', count: 3, ps: 60 }]);
  });
});

describe('allocators', () => {
  const allocation = (name: string, start: number, stats: Readonly<Record<string, WrittenValue>>) => ({
    ...{ name, start, duration: 1, stats: { ...stats, bytes_reserved: 64 } },
  });
  const plane = (events: readonly WrittenEvent[]): WrittenPlane => ({
    name: '/host:CPU',
    lines: events.map((event, i) => ({ name: `thread ${i}`, events: [event] })),
  });

  test('tell what is in use over time, the most of it, and how much there is', () => {
    const gpu = { allocator_name: 'GPU_0_bfc', bytes_available: 1000, peak_bytes_in_use: 700 };
    const { memory } = read([
      plane([
        allocation('MemoryAllocation', 300, { ...gpu, bytes_allocated: 500, bytes_available: 600 }),
        allocation('MemoryAllocation', 100, { ...gpu, bytes_allocated: 100 }),
        allocation('MemoryDeallocation', 400, { ...gpu, bytes_allocated: 200, bytes_available: 900 }),
        allocation('MemoryAllocation', 200, { index_on_host: 1, bytes_allocated: 8 }),
        allocation('MemoryAllocation', 500, { allocator_name: 'says nothing' }),
      ]),
    ]);
    expect(
      memory.map(({ allocator, timesPs, bytes, ...own }) => [allocator, [...timesPs], [...bytes], own]),
    ).toEqual([
      [
        ...['1', [200], [72]],
        {
          ...{ host: 'host', events: 1, peakBytes: 72, peakPs: 200 },
          ...{ lifetimePeakBytes: null, capacityBytes: null },
        },
      ],
      [
        ...['GPU_0_bfc', [100, 300, 400], [164, 564, 264]],
        {
          ...{ host: 'host', events: 3, peakBytes: 564, peakPs: 300 },
          ...{ lifetimePeakBytes: 700, capacityBytes: 1164 },
        },
      ],
    ]);
  });

  test('of many events, the peak stays exact and so many points are kept', () => {
    const curve = new MemoryCurve();
    for (let i = 0; i < 100_000; i++)
      curve.add(i, { reserved: 0, allocated: i === 77_777 ? 9 : i % 5, available: null, lifetimePeak: null });
    const { events, peakBytes, peakPs, timesPs, bytes } = curve.finish('host', 'GPU_0_bfc');
    expect([events, peakBytes, peakPs, bytes[timesPs.indexOf(77_777)]]).toEqual([100_000, 9, 77_777, 9]);
    expect(timesPs.length).toBeGreaterThanOrEqual(2048);
    expect(timesPs.length).toBeLessThan(4096);
  });
});

describe('other files', () => {
  const text = (content: string): Uint8Array => new TextEncoder().encode(content);

  test.each([
    [new Uint8Array(0), 'run.xplane.pb: no profile was written: the file is empty'],
    [
      text('HloModule jit_step\n'),
      'run.xplane.pb: byte 3: a field has wire type 7, which no message of a profile has',
    ],
    [
      text('{"traceEvents": []}'),
      'run.xplane.pb: byte 1: a field has wire type 3, which no message of a profile has',
    ],
    [writtenSpace([]), 'run.xplane.pb: byte 0: it has no planes: this is no XSpace of a profile'],
  ])('are refused with the place and a remedy', (bytes, message) => {
    expect(() => readBytes(bytes)).toThrow(message);
    expect(() => readBytes(bytes)).toThrow(/; /);
  });

  test('ends and changes anywhere give a profile or one error', () => {
    const bytes = writtenSpace([metadataPlane(new Uint8Array(9)), cpuPlane(), tpuPlane(), gpuPlane()]);
    for (let at = 0; at < bytes.length; at += 3) {
      const changed = bytes.slice();
      changed[at] = (changed[at]! + 0x7f + at) & 0xff;
      for (const own of [bytes.subarray(0, at), changed])
        try {
          readBytes(own);
        } catch (error) {
          expect(error).toBeInstanceOf(ProfileError);
          expect(String(error)).not.toContain('\n');
        }
    }
  });
});
