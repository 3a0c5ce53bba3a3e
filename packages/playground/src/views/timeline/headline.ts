import {
  contentionSeconds,
  contentionText,
  countText,
  percentText,
  secondsText,
  type TimeFacts,
} from '@shardform/study';
import type { TimelinePicture } from './answer.ts';

/** What decides about a program's time, in words. */
export interface Headline {
  readonly claim: string;
  readonly detail: string;
}

/** Returns what takes most of the time of the slowest device. */
export function headlineOf(picture: TimelinePicture): Headline {
  const { time, seconds } = picture;
  if (seconds === 0) return { claim: 'Nothing in the program takes time.', detail: '' };
  const [longest] = partsOf(time).sort((a, b) => b.seconds - a.seconds);
  const share = percentText(longest!.seconds / seconds);
  return { claim: `${longest!.name} takes ${share} of the step.`, detail: longest!.detail(picture) };
}

interface TimePart {
  readonly name: string;
  readonly seconds: number;
  readonly detail: (picture: TimelinePicture) => string;
}

function partsOf({ launch, compute, byAxis, contention, waiting }: TimeFacts): TimePart[] {
  return [
    { name: 'Launching', seconds: launch, detail: launchDetail },
    { name: 'Computing', seconds: compute, detail: computeDetail },
    { name: 'Contention for links', seconds: contentionSeconds(contention), detail: contentionDetail },
    { name: 'Waiting for other devices', seconds: waiting, detail: waitDetail },
    ...byAxis.map(({ axis, seconds }) => ({
      name: axis === 'listed devices' ? 'Communication' : `Communication along ${axis}`,
      seconds,
      detail: (picture: TimelinePicture) => wireDetail(picture, axis),
    })),
  ];
}

function launchDetail({ time, seconds, lanes, operations }: TimelinePicture): string {
  const [lane] = lanes;
  const kernels = (lane?.rows ?? []).flatMap(({ axis, operations: own }) =>
    axis === null ? [...own].filter((number) => operations[number]!.launch > 0) : [],
  );
  return `${countText(kernels.length, 'kernel')} ${kernels.length === 1 ? 'takes' : 'take'} ${secondsText(time.launch)} of ${secondsText(seconds)} to launch; the work itself is ${secondsText(time.compute)}.`;
}

function computeDetail({ lanes, operations, time }: TimelinePicture): string {
  const byBound = { compute: 0, memory: 0, launch: 0, network: 0 };
  for (const { axis, operations: own, durations } of lanes[0]?.rows ?? [])
    if (axis === null)
      for (const [i, number] of own.entries()) {
        const { bound, launch } = operations[number]!;
        byBound[bound] += durations[i]! - launch;
      }
  const byMemory = byBound.memory / Math.max(time.compute, Number.MIN_VALUE);
  return `${percentText(Math.min(1, byMemory))} of it is in kernels that wait for memory, not for arithmetic.`;
}

function contentionDetail({ time: { contention } }: TimelinePicture): string {
  return `Other groups or collectives use the same links: ${contention.map(contentionText).join('; ')}.`;
}

function waitDetail({ lanes }: TimelinePicture): string {
  return lanes.length === 1
    ? 'The devices are idle while transfers are under way.'
    : 'The devices run different operations, and are idle between them.';
}

function wireDetail({ lanes, time }: TimelinePicture, axis: string): string {
  const row = lanes[0]?.rows.find((own) => own.axis === axis);
  const { length = 0 } = row?.operations ?? {};
  return `${countText(length, 'transfer')}; computing takes ${secondsText(time.compute + time.launch)}.`;
}
