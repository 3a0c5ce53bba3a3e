import { MachineError } from './machine.ts';

/** Returns the fields of an object of JSON. @throws MachineError for anything else. */
export function record(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new MachineError(`${what} is no object`);
  // The condition has excluded everything but records.
  return value as Record<string, unknown>;
}

/** Returns a number that is not negative. @throws MachineError for anything else. */
export function numberOf(value: unknown, what: string): number {
  if (typeof value === 'number' && value >= 0) return value;
  throw new MachineError(`${what} is no number that is not negative`);
}

/** Returns a number above 0: of nothing a second, work would have no end. @throws MachineError for anything else. */
export function rateOf(value: unknown, what: string): number {
  if (numberOf(value, what) > 0) return Number(value);
  throw new MachineError(`${what} is not above 0`);
}

/** Returns a finite number; those of JSON that are too large for a number are infinite. @throws MachineError for anything else. */
export function secondsOf(value: unknown, what: string): number {
  if (numberOf(value, what) < Infinity) return Number(value);
  throw new MachineError(`${what} is not finite`);
}
