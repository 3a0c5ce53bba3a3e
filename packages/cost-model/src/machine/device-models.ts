import type { DeviceEfficiency, HostCosts, MachineDevice } from './machine.ts';

/** A kind of device that machines are made of. */
export type DeviceModel = Omit<MachineDevice, 'id'>;

/** Launches are an assumption: DistIR's 10 microseconds for GPUs, less for devices that run whole programs. */
const [GPU, TPU] = [1e-5, 2e-6];

/** Rates in operations per second, from the data sheets of the makers, without sparsity. */
const [T, G] = [1e12, 1e9];

/**
 * Fitted to training steps that others measured (`tools/calibration` has the rows, and repeats the fit; `docs/handbook/machines.md`
 * has the errors). The kernels of other programs may reach other fractions.
 */
const efficiencies = {
  a100: {
    ...{ products: 0.8, attention: 0.32, memory: 0.4, overlap: 0.3 },
    source: 'training steps on 8 to 3,072 GPUs, from 6 sources',
    accuracy: [{ steps: 103, meanError: 0.06 }],
  },
  h100: {
    ...{ products: 0.68, f8: 0.65, attention: 0.17, memory: 0.42, overlap: 0.67 },
    source: 'training steps on 8 to 2,048 GPUs, from 6 sources',
    accuracy: [
      { steps: 79, meanError: 0.07, of: '16-bit floats' },
      { steps: 43, meanError: 0.12, of: 'f8' },
    ],
    fused: {
      ...{ products: 0.6, f8: 0.61, attention: 0.38, memory: 0.7, overlap: 0.93 },
      source: 'training steps on 4 to 2,048 GPUs, from NeMo',
      accuracy: [{ steps: 37, meanError: 0.07 }],
    },
  },
  h200: {
    ...{ products: 0.56, f8: 0.4, attention: 0.65, memory: 0.49, overlap: 0.05 },
    source: 'training steps on 8 to 256 GPUs, from 3 sources',
    accuracy: [{ steps: 7, meanError: 0.01 }],
  },
  b200: {
    ...{ products: 0.41, f8: 0.52, attention: 0.6, memory: 0.57, overlap: 0.6 },
    source: 'training steps on 8 to 256 GPUs, from 3 sources',
    accuracy: [{ steps: 8, meanError: 0.02 }],
  },
  gb200: {
    ...{ products: 0.6, f8: 0.53, attention: 0.34, overlap: 0.05 },
    source: 'training steps on 8 to 512 GPUs, from 2 sources',
    accuracy: [{ steps: 27, meanError: 0.07 }],
  },
  gb300: {
    ...{ products: 0.6, f8: 0.7, attention: 0.36, memory: 0.73, overlap: 0.44 },
    source: 'training steps in f8 on 8 to 256 GPUs, from Megatron-Bridge',
    accuracy: [{ steps: 7, meanError: 0.05 }],
  },
  tpuv4: {
    ...{ products: 0.76, attention: 0.4, memory: 0.68, overlap: 0.41 },
    source: 'training steps on 64 to 512 chips, from MaxText',
    accuracy: [{ steps: 5, meanError: 0.02 }],
  },
  tpuv5e: {
    ...{ products: 0.95, attention: 0.74, memory: 0.38, overlap: 0.05 },
    source: 'training steps on 256 to 8,192 chips, from MaxText',
    accuracy: [{ steps: 15, meanError: 0.04 }],
  },
  tpuv5p: {
    ...{ products: 0.93, attention: 0.55, overlap: 0.05 },
    source: 'training steps on 64 to 1,024 chips, from MaxText',
    accuracy: [{ steps: 13, meanError: 0.07 }],
  },
  tpuv6e: {
    ...{ products: 0.6, attention: 0.75, memory: 0.34, overlap: 0.55 },
    source: 'training steps on 8 to 512 chips, from MaxText',
    accuracy: [{ steps: 15, meanError: 0.04 }],
  },
  tpuv7x: {
    ...{ products: 0.79, f8: 0.84, attention: 0.39, memory: 0.23, overlap: 0.23 },
    source: 'training steps on 64 to 256 chips, from MaxText',
    accuracy: [{ steps: 8, meanError: 0.03 }],
  },
} as const satisfies Record<string, DeviceEfficiency>;

/**
 * Sends between stages of pipelines without interleaving, fitted to 6 training steps on 8 to 64 H100s (nanotron, bench_cluster), which
 * take 1.4 to 4 times as long as with sends at the rates of links.
 */
const blockingSends: HostCosts = {
  ...{ perTask: 0, blocksSends: true },
  sends: { inside: 1.6e9, between: 4e8 },
};

/**
 * Devices with their peak rates, as their makers publish them. Efficiencies are those of published training steps; a device without
 * any has its peak rates, and steps on it take longer than simulated.
 */
export const deviceModels = {
  // NVIDIA V100 SXM2 data sheet: no product of f8, bf16 or tf32.
  v100: {
    ...{ kind: 'v100', flops: 125 * T, dram: 900 * G, launch: GPU, memory: 32 * G },
    rates: { f64: 7.8 * T, f32: 15.7 * T, tf32: 15.7 * T, i8: 62 * T, vector: 15.7 * T },
  },
  // NVIDIA A100 SXM4 data sheet: f64 by tensor cores; f8 is computed as f16.
  a100: {
    ...{
      kind: 'a100',
      efficiency: efficiencies.a100,
      flops: 312 * T,
      dram: 2039 * G,
      launch: GPU,
      memory: 80 * G,
    },
    rates: { f64: 19.5 * T, f32: 19.5 * T, tf32: 156 * T, i8: 624 * T, vector: 19.5 * T },
  },
  'a100-40gb': {
    ...{
      kind: 'a100-40gb',
      efficiency: efficiencies.a100,
      flops: 312 * T,
      dram: 1555 * G,
      launch: GPU,
      memory: 40 * G,
    },
    rates: { f64: 19.5 * T, f32: 19.5 * T, tf32: 156 * T, i8: 624 * T, vector: 19.5 * T },
  },
  // NVIDIA H100 SXM5 data sheet.
  h100: {
    ...{
      kind: 'h100',
      efficiency: efficiencies.h100,
      flops: 989 * T,
      dram: 3350 * G,
      launch: GPU,
      memory: 80 * G,
    },
    host: blockingSends,
    rates: { f64: 67 * T, f32: 67 * T, tf32: 494 * T, f8: 1979 * T, i8: 1979 * T, vector: 67 * T },
  },
  // The H100 SXM5 of 96 GB that torchtitan's measurements name: one of 80 GB with another stack of memory.
  'h100-96gb': {
    ...{
      kind: 'h100-96gb',
      efficiency: efficiencies.h100,
      flops: 989 * T,
      dram: 3350 * G,
      launch: GPU,
      memory: 96 * G,
    },
    rates: { f64: 67 * T, f32: 67 * T, tf32: 494 * T, f8: 1979 * T, i8: 1979 * T, vector: 67 * T },
  },
  // NVIDIA H200 SXM data sheet: an H100 with HBM3e.
  h200: {
    ...{
      kind: 'h200',
      efficiency: efficiencies.h200,
      flops: 989 * T,
      dram: 4800 * G,
      launch: GPU,
      memory: 141 * G,
    },
    rates: { f64: 67 * T, f32: 67 * T, tf32: 494 * T, f8: 1979 * T, i8: 1979 * T, vector: 67 * T },
  },
  // NVIDIA HGX B200 data sheet, per GPU.
  b200: {
    ...{ kind: 'b200', flops: 2250 * T, dram: 8000 * G, launch: GPU, memory: 180 * G },
    efficiency: efficiencies.b200,
    rates: {
      ...{ f64: 37 * T, f32: 75 * T, tf32: 1125 * T, f8: 4500 * T, f4: 9000 * T, i8: 4500 * T },
      vector: 75 * T,
    },
  },
  // NVIDIA GB200 NVL72 data sheet, per GPU.
  gb200: {
    ...{ kind: 'gb200', flops: 2500 * T, dram: 8000 * G, launch: GPU, memory: 186 * G },
    efficiency: efficiencies.gb200,
    rates: {
      ...{ f64: 40 * T, f32: 80 * T, tf32: 1250 * T, f8: 5000 * T, f4: 10000 * T, i8: 5000 * T },
      vector: 80 * T,
    },
  },
  // NVIDIA GB300 NVL72 data sheet, per GPU.
  gb300: {
    ...{ kind: 'gb300', flops: 2500 * T, dram: 8000 * G, launch: GPU, memory: 279 * G },
    efficiency: efficiencies.gb300,
    rates: {
      ...{ f64: 1.3 * T, f32: 80 * T, tf32: 1250 * T, f8: 5000 * T, f4: 15000 * T, i8: 165 * T },
      vector: 80 * T,
    },
  },
  // AMD Instinct MI300X data sheet: f32 and f64 by matrix cores.
  mi300x: {
    ...{ kind: 'mi300x', flops: 1307 * T, dram: 5300 * G, launch: GPU, memory: 192 * G },
    rates: { f64: 163 * T, f32: 163 * T, tf32: 653 * T, f8: 2614 * T, i8: 2614 * T, vector: 163 * T },
  },
  // Google Cloud documentation of each version. Products of f32 take one pass of bf16, or six at the highest precision.
  tpuv4: tpu('tpuv4', 275 * T, 1228 * G, 32 * G, { i8: 275 * T }, efficiencies.tpuv4),
  tpuv5e: tpu('tpuv5e', 197 * T, 819 * G, 16 * G, { i8: 393 * T }, efficiencies.tpuv5e),
  tpuv5p: tpu('tpuv5p', 459 * T, 2765 * G, 95 * G, { i8: 918 * T }, efficiencies.tpuv5p),
  tpuv6e: tpu('tpuv6e', 918 * T, 1640 * G, 32 * G, { i8: 1836 * T }, efficiencies.tpuv6e),
  tpuv7x: tpu('tpuv7x', 2307 * T, 7380 * G, 192 * G, { f8: 4614 * T }, efficiencies.tpuv7x),
  // Tenstorrent product pages, per chip: f16, block floating point of 8 bits as f8; of a P150 a quarter and half of its 664 TFLOP/s. Products round f32 to 19 bits.
  wormhole: {
    ...{ kind: 'wormhole', flops: 74 * T, dram: 288 * G, launch: 5e-6, memory: 12 * G },
    rates: { f8: 148 * T },
  },
  blackhole: {
    ...{ kind: 'blackhole', flops: 166 * T, dram: 512 * G, launch: 5e-6, memory: 32 * G },
    rates: { f8: 332 * T },
  },
} as const satisfies Record<string, DeviceModel>;

function tpu(
  kind: string,
  flops: number,
  dram: number,
  memory: number,
  rates: Readonly<Partial<Record<'i8' | 'f8', number>>>,
  efficiency?: DeviceEfficiency,
): DeviceModel {
  return {
    ...{ kind, flops, dram, launch: TPU, memory },
    rates: { f32: flops / 6, ...rates },
    ...(efficiency === undefined ? {} : { efficiency }),
  };
}
