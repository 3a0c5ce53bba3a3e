import { secondsText } from '../text/units.ts';
import type { PartitionChoice, PartitionWay } from './partition-on.ts';

const NAMES: Readonly<Record<PartitionWay, string>> = {
  time: 'by its times',
  bytes: 'by bytes sent',
  shardy: 'as Shardy does',
};

/** `partitioned for t3k by its times: 80.2 µs; by bytes sent 98.7 µs; as Shardy does 85.9 µs`. */
export function choiceText({ machine, way, tried }: PartitionChoice): string {
  const [taken, ...others] = tried;
  const start = `partitioned for ${machine} ${NAMES[way]}`;
  if (taken === undefined) return start;
  return [
    `${start}: ${secondsText(taken.seconds)}`,
    ...others.map((other) => `${NAMES[other.way]} ${secondsText(other.seconds)}`),
  ].join('; ');
}
