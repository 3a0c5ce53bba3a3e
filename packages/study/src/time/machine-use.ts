import {
  type DeviceEfficiency,
  type Machine,
  type MachineDevice,
  type MeasuredEfficiency,
  peakFlops,
} from '@shardform/cost-model';
import { type FlatProgram, kernelWork, type Simulation } from '@shardform/runtime-dist';

/** The use that the slowest device makes of its rates. */
export interface MachineUse {
  /** Floating-point operations of products per second. */
  readonly flopsPerSecond: number;
  /** The fraction of the peak rates of their element types. */
  readonly ofPeak: number;
}

/**
 * Returns the use that a device makes of its rates in a step: of products and convolutions only, recomputed ones included; `null`
 * for a program without any.
 *
 * @param simulation with its events.
 * @param model the device as its machine describes it.
 */
export function machineUse(
  program: FlatProgram,
  { events, latency }: Simulation,
  device: number,
  model: MachineDevice,
): MachineUse | null {
  let [flops, atPeak] = [0, 0];
  for (const event of events) {
    if (event.device !== device || event.stream !== 'compute') continue;
    const work = kernelWork(program, event.op, model);
    if (work.arithmetic === 'vector') continue;
    flops += work.flops;
    atPeak += work.flops / peakFlops(model, work.arithmetic);
  }
  return flops === 0 || latency === 0 ? null : { flopsPerSecond: flops / latency, ofPeak: atPeak / latency };
}

/** A machine that nobody named is one of many. */
export const ASSUMED_MACHINE = '--machine names another';

/**
 * Says which rates times are computed with, and how far simulated steps are from measured ones: `calibrated: products at 83 % of the peak,
 * ... (mean error 6 % on 92 published training steps ...)`, or that they are lower bounds.
 */
export function ratesText({ devices, hasMeasuredRates }: Machine): string {
  if (hasMeasuredRates === true)
    return "calibrated: rates as 'shardform calibrate' fitted them to measurements of the device";
  const efficiency = devices.get(1)?.efficiency;
  const reached = efficiency === undefined ? [] : reachedText(efficiency);
  if (efficiency === undefined || reached.length === 0) return 'at peak rates: a lower bound';
  return `calibrated: ${reached.join(', ')} of the peak (${accuracyText(efficiency)})`;
}

/** `products at 83 %`, as far as fractions are known. */
function reachedText({ products, attention, memory }: DeviceEfficiency): readonly string[] {
  const part = (name: string, fraction: number | undefined): readonly string[] =>
    fraction === undefined ? [] : [`${name} at ${(100 * fraction).toFixed(0)} %`];
  return [
    ...part('products', products),
    ...(attention === products ? [] : part('fused attention', attention)),
    ...part('memory', memory),
  ];
}

/** `mean error 7 % on 53 published training steps in 16-bit floats, 15 % on 31 in f8`; or that the error is not known. */
function accuracyText({ accuracy = [], source }: MeasuredEfficiency): string {
  if (accuracy.length === 0) return source === undefined ? 'error unknown' : `from ${source}; error unknown`;
  return accuracy
    .map(({ steps, meanError, of }, i) => {
      const [title, unit] = i === 0 ? ['mean error ', ' published training steps'] : ['', ''];
      return `${title}${(100 * meanError).toFixed(0)} % on ${steps}${unit}${of === undefined ? '' : ` in ${of}`}`;
    })
    .join(', ');
}
