import { escapeMarkup } from '@shardform/inspect';
import { bytesText } from '@shardform/ir-core';
import {
  type ComparedProgram,
  countText,
  type InsertedCollective,
  type PartitionComparison,
  type ProgramCost,
  secondsText,
  type ShardingChip,
} from '@shardform/study';
import { page, type Section, table } from '../report/html.ts';
import { AxisColours, type Cell, dataHtml } from '../report/report-html.ts';
import { stageSection } from '../report/stage-section.ts';
import { hasContention } from './comparison-text.ts';

/** More rows of a table are counted: the page stays one that can be sent. */
const MOST_ROWS = 500;

/** Two programs, or stages of one, and their comparison. */
export interface ComparedPair {
  readonly before: ComparedProgram;
  readonly after: ComparedProgram;
  readonly comparison: PartitionComparison;
}

/** Returns the page of a comparison, which needs nothing but itself. @param titles what is compared. */
export function comparisonPage(titles: readonly [string, string], pair: ComparedPair): string {
  const { before, after, comparison } = pair;
  const axes = [...(before.facts.mesh?.axes ?? []), ...(after.facts.mesh?.axes ?? [])].map(
    ({ name }) => name,
  );
  const colours = new AxisColours([...new Set(axes)]);
  const sections = [
    costSection(titles, comparison),
    shardingSection(titles, comparison, colours),
    collectiveSection(`Collectives only in ${titles[0]}`, comparison.gone, colours),
    collectiveSection(`Collectives only in ${titles[1]}`, comparison.added, colours),
    // Texts of two programs have names of their own.
    ...(before.study === after.study
      ? [stageSection('What changed in the text', after.study, [before.stage, after.stage], colours)]
      : []),
  ];
  return page(`${titles[0]} and ${titles[1]}`, 'Made by shardform compare.', sections);
}

function costSection(
  titles: readonly [string, string],
  { before, after, warnings }: PartitionComparison,
): Section {
  const cell = (name: string, value: number | null, text: (value: number) => string): Cell =>
    value === null ? 'not decided' : { html: dataHtml(name, value, text(value)) };
  const row = (
    title: string,
    name: string,
    of: (cost: ProgramCost) => number | null,
    text: (value: number) => string,
  ): Cell[] => [title, cell(name, of(before), text), cell(name, of(after), text)];
  const names = new Set([...before.bytesByAxes, ...after.bytesByAxes].map(({ axes }) => axes));
  const rows = [
    ['Program', before.program, after.program],
    row('Devices', 'devices', ({ devices }) => devices, String),
    row('Step, simulated', 'seconds', ({ seconds }) => seconds, secondsText),
    ...(hasContention(before, after)
      ? [row('Contention', 'contention', ({ contentionSeconds }) => contentionSeconds, secondsText)]
      : []),
    row('Peak memory of a device', 'peak', ({ peakBytes }) => peakBytes, bytesText),
    row('Executed collectives', 'executions', ({ executions }) => executions, String),
    row(
      [before, after].some(({ meaning }) => meaning === 'at-least')
        ? 'Sent by each device, at least'
        : 'Sent by each device',
      'sent',
      ({ bytes }) => bytes,
      bytesText,
    ),
    ...[...names].map((axes) =>
      row(
        axes === '' ? 'between listed devices' : `along ${axes.replaceAll(',', ', ')}`,
        'axis',
        ({ bytesByAxes }) => bytesByAxes.find((own) => own.axes === axes)?.bytes ?? 0,
        bytesText,
      ),
    ),
  ];
  const notes = warnings.map((warning) => `<p>Warning: ${escapeMarkup(warning)}.</p>`).join('');
  return { title: 'Costs', body: notes + table(['', ...titles], rows) };
}

function shardingSection(
  titles: readonly [string, string],
  { shardings }: PartitionComparison,
  colours: AxisColours,
): Section {
  const title = 'Values that are split differently';
  if (shardings.length === 0) return { title, body: '<p>None.</p>' };
  const chip = (own: ShardingChip | null, text: string): Cell =>
    own === null ? text : { html: colours.chip(own) };
  const rows = shardings
    .slice(0, MOST_ROWS)
    .map(({ value, name, type, line, drawn, ...texts }): Cell[] => [
      ...[value, name ?? '', type],
      ...[chip(drawn.before, texts.before), chip(drawn.after, texts.after)],
      line === null ? '' : String(line),
    ]);
  const body = table(['value', 'name', 'type', ...titles, 'line'], rows);
  return { title, isSearched: true, body: countLine(rows.length, shardings.length, 'value') + body };
}

function collectiveSection(
  title: string,
  collectives: readonly InsertedCollective[],
  colours: AxisColours,
): Section {
  if (collectives.length === 0) return { title, body: '<p>None.</p>' };
  const total = (own: InsertedCollective): number => own.bytes * own.executions;
  const rows = collectives
    .toSorted((a, b) => total(b) - total(a))
    .slice(0, MOST_ROWS)
    .map((own): Cell[] => [
      own.kind,
      own.axisNames.length === 0 ? 'listed devices' : { html: colours.html(own.axisNames.join(', ')) },
      bytesText(total(own)),
      String(own.executions),
      own.type,
      [own.value, own.name].filter((name) => name !== null).join(' '),
      own.place ?? '',
      own.reason ?? 'the program says so',
    ]);
  const headings = [
    ...['collective', 'axis', 'sent by each device', 'executions', 'type', 'value', 'place', 'cause'],
  ];
  return {
    title,
    isSearched: true,
    body: countLine(rows.length, collectives.length, 'collective') + table(headings, rows),
  };
}

function countLine(shown: number, count: number, one: string): string {
  const text = shown === count ? countText(count, one) : `${shown} of ${countText(count, one)} shown`;
  return `<p>${escapeMarkup(text)}.</p>\n`;
}
