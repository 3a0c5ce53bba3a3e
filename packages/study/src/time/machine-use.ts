import { type Machine, type MachineDevice, peakFlops } from '@shardform/cost-model';
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

/** The rates of a machine that nobody named. */
export const ASSUMED_RATES = '--machine names another';

/** Says which rates times are computed with: `products at 68 % of the peak, as measured`. */
export function ratesText({ devices, isAssumed }: Machine): string {
  if (isAssumed === true) return ASSUMED_RATES;
  const efficiency = devices.get(1)?.efficiency;
  if (efficiency?.products === undefined) return 'at peak rates, which real steps do not reach';
  const { products, attention = products } = efficiency;
  const [percent, ofAttention] = [products, attention].map((part) => `${(100 * part).toFixed(0)} %`);
  const own = percent === ofAttention ? '' : ` and fused attention at ${ofAttention}`;
  return `products at ${percent}${own} of the peak${efficiency.source === undefined ? '' : `, as in ${efficiency.source}`}`;
}
