import type { Instruction } from './model/module.ts';

/**
 * Returns the number of iterations of a loop that XLA has found out, `backend_config={"known_trip_count":{"n":"5"}}`; `null` if
 * it has not.
 */
export function knownTripCount({ backendConfig }: Instruction): number | null {
  const digits = /"known_trip_count"\s*:\s*\{\s*"n"\s*:\s*"?(\d+)/.exec(backendConfig ?? '')?.[1];
  const count = Number(digits);
  return digits === undefined || !Number.isSafeInteger(count) ? null : count;
}
