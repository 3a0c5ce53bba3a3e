import type { Split } from '../export/explicit-reshards/least-communication.ts';
import type { ScatteredSum } from './dot-state.ts';

/** How XLA splits an operation. */
export interface XlaSplit {
  readonly split: Split;
  /** Operands that are moved within groups of devices: what is sent for these is never that of another operation. */
  readonly movedInGroups: readonly number[];
  /** The sum of a product that is combined in other steps than along one factor after the other. */
  readonly scatteredSum: ScatteredSum | null;
  /** Factors along which is summed at once, after those within a device's group. */
  readonly joinedSums: readonly number[];
  /** Whether neighbours exchange what windows need of each other. */
  readonly exchangesBorders: boolean;
}

/** Returns a split of which there is nothing more to say. */
export function plainSplit(split: Split): XlaSplit {
  return { split, movedInGroups: [], scatteredSum: null, joinedSums: [], exchangesBorders: false };
}
