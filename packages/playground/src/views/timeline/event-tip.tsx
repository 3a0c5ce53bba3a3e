import { bytesText } from '@shardform/ir-core';
import { secondsText, timesText } from '@shardform/study';
import { AxisName } from '../../parts/chip.tsx';
import type { MeasuredTimes, TimedOperation, TimelinePicture } from './answer.ts';
import { bytesAt } from './draw-memory.ts';
import type { EventAt } from './scene.ts';

const BOUNDS: Readonly<Record<TimedOperation['bound'], string>> = {
  launch: 'its launch',
  compute: 'arithmetic',
  memory: 'memory: reading and writing',
  network: 'the wire',
};

/** Pixels that a tip takes at most. */
const HEIGHT = 230;

/** What an event is, beside it. */
export function EventTip({
  event,
  picture,
  x,
  y,
  frame,
}: {
  readonly event: EventAt;
  readonly picture: TimelinePicture;
  /** In the drawing. */
  readonly x: number;
  readonly y: number;
  /** What the drawing scrolls in. */
  readonly frame: HTMLElement;
}) {
  const { events, index, row } = event;
  const operation = picture.operations[events.operations[index]!]!;
  const [start, duration] = [events.starts[index]!, events.durations[index]!];
  const { name, contendedLink, axis, bytes, flops, launch, bound, measured } = operation;
  // The window has more room than the pane.
  const box = frame.getBoundingClientRect();
  const [left, top] = [box.left + x, box.top + y - frame.scrollTop];
  const isLeft = left > innerWidth / 2;
  const isAbove = top > innerHeight - HEIGHT;
  return (
    <div
      class="tip event-tip"
      role="tooltip"
      style={{
        [isLeft ? 'right' : 'left']: `${(isLeft ? innerWidth - left : left) + 12}px`,
        [isAbove ? 'bottom' : 'top']: `${(isAbove ? innerHeight - top : top) + 12}px`,
      }}
    >
      <h4>
        {name}{' '}
        {axis?.split(', ').map((own) => (
          <AxisName key={own} axis={own} />
        ))}
      </h4>
      <dl class="kv">
        <What operation={operation} />
        <When measured={measured} start={start} duration={duration} launch={launch} />
        {measured !== null && <Measured times={measured} />}
        <Contention queued={events.queued[index]!} shared={events.shared[index]!} link={contendedLink} />
        {bytes !== null && (
          <>
            <dt>{axis === null ? 'moved' : 'sent'}</dt>
            <dd>
              {bytesText(bytes)} {axis === null ? 'from and to memory' : 'by each device'}
            </dd>
          </>
        )}
        {flops > 0 && (
          <>
            <dt>arithmetic</dt>
            <dd>{flopsText(flops)}</dd>
          </>
        )}
        <dt>bound by</dt>
        <dd>{BOUNDS[bound]}</dd>
        {measured?.isEvent !== true && (
          <>
            <dt>live</dt>
            <dd>{bytesText(bytesAt(row.lane, start))}</dd>
          </>
        )}
      </dl>
    </div>
  );
}

/** What an event computes. */
function What({
  operation: { name, label, value, line, microbatch, stage },
}: {
  readonly operation: TimedOperation;
}) {
  return (
    <>
      {value !== '' && (
        <>
          <dt>value</dt>
          <dd>
            <code>{value}</code>
            {line !== null && `, line ${line}`}
          </dd>
        </>
      )}
      {label !== name && (
        <>
          <dt>program</dt>
          <dd>{label}</dd>
        </>
      )}
      {microbatch !== null && (
        <>
          <dt>microbatch</dt>
          <dd>
            {microbatch}
            {stage !== null && `, stage ${stage}`}
          </dd>
        </>
      )}
    </>
  );
}

/** When an event goes on, and how long. */
function When({
  measured,
  start,
  duration,
  launch,
}: {
  readonly measured: MeasuredTimes | null;
  readonly start: number;
  readonly duration: number;
  readonly launch: number;
}) {
  const isEvent = measured?.isEvent === true;
  return (
    <>
      <dt>{isEvent ? 'in the step' : measured === null ? 'time' : 'predicted'}</dt>
      <dd>
        {secondsText(start)} to {secondsText(start + duration)}
        {!isEvent && (
          <>
            , <b>{secondsText(duration)}</b>
            {launch > 0 && `, of them ${secondsText(launch)} to launch`}
          </>
        )}
      </dd>
    </>
  );
}

/** What was measured in a step, beside the prediction of the kernel in all of it. */
function Measured({
  times: { seconds, predictedSeconds, ratio, isEvent },
}: {
  readonly times: MeasuredTimes;
}) {
  return (
    <>
      <dt>measured</dt>
      <dd>
        <b>{secondsText(seconds)}</b> in a step
      </dd>
      {isEvent && predictedSeconds !== null && (
        <>
          <dt>predicted</dt>
          <dd>{secondsText(predictedSeconds)}</dd>
        </>
      )}
      {ratio !== null && (
        <>
          <dt>ratio</dt>
          <dd>{timesText(ratio)}</dd>
        </>
      )}
    </>
  );
}

/** The time for links that others use, before an event and of it. */
function Contention({
  queued,
  shared,
  link,
}: {
  readonly queued: number;
  readonly shared: number;
  readonly link: string | null;
}) {
  if (link === null || queued + shared === 0) return null;
  return (
    <>
      <dt>contention</dt>
      <dd>
        {secondsText(queued + shared)}
        {queued > 0 && `, ${secondsText(queued)} of it before`}, {link}
      </dd>
    </>
  );
}

/** `4.2 MFLOP`. */
function flopsText(flops: number): string {
  const power = Math.min(4, Math.floor(Math.log10(flops) / 3));
  const scaled = flops / 1000 ** power;
  return `${scaled.toFixed(scaled >= 100 || power === 0 ? 0 : 1)} ${['', 'k', 'M', 'G', 'T'][power]}FLOP`;
}
