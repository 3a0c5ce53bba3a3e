import type { DeviceEfficiency, MachineDevice } from './machine.ts';

/** A kind of device that machines are made of. */
export type DeviceModel = Omit<MachineDevice, 'id'>;

/** Launches are an assumption: DistIR's 10 microseconds for GPUs, less for devices that run whole programs. */
const [GPU, TPU] = [1e-5, 2e-6];

/** Rates in operations per second, from the data sheets of the makers, without sparsity. */
const [T, G] = [1e12, 1e9];

/** Fitted to steps that others measured, in which products take most of the time; `docs/handbook/machines.md` has the rows. */
const efficiencies = {
  a100: {
    products: 0.68,
    source: '10 training steps of MPT 125M to 70B on 8 to 64 GPUs (llm-foundry); mean error 6.5 %',
  },
  h100: {
    products: 0.55,
    source:
      '13 training steps of MPT, Llama 8B and 1B on 8 to 32 GPUs (llm-foundry, torchtitan, nanotron); mean error 12 %',
  },
  tpuv4: { products: 0.76, source: 'a training step of a 22B model on 64 chips (MaxText)' },
  tpuv5p: { products: 0.9, source: 'a training step of a 32B model on 64 chips (MaxText)' },
  tpuv6e: { products: 0.71, source: 'a training step of Llama 8B on 256 chips (MaxText)' },
} as const satisfies Record<string, DeviceEfficiency>;

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
    rates: { f64: 67 * T, f32: 67 * T, tf32: 494 * T, f8: 1979 * T, i8: 1979 * T, vector: 67 * T },
  },
  // NVIDIA H200 SXM data sheet: an H100 with HBM3e.
  h200: {
    ...{
      kind: 'h200',
      efficiency: efficiencies.h100,
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
    rates: {
      ...{ f64: 37 * T, f32: 75 * T, tf32: 1125 * T, f8: 4500 * T, f4: 9000 * T, i8: 4500 * T },
      vector: 75 * T,
    },
  },
  // NVIDIA GB200 NVL72 data sheet, per GPU.
  gb200: {
    ...{ kind: 'gb200', flops: 2500 * T, dram: 8000 * G, launch: GPU, memory: 186 * G },
    rates: {
      ...{ f64: 40 * T, f32: 80 * T, tf32: 1250 * T, f8: 5000 * T, f4: 10000 * T, i8: 5000 * T },
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
  tpuv5e: tpu('tpuv5e', 197 * T, 819 * G, 16 * G, { i8: 393 * T }),
  tpuv5p: tpu('tpuv5p', 459 * T, 2765 * G, 95 * G, { i8: 918 * T }, efficiencies.tpuv5p),
  tpuv6e: tpu('tpuv6e', 918 * T, 1640 * G, 32 * G, { i8: 1836 * T }, efficiencies.tpuv6e),
  tpuv7x: tpu('tpuv7x', 2307 * T, 7380 * G, 192 * G, { f8: 4614 * T }),
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
