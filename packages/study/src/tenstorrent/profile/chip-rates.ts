/** How fast the parts of a chip are. */
export interface ChipRates {
  /** Cycles per second of cores and NoCs. */
  readonly clock: number;
  /** Bytes per second that kernels read from and write to all banks of DRAM together. */
  readonly dram: number;
  /** Bytes per cycle that each of a core's two NoCs delivers. */
  readonly nocBytes: number;
  /** Bytes per second of a link between two chips, in each direction. */
  readonly ethernet: number;
  /** Bytes per second between the host and the chip. */
  readonly pcie: number;
  /** Seconds from the start of an operation to that of its kernels, and back. */
  readonly launch: number;
}

/** The part of the specified bandwidth that tt-metal's kernels reach: tech_reports/Saturating_DRAM_bandwidth, 267 of 288 GB/s. */
const DRAM_REACHED = 267 / 288;

/**
 * Rates of the families of chips. Clocks: tt-metal, tech_reports/GEMM_FLOPS. NoCs (a flit a cycle) and Ethernet (100 and 400
 * GbE): tt-isa-documentation, WormholeB0 and BlackholeA0. DRAM: tech_reports/Saturating_DRAM_bandwidth (12 Gbit/s a pin)
 * and tt-system-firmware, tt_blackhole (3.5 Tbit/s). PCIe: 16 lanes of its fourth and fifth generation. The launch is that of the
 * machines `n300` and `t3k`.
 */
const WORMHOLE: ChipRates = {
  clock: 1e9,
  dram: 288e9 * DRAM_REACHED,
  nocBytes: 32,
  ethernet: 12.5e9,
  pcie: 31.5e9,
  launch: 5e-6,
};

const BLACKHOLE: ChipRates = {
  clock: 1.35e9,
  dram: (3.5e12 / 8) * DRAM_REACHED,
  nocBytes: 64,
  ethernet: 50e9,
  pcie: 63e9,
  launch: 5e-6,
};

/** Bytes per second at which the host rearranges tensors and executes functions of its own; an assumption. */
export const HOST_BYTES = 10e9;

/** Returns the rates of a family of chips; those of Wormhole for others. */
export function chipRates(arch: string): ChipRates {
  return arch === 'blackhole' ? BLACKHOLE : WORMHOLE;
}
