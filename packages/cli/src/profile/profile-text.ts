import { bytesText } from '@shardform/ir-core';
import { countText, percentText, rateText, secondsText, timesText } from '@shardform/study';
import { tableText } from '../distribution/table-text.ts';
import type { ProfileJson } from './profile-schema.ts';

/** Rows of a table unless all are asked for. */
const MOST_ROWS = 10;

/** A profile as it is shown. */
export interface ShownProfile {
  readonly profile: ProfileJson;
  readonly by: 'line' | 'value' | 'operation';
  /** True to show all rows. */
  readonly all: boolean;
}

type Row = ProfileJson['lines'][number];

/** Returns a profile for people. */
export function profileText({ profile, by, all }: ShownProfile): string {
  const { communication, idle, stragglers, memory, unjoined, otherPrograms } = profile;
  const blocks = [
    headerLines(profile).join('\n'),
    rowsTable(by, rowsBy(profile, by), profile.predicted !== null, all),
    communication.length === 0 ? null : communicationTable(profile, all),
    idle.length === 0
      ? null
      : table(
          ['idle, by cause', 'a step on a device', 'of the step'],
          idle.map(({ cause, reason, seconds, share }) => [
            ...[`${cause}: ${reason}`, secondsText(seconds), percentText(share)],
          ]),
          all,
        ),
    stragglers.length === 0
      ? null
      : table(
          ['straggler', 'computes', 'of the median device'],
          stragglers.map(({ device, computingSeconds, times }) => [
            ...[device, secondsText(computingSeconds), timesText(times)],
          ]),
          all,
        ),
    memory.length === 0 ? null : memoryTable(memory, all),
    unjoined.length === 0
      ? null
      : table(
          ['not joined', 'in all', 'share', ''],
          unjoined.map(({ name, totalSeconds, share, reason }) => [
            ...[shortened(name), secondsText(totalSeconds), percentText(share), reason],
          ]),
          all,
        ),
    otherPrograms.length === 0
      ? null
      : table(
          ['other programs of the profile', 'share'],
          otherPrograms.map(({ name, share }) => [shortened(name), percentText(share)]),
          all,
        ),
  ];
  return blocks.filter((own) => own !== null).join('\n');
}

function headerLines({
  program,
  hosts,
  devices,
  run,
  steps,
  joined,
  deviceSeconds,
  predicted,
  use,
  problems,
  compiledBy,
}: ProfileJson): string[] {
  const { count, foundBy, warmUp, incomplete, seconds } = steps;
  const left = [
    ...(warmUp === 0 ? [] : [`${countText(warmUp, 'step')} of warm-up left out`]),
    ...(incomplete === 0 ? [] : [`${countText(incomplete, 'step')} cut off and left out`]),
  ];
  const found = foundBy === 'markers' ? 'as marked' : 'runs of the program';
  return [
    `${program} on ${countText(devices, 'device')} of ${hosts.join(', ')}${run === null ? '' : `, run ${run}`}`,
    `${secondsText(seconds.median)} a step (${secondsText(seconds.low)} to ${secondsText(seconds.high)}): ${countText(count, 'step')}, ${[found, ...left].join(', ')}`,
    `${secondsText(deviceSeconds)} of operations on all devices: ${percentText(joined.operations)} joined to operations of ${compiledBy}, ${percentText(joined.lines)} to lines`,
    predicted === null
      ? 'no prediction and no MFU: --machine names a machine'
      : `predicted ${secondsText(predicted.seconds)} a step on ${predicted.machine}: measured ${timesText(seconds.median / predicted.seconds)} as long${
          use === null
            ? ''
            : `; MFU ${percentText(use.ofPeak)}, ${rateText(use.flopsPerSecond)} of each device in products`
        }`,
    ...(predicted === null || predicted.unmeasuredSeconds < predicted.seconds * WORTH_TELLING
      ? []
      : [
          `note: ${secondsText(predicted.unmeasuredSeconds)} of the prediction is of operations that the profile has no events of`,
        ]),
    ...problems.map((problem) => `note: ${problem}`),
    '',
  ];
}

function rowsBy({ lines, values, operations }: ProfileJson, by: ShownProfile['by']): readonly Row[] {
  if (by === 'operation') return operations;
  return by === 'value' ? (values ?? []) : lines;
}

function rowsTable(by: string, rows: readonly Row[], isPredicted: boolean, all: boolean): string {
  const heading = [
    `by ${by}`,
    '',
    'a step',
    'from',
    'to',
    ...(isPredicted ? ['predicted', 'ratio'] : []),
    'share',
    'bound',
  ];
  const cells = rows.map(({ name, operation, seconds, predictedSeconds, ratio, share, bound }) => [
    ...[shortened(name ?? 'no name'), shortened(operation), secondsText(seconds.median)],
    ...[secondsText(seconds.low), secondsText(seconds.high)],
    ...(isPredicted
      ? [
          predictedSeconds === null ? '' : secondsText(predictedSeconds),
          ratio === null ? '' : timesText(ratio),
        ]
      : []),
    ...[percentText(share), bound ?? ''],
  ]);
  return table(heading, cells, all);
}

function communicationTable({ communication, predicted }: ProfileJson, all: boolean): string {
  const isPredicted = predicted !== null;
  return table(
    [
      'communication along',
      'collectives',
      'exposed',
      'waiting',
      'hidden',
      ...(isPredicted ? ['predicted'] : []),
    ],
    communication.map((own) => [
      ...[
        own.axis,
        String(own.collectives),
        secondsText(own.exposedSeconds),
        secondsText(own.waitingSeconds),
      ],
      secondsText(own.hiddenSeconds),
      ...(isPredicted ? [secondsText(own.predictedExposedSeconds ?? 0)] : []),
    ]),
    all,
  );
}

function memoryTable(memory: ProfileJson['memory'], all: boolean): string {
  return table(
    ['memory of', 'peak', 'capacity', 'in step', 'at', 'peak of the process'],
    memory.map(({ allocator, peakBytes, capacityBytes, peakStep, peakSeconds, lifetimePeakBytes }) => [
      ...[shortened(allocator), bytesText(peakBytes)],
      ...[capacityBytes === null ? '' : bytesText(capacityBytes), peakStep ?? 'none'],
      `${peakSeconds < 0 ? '-' : ''}${secondsText(Math.abs(peakSeconds))}`,
      lifetimePeakBytes === null ? '' : bytesText(lifetimePeakBytes),
    ]),
    all,
  );
}

function table(heading: readonly string[], rows: readonly (readonly string[])[], all: boolean): string {
  const shown = all ? rows : rows.slice(0, MOST_ROWS);
  const more = rows.length - shown.length;
  return `${tableText([heading, ...shown])}${more === 0 ? '' : `and ${more} more (all with --all)\n`}`;
}

/** The part of a prediction from which what was not measured is told. */
const WORTH_TELLING = 0.01;

/** Columns of a name; longer ones lose their beginning, which is a folder or scopes. */
const WIDEST = 60;

/** Returns a name for a table. */
export function shortened(name: string): string {
  return name.length <= WIDEST ? name : `...${name.slice(3 - WIDEST)}`;
}
