import { tripCount, type WhileOp } from '@shardform/dialect-stablehlo';

/** Loops of unknown length count as so long. */
const UNKNOWN_TRIPS = 8;

/** Returns how many iterations a loop has in prices. */
export function pricedTrips(loop: WhileOp): number {
  return tripCount(loop) ?? UNKNOWN_TRIPS;
}
