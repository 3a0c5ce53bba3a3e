import { closestName } from '@shardform/ir-core';
import { MachineError } from './machine.ts';

/** The fields of an object of JSON. */
export type Fields = Readonly<Record<string, unknown>>;

/** Refuses fields that an object does not have. @throws MachineError */
export function checkFields(fields: Fields, known: readonly string[], what: string): void {
  for (const name of Object.keys(fields)) {
    if (known.includes(name)) continue;
    const close = closestName(name, known);
    const hint = close === null ? `known are ${known.join(', ')}` : `did you mean '${close}'?`;
    throw new MachineError(`${what} has the unknown field '${name}'; ${hint}`);
  }
}

/** Returns a whole number above 0. @throws MachineError for anything else. */
export function countOf(value: unknown, what: string): number {
  if (typeof value === 'number' && Number.isInteger(value) && value > 0) return value;
  throw new MachineError(`${what} is not a whole number above 0`);
}

/** Returns a number above 0 and at most 1. @throws MachineError for anything else. */
export function fractionOf(value: unknown, what: string): number {
  if (rateOf(value, what) <= 1) return Number(value);
  throw new MachineError(`${what} is more than 1`);
}

/** Returns a number from 0 to 1. @throws MachineError for anything else. */
export function shareOf(value: unknown, what: string): number {
  if (numberOf(value, what) <= 1) return Number(value);
  throw new MachineError(`${what} is more than 1`);
}

/** Returns the fields of an object of JSON. @throws MachineError for anything else. */
export function record(value: unknown, what: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new MachineError(`${what} is not an object`);
  // The condition has excluded everything but records.
  return value as Record<string, unknown>;
}

/** Returns a number that is not negative. @throws MachineError for anything else. */
export function numberOf(value: unknown, what: string): number {
  if (typeof value === 'number' && value >= 0) return value;
  throw new MachineError(`${what} is not a number of at least 0`);
}

/** Returns a number above 0: of nothing a second, work would have no end. @throws MachineError for anything else. */
export function rateOf(value: unknown, what: string): number {
  if (numberOf(value, what) > 0) return Number(value);
  throw new MachineError(`${what} is not above 0; leave it out if it is not known`);
}

/** Returns a finite number; those of JSON that are too large for a number are infinite. @throws MachineError for anything else. */
export function secondsOf(value: unknown, what: string): number {
  if (numberOf(value, what) < Infinity) return Number(value);
  throw new MachineError(`${what} is not finite`);
}
