import { secondsText } from '../text/units.ts';
import { contentionSeconds } from './contention-facts.ts';
import type { ContentionFacts, TimeFacts } from './facts.ts';

/** A part of the time of a step. */
export interface TimePart {
  /** `compute`, {@link LAUNCHES}, an axis along which devices communicate meanwhile computing nothing, `contention` or `waiting`. */
  readonly name: string;
  /** Whether the name is that of an axis. */
  readonly isAxis: boolean;
  readonly seconds: number;
}

/** The name of the time in which devices begin kernels and compute nothing. */
export const LAUNCHES = 'launching kernels';

/** Returns the parts that the time of a step adds up from, those that take no time left out. */
export function timeParts({ compute, launch, byAxis, contention, waiting }: TimeFacts): readonly TimePart[] {
  const parts = [
    { name: 'compute', isAxis: false, seconds: compute },
    { name: LAUNCHES, isAxis: false, seconds: launch },
    ...byAxis.map(({ axis, seconds }) => ({ name: axis, isAxis: true, seconds })),
    { name: 'contention', isAxis: false, seconds: contentionSeconds(contention) },
    { name: 'waiting', isAxis: false, seconds: waiting },
  ];
  return parts.filter(({ name, seconds }) => name === 'compute' || seconds > 0);
}

/** Returns `860.4 µs of all_reduce along n, network between nodes`. */
export function contentionText({ collective, axis, link, seconds }: ContentionFacts): string {
  return `${secondsText(seconds)} of ${collective} along ${axis}, ${link}`;
}
