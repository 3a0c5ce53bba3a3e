import type { WrittenEvent, WrittenPlane, WrittenValue } from './written-space.ts';

/** Stats of an operation of the processors of a host. */
export function cpuStats(
  operation: string,
  run: number,
  device: number,
): Readonly<Record<string, WrittenValue>> {
  return {
    ...{ hlo_op: { reference: operation }, hlo_module: { reference: 'jit_step' }, program_id: 7 },
    ...{ run_id: run, device_ordinal: device },
  };
}

/** Two devices that are threads of a host, two steps: a product, then a sum for which device 1 waits. */
export function cpuPlane(): WrittenPlane {
  const thread = (device: number, computes: number): readonly WrittenEvent[] =>
    [0, 1].flatMap((run): WrittenEvent[] => {
      const start = run * 1000;
      const op = (name: string, at: number, duration: number): WrittenEvent => ({
        ...{ name, start: start + at, duration, stats: cpuStats(name, run + 40, device) },
      });
      return [
        { name: 'ThunkExecutor::Execute', start, duration: 900 },
        // The loop calls the product.
        op('while.1', 0, computes + 10),
        op('dot.3', 5, computes),
        op('all-reduce.2', computes + 10, 800 - computes),
      ];
    });
  const steps = [0, 1].map((number) => ({
    ...{ name: 'train', start: number * 1000, duration: 950, stats: { step_num: number } },
  }));
  return {
    name: '/host:CPU',
    lines: [
      { name: 'python', events: steps },
      { name: 'tf_XLAPjRtCpuClient/1', events: thread(0, 700) },
      { name: 'tf_XLAPjRtCpuClient/2', events: thread(1, 100) },
    ],
  };
}

/** The plane that has the HLO of a program. */
export function metadataPlane(hlo: Uint8Array): WrittenPlane {
  return { name: '/host:metadata', lines: [], shared: { 'jit_step(7)': { stats: { 'Hlo Proto': hlo } } } };
}

/** A core of a TPU: operations called as instructions, a gather that goes on beside a product, programs on a line of their own. */
export function tpuPlane(): WrittenPlane {
  const run = (number: number): readonly WrittenEvent[] => {
    const at = number * 2000;
    return [
      {
        name: '%all-gather-start.1 = (f32[8], f32[16]) all-gather-start(f32[8] %x)',
        start: at,
        duration: 10,
      },
      { name: '%fusion.4 = f32[16] fusion(f32[16] %y), kind=kOutput', start: at + 10, duration: 500 },
      {
        name: '%all-gather-done.1 = f32[16] all-gather-done(%all-gather-start.1)',
        start: at + 510,
        duration: 90,
      },
      { name: '%copy.9 = f32[16] copy(f32[16] %z)', start: at + 650, duration: 50 },
    ];
  };
  return {
    name: '/device:TPU:0',
    lines: [
      { name: 'Steps', events: [0, 1].map((i) => ({ name: String(i), start: i * 2000, duration: 800 })) },
      {
        name: 'XLA Modules',
        events: [0, 1].map((i) => ({
          ...{ name: 'jit_step(7)', start: i * 2000, duration: 800, stats: { run_id: 90 + i } },
        })),
      },
      {
        name: 'XLA Ops',
        events: [...run(0), ...run(1), { name: '%late.1 = f32[] add()', start: 9000, duration: 5 }],
      },
      {
        name: 'Async XLA Ops',
        events: [0, 1].map((i) => ({
          ...{ name: '%all-gather-start.1 = (f32[8], f32[16]) all-gather-start(f32[8] %x)' },
          ...{ start: i * 2000, duration: 600 },
        })),
      },
    ],
    shared: { '%fusion.4 = f32[16] fusion(f32[16] %y), kind=kOutput': { displayName: 'fusion.4' } },
  };
}

/** A GPU: two streams whose kernels name operations and no runs, a copy that names none, and the line that is derived from them. */
export function gpuPlane(): WrittenPlane {
  const kernel = (name: string, operation: string, start: number, duration: number): WrittenEvent => ({
    ...{ name, start, duration },
    stats: { hlo_op: operation, hlo_module: 'jit_step', program_id: 7 },
  });
  return {
    name: '/device:GPU:1',
    lines: [
      {
        name: 'Stream #14(Compute)',
        events: [0, 1, 2].flatMap((i) => [
          kernel('gemm_fusion_dot_3', 'gemm_fusion_dot.3', i * 1000, 300),
          kernel('loop_add_fusion', 'loop_add_fusion', i * 1000 + 310, 100),
          kernel('loop_add_fusion', 'loop_add_fusion', i * 1000 + 420, 100),
          { name: 'MemcpyD2D', start: i * 1000 + 530, duration: 20 },
        ]),
      },
      {
        name: 'Stream #20(NCCL)',
        events: [0, 1, 2].map((i) =>
          kernel('ncclDevKernel_AllReduce', 'all-reduce-start.1', i * 1000 + 200, 300),
        ),
      },
      { name: 'XLA Ops', events: [{ name: 'gemm_fusion_dot.3', start: 0, duration: 300 }] },
    ],
  };
}
