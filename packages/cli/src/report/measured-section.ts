import { escapeMarkup } from '@shardform/inspect';
import { bytesText } from '@shardform/ir-core';
import {
  countText,
  percentText,
  type PredictedEvent,
  type ProfiledCollective,
  type ProfileReport,
  rateText,
  secondsText,
  timesText,
} from '@shardform/study';
import { type Section, table } from './html.ts';
import { type AxisColours, type Cell, dataHtml } from './report-html.ts';

/** More rows of a table are counted. */
const MOST_ROWS = 50;

/** What was measured of the program of a report, by the instructions of collectives. */
export interface MeasuredRun {
  /** The profile. */
  readonly file: string;
  readonly report: ProfileReport;
  /** Of the same program in simulation; none where it could not be simulated. */
  readonly events: readonly PredictedEvent[];
  readonly collectives: ReadonlyMap<string, ProfiledCollective>;
}

/** Returns the section of what was measured beside what is predicted. */
export function measuredSection({ file, report, events }: MeasuredRun, colours: AxisColours): Section {
  const { steps, predicted, use, joined, lines, idle, communication, memory, unjoined } = report;
  const { seconds, deviceSeconds } = steps;
  const facts: (readonly Cell[])[] = [
    ['Profile', file],
    [
      'Step, measured',
      {
        html: `${dataHtml('measured', seconds.median, secondsText(seconds.median))} (${escapeMarkup(`${secondsText(seconds.low)} to ${secondsText(seconds.high)} in ${countText(steps.count, 'step')}`)})`,
      },
    ],
    ['Of it on a device', secondsText(deviceSeconds.median)],
    ...(predicted === null
      ? []
      : [
          [
            'Step, predicted',
            `${secondsText(predicted.seconds)} on ${predicted.machine}: measured ${timesText(seconds.median / predicted.seconds)} as long`,
          ],
        ]),
    ...(use === null
      ? []
      : [['MFU', `${percentText(use.ofPeak)}, ${rateText(use.flopsPerSecond)} of each device in products`]]),
    [
      'Joined',
      `${percentText(joined.operations)} of the time of devices to operations, ${percentText(joined.lines)} to lines`,
    ],
  ];
  const parts = [
    table([], facts),
    timelineSvg(report, events),
    '<h3>By line</h3>',
    table(
      ['line', 'operation', 'measured', 'predicted', 'ratio', 'share', 'bound by'],
      lines
        .slice(0, MOST_ROWS)
        .map((own) => [
          ...[own.name ?? 'no line', own.operation, secondsText(own.seconds.median)],
          ...[own.predictedSeconds === null ? '' : secondsText(own.predictedSeconds)],
          ...[own.ratio === null ? '' : timesText(own.ratio), percentText(own.share), own.bound ?? ''],
        ]),
    ),
    moreThan(lines.length),
    ...listed(
      'Communication',
      ['axis', 'collectives', 'exposed', 'waiting', 'hidden', 'predicted'],
      communication,
      (own) => [
        { html: colours.html(own.axis) },
        ...[String(own.collectives), secondsText(own.exposedSeconds), secondsText(own.waitingSeconds)],
        secondsText(own.hiddenSeconds),
        own.predictedExposedSeconds === null ? '' : secondsText(own.predictedExposedSeconds),
      ],
    ),
    ...listed('Idle, a step on a device', ['cause', 'when', 'time', 'of the step'], idle, (own) => [
      ...[own.cause, own.reason, secondsText(own.seconds), percentText(own.share)],
    ]),
    ...listed('Memory over time', ['allocator', 'peak', 'in step'], memory, (own) => [
      ...[own.allocator, bytesText(own.peakBytes), own.peakStep ?? ''],
    ]),
    ...listed('Not joined', ['name', 'share', 'in all', 'reason'], unjoined, (own) => [
      ...[own.name, percentText(own.share), secondsText(own.totalSeconds), own.reason],
    ]),
  ];
  return { title: 'Measured', body: parts.join('\n'), isSearched: true };
}

function listed<T>(
  title: string,
  headings: readonly string[],
  rows: readonly T[],
  cells: (row: T) => readonly Cell[],
): readonly string[] {
  if (rows.length === 0) return [];
  const shown = table(headings, rows.slice(0, MOST_ROWS).map(cells));
  return [`<h3>${escapeMarkup(title)}</h3>`, shown, moreThan(rows.length)];
}

function moreThan(count: number): string {
  return count > MOST_ROWS ? `<p>${count - MOST_ROWS} more, which shardform profile --all lists.</p>` : '';
}

/** Units of the drawing: its width, the space of names, and of a row. */
const [WIDTH, NAMES, ROW] = [1000, 176, 20];

/** Returns a step over time: what is predicted as outlines, what was measured filled. */
function timelineSvg({ operations }: ProfileReport, events: readonly PredictedEvent[]): string {
  const measured = operations.map(({ axis, startSeconds, endSeconds, seconds }) => ({
    ...{ communicates: axis !== null, startSeconds, endSeconds },
    part: endSeconds <= startSeconds ? 1 : Math.min(1, seconds.median / (endSeconds - startSeconds)),
  }));
  const end = [...events, ...measured].reduce((most, { endSeconds }) => Math.max(most, endSeconds), 0);
  if (end === 0) return '';
  const x = (seconds: number): number => NAMES + (seconds / end) * (WIDTH - NAMES - 1);
  const rows = [false, true].flatMap((communicates) => {
    const name = communicates ? 'communication' : 'compute';
    const own = events.filter((event) => event.communicates === communicates);
    const run = measured.filter((event) => event.communicates === communicates);
    return [
      ...(own.length === 0
        ? []
        : [
            [
              `${name}, predicted`,
              own.map((event) => ({ ...event, paint: 'fill:none;stroke:currentColor;stroke-width:1' })),
            ] as const,
          ]),
      ...(run.length === 0
        ? []
        : [
            [
              `${name}, measured`,
              run.map((event) => ({
                ...event,
                // In loops, it goes on for a part of the time from its first event to its last one.
                paint: `fill:currentColor;fill-opacity:${Math.max(0.15, event.part).toFixed(2)};stroke:none`,
              })),
            ] as const,
          ]),
    ];
  });
  const drawn = rows.map(([name, own], i) => {
    const top = i * ROW;
    const boxes = wideEnough(
      own.map((event) => ({ ...event, from: x(event.startSeconds), to: x(event.endSeconds) })),
    );
    const rects = boxes.map(
      ({ from, to, paint }) =>
        `<rect x="${from.toFixed(1)}" y="${top + 3}" width="${Math.max(0.5, to - from).toFixed(1)}" height="${ROW - 6}" style="${paint}"/>`,
    );
    return `<text x="0" y="${top + 14}" font-size="11" fill="currentColor">${name}</text>${rects.join('')}`;
  });
  const label = `A step over ${secondsText(end)}: predicted events are outlines, measured ones are filled`;
  return `<h3>Timeline</h3>
<p>Outlines are predicted, filled is measured, on one axis of ${escapeMarkup(secondsText(end))}.</p>
<svg viewBox="0 0 ${WIDTH} ${rows.length * ROW}" width="100%" role="img" aria-label="${escapeMarkup(label)}">${drawn.join('')}</svg>`;
}

/** Leaves out boxes that would be drawn on top of the one before. */
function wideEnough<T extends { readonly from: number; readonly to: number }>(
  boxes: readonly T[],
): readonly T[] {
  let last = -1;
  return boxes
    .toSorted((a, b) => a.from - b.from)
    .filter(({ from, to }) => {
      const isSeen = to - from >= 0.5 || from - last >= 0.5;
      if (isSeen) last = to;
      return isSeen;
    });
}
