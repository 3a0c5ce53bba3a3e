import { product } from '@shardform/ir-core';
import type { ChipDescription } from '@shardform/dialect-ttcore';

/** How exactly products are computed; less exact ones take fewer cycles. */
export type Fidelity = 'lofi' | 'hifi2' | 'hifi3' | 'hifi4';

/** The cycles of a product of two tiles (Tenstorrent's tech report on the matrix engine). */
export const TILE_CYCLES: Readonly<Record<Fidelity, number>> = { lofi: 16, hifi2: 32, hifi3: 48, hifi4: 64 };

/** Operations of a product of two tiles: a multiplication and an addition for each of 32 x 32 x 32 numbers. */
const TILE_FLOPS = 2 * 32 ** 3;

/** What a chip can do at most. */
export interface MachineLimits {
  readonly arch: string;
  /** Bytes per second. */
  readonly dramBandwidth: number;
  /** Cycles per second. */
  readonly clock: number;
  readonly cores: number;
}

/** The bandwidths and clocks of the chips that tt-mlir has figures for; descriptions of systems have none. */
const RATES: Readonly<Partial<Record<string, Pick<MachineLimits, 'dramBandwidth' | 'clock'>>>> = {
  wormhole_b0: { dramBandwidth: 288e9, clock: 1e9 },
  blackhole: { dramBandwidth: 512e9, clock: 1.35e9 },
};

/** Returns the limits of a chip; `null` for an architecture without figures. */
export function machineLimits({ arch, grid }: Pick<ChipDescription, 'arch' | 'grid'>): MachineLimits | null {
  const rates = RATES[arch];
  if (rates === undefined) return null;
  return { arch, ...rates, cores: product(grid) };
}

/** Returns the operations per second of a chip's matrix engines. */
export function peakFlops({ cores, clock }: MachineLimits, fidelity: Fidelity): number {
  return (cores * clock * TILE_FLOPS) / TILE_CYCLES[fidelity];
}
