import { type Cause, UNKNOWN_CAUSE, type ValueSite } from '../cause.ts';
import { conflict } from './conflict.ts';
import { needsElements } from './operations.ts';
import { partialResult } from './partial-result.ts';
import { requested, returned } from './request.ts';
import { constraint, hostCallback, otherOrder, uneven, usedWhole, written } from './structure.ts';

/** Rules in the order in which they are tried. */
const RULES: readonly ((site: ValueSite) => Cause | null)[] = [
  written,
  hostCallback,
  constraint,
  partialResult,
  needsElements,
  uneven,
  requested,
  returned,
  conflict,
  usedWhole,
  otherOrder,
];

/** Returns the cause of a collective by the first rule that explains it. */
export function causeOf(site: ValueSite): Cause {
  for (const rule of RULES) {
    const cause = rule(site);
    if (cause !== null) return cause;
  }
  return UNKNOWN_CAUSE;
}
