import type { Machine } from '@shardform/cost-model';
import { escapeMarkup, shownValue } from '@shardform/inspect';
import { bytesText } from '@shardform/ir-core';
import { memoryRulesText } from '@shardform/runtime-dist';

import {
  type CollectiveList,
  type CollectiveRow,
  type Facts,
  type MeasuredCompiled,
  memoryReport,
  type MemoryRow,
  percentText,
  type ProfiledCollective,
  secondsText,
  sentText,
  throughputText,
  timesText,
  timeParts,
  contentionText,
  type Study,
} from '@shardform/study';
import { type Section, table } from './html.ts';
import { isHidden } from '../table/exposed-text.ts';
import { type AxisColours, type Cell, dataHtml } from './report-html.ts';

/** More rows of a table are summed up in one. */
const MOST_ROWS = 200;

/** Returns what the program costs in numbers. @param program which program it is: `as XLA would, predicted`. */
export function factSection(facts: Facts, machine: Machine, program: string, colours: AxisColours): Section {
  const { devices, mesh, time, throughput, memory, sent, collectives, problems } = facts;
  const axes = mesh?.axes.map(({ name, size }) => `${colours.html(name)} ${size}`) ?? [];
  const rows: (readonly Cell[])[] = [
    ['Devices', { html: [dataHtml('devices', devices, String(devices)), ...axes].join(' ') }],
    ['Step, simulated', { html: timeHtml(time, colours) ?? escapeMarkup(problems[0] ?? 'unknown') }],
    ...(time === null ? [] : [['Rates', time.rates]]),
    ...(time?.contention ?? []).map((own) => ['Contention', contentionText(own)]),
    ...throughput.map((own) => ['Throughput', throughputText(own)]),
    [
      'Peak memory of a device',
      memory === null ? 'unknown' : { html: dataHtml('peak', memory.bytes, bytesText(memory.bytes)) },
    ],
    [
      'Sent by each device',
      {
        html: [
          dataHtml('sent', sent.bytes, sentText(sent)),
          ...sent.byAxis.map(
            ({ axis, bytes }) => `${colours.html(axis)} ${dataHtml('axis', bytes, bytesText(bytes))}`,
          ),
        ].join(' '),
      },
    ],
    [
      'Collectives',
      {
        html: [
          dataHtml('collectives', collectives.count, String(collectives.count)),
          ...collectives.byKind.map(({ kind, count }) => escapeMarkup(`${count} ${kind}`)),
        ].join(' · '),
      },
    ],
  ];
  const notes = problems.map((problem) => `<p>${escapeMarkup(problem)}</p>`).join('\n');
  const body = `<p>The program ${escapeMarkup(program)}, on ${escapeMarkup(machine.name)}.</p>\n${table([], rows)}${notes}`;
  return { title: 'Facts', body };
}

function timeHtml(time: Facts['time'], colours: AxisColours): string | null {
  if (time === null) return null;
  const { seconds } = time;
  return [
    dataHtml('seconds', seconds, secondsText(seconds)),
    ...timeParts(time).map(
      (own) => `${own.isAxis ? colours.html(own.name) : own.name} ${secondsText(own.seconds)}`,
    ),
  ].join(' · ');
}

/** Returns the collectives of a program, the longest first. @param measured by their instructions; `null` without a profile */
export function collectiveSection(
  { rows, unlisted }: CollectiveList,
  colours: AxisColours,
  measured: ReadonlyMap<string, ProfiledCollective> | null = null,
): Section {
  const dearest = rows.toSorted((a, b) => (b.seconds ?? 0) - (a.seconds ?? 0) || b.bytes - a.bytes);
  const shown = dearest
    .slice(0, MOST_ROWS)
    .map((row) => [
      ...collectiveCells(row, colours),
      ...(measured === null ? [] : measuredCells(measured.get(row.compiled?.instruction ?? ''))),
    ]);
  const rest = dearest.slice(MOST_ROWS);
  const sum = (of: (row: CollectiveRow) => number): number => rest.reduce((all, row) => all + of(row), 0);
  if (rest.length > 0)
    shown.push([
      `${rest.length} more`,
      '',
      bytesText(sum(({ bytes }) => bytes)),
      String(sum(({ executions }) => executions)),
      secondsText(sum(({ seconds }) => seconds ?? 0)),
      ...['', '', ''],
      ...(measured === null ? [] : ['', '']),
    ]);
  const others = unlisted.map(([name, count]) => `${count} ${name}`).join(', ');
  const also = others === '' ? '' : `<p>Not measured: ${escapeMarkup(others)}.</p>`;
  const headings = [
    'collective',
    'axis',
    'sent by each device',
    'executions',
    'seconds',
    'value',
    'line',
    'cause',
    ...(measured === null ? [] : ['measured', 'ratio']),
  ];
  const none = unlisted.length === 0 ? '<p>None: no device needs what another one has.</p>' : '';
  return {
    title: 'Collectives',
    body: (rows.length === 0 ? none : table(headings, shown)) + also,
    isSearched: true,
  };
}

/** The exposed time of a collective in a run, and how many times as long as predicted it is. */
function measuredCells(own: ProfiledCollective | undefined): readonly Cell[] {
  if (own === undefined) return ['not in the profile', ''];
  return [secondsText(own.exposedSeconds), own.ratio === null ? '' : timesText(own.ratio)];
}

function collectiveCells(row: CollectiveRow, colours: AxisColours): Cell[] {
  const { kind, axis, bytes, bytesMeaning, executions, value, userName, line } = row;
  const { reason } = row;
  return [
    kind,
    { html: colours.html(axis) },
    sentText({ bytes, meaning: bytesMeaning }),
    String(executions),
    timeOfRow(row),
    [shownValue(value, userName), userName].filter((name) => name !== null).join(' '),
    line === null ? '' : String(line),
    reason ?? 'the program says so',
  ];
}

/** `185.8 µs, 100.0 µs contention, 12.0 µs hidden`, or `12.0 µs hidden` where the step waits for nothing. */
function timeOfRow({ seconds, contentionSeconds, hiddenSeconds }: CollectiveRow): string {
  if (seconds === null) return 'unknown';
  const [contention, hidden] = [contentionSeconds ?? 0, hiddenSeconds ?? 0];
  return [
    ...(isHidden(seconds, hiddenSeconds) ? [] : [secondsText(seconds)]),
    ...(contention > 0 ? [`${secondsText(contention)} contention`] : []),
    ...(hidden > 0 ? [`${secondsText(hidden)} hidden`] : []),
  ].join(', ');
}

/** What a device holds at the peak, and how that is told; or why it is unknown. */
type HeldAtPeak =
  | { readonly rows: readonly MemoryRow[]; readonly peak: number; readonly told: string }
  | { readonly problem: string };

/** Returns what a device holds when it needs most, of a program that is partitioned here. */
export function memoryRows(study: Study, machine: Machine): HeldAtPeak {
  const answer = memoryReport(study, study.source, machine);
  if ('problem' in answer) return answer;
  const { rows, at, estimate } = answer.report;
  const where = at === null ? '' : ` while ${at.value?.name ?? ''} ${at.operation} is executed`;
  const rules = estimate.rules === null ? '' : ` Memory rules: ${memoryRulesText(estimate.rules)}.`;
  return { rows, peak: estimate.peak, told: `${bytesText(estimate.peak)}${where}.${rules}` };
}

/** Returns what a device holds when it needs most, of a compiled program. */
export function compiledMemoryRows({
  memory: { peak, rows },
  facts: { problems },
}: MeasuredCompiled): HeldAtPeak {
  if (peak === null) return { problem: problems[0] ?? 'the memory is unknown' };
  const notes = peak.notes.map((note) => ` ${note}.`).join('');
  return { rows, peak: peak.bytes, told: `${bytesText(peak.bytes)}.${notes}` };
}

/** Returns the section about what a device holds when it needs most. */
export function memorySection(held: HeldAtPeak): Section {
  const title = 'Memory at the peak';
  if ('problem' in held) return { title, body: `<p>${escapeMarkup(held.problem)}</p>` };
  const { rows, peak, told } = held;
  const shown: Cell[][] = rows
    .slice(0, MOST_ROWS)
    .map(({ kind, bytes, value, userName, operation, line }) => [
      kind,
      bytesText(bytes),
      peak === 0 ? '' : percentText(bytes / peak),
      shownValue(value?.name ?? null, userName) ?? '',
      userName ?? '',
      operation ?? '',
      line === null ? '' : String(line),
    ]);
  const rest = rows.slice(MOST_ROWS);
  const left = rest.reduce((sum, { bytes }) => sum + bytes, 0);
  if (rest.length > 0) shown.push([`${rest.length} more`, bytesText(left), '', '', '', '', '']);
  return {
    title,
    isSearched: true,
    body: `<p>${escapeMarkup(told)}</p>
${table(['kind', 'bytes', 'share', 'value', 'name', 'operation', 'line'], shown)}`,
  };
}
