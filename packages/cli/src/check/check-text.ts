import { escapeMarkup } from '@shardform/inspect';
import { type Facts, secondsText, sentText } from '@shardform/study';
import { bytesText, oneLine } from '@shardform/ir-core';
import type { CheckedJson, CheckJson } from './check-schema.ts';

/** More findings of a limit are summed up. */
const MOST_FINDINGS = 10;

/** Returns the outcome for people. */
export function checkText({ program, holds, checks, facts }: CheckJson): string {
  const failed = checks.filter((check) => !check.holds);
  const lines = [...checks].sort((a, b) => Number(a.holds) - Number(b.holds)).flatMap(checkLines);
  const verdict = holds
    ? `all of the budget is kept: ${checks.length} check${checks.length === 1 ? '' : 's'}`
    : `${failed.length} of ${checks.length} checks failed`;
  return `${[factsLine(program, facts), '', ...lines, '', verdict].join('\n')}\n`;
}

function checkLines({ holds, message, findings }: CheckedJson): string[] {
  const shown = findings
    .slice(0, MOST_FINDINGS)
    .map(({ place, message: found }) => `       ${place === null ? '' : `${place}: `}${found}`);
  const more = findings.length - shown.length;
  return [
    `${holds ? 'ok   ' : 'FAIL '}  ${message}`,
    ...shown,
    ...(more > 0 ? [`       and ${more} more`] : []),
  ];
}

/** `as XLA would, predicted: 8 devices  step 19.2 µs on a100x8  peak 292.0 KiB  sent 12.0 KiB  1 collectives`. */
function factsLine(program: string, { devices, time, memory, sent, collectives }: Facts): string {
  return [
    `${program}: ${devices} devices`,
    ...(time === null ? [] : [`step ${secondsText(time.seconds)} on ${time.machine}`]),
    ...(memory === null ? [] : [`peak ${bytesText(memory.bytes)}`]),
    `sent ${sentText(sent)}`,
    `${collectives.count} collectives`,
  ].join('  ');
}

/** Returns the outcome as Markdown, for the summary of a pull request. */
export function checkMarkdown(title: string, { program, holds, checks, facts }: CheckJson): string {
  const rows = checks.map(
    ({ holds: own, rule, subject, message }) =>
      `| ${own ? '✅' : '❌'} | ${cell(subject === '' ? rule : `${rule}: ${subject}`)} | ${cell(message)} |`,
  );
  const failed = checks.filter(({ holds: own, findings }) => !own && findings.length > 0);
  const details = failed.flatMap(({ message, findings }) => [
    '',
    `<details><summary>${escapeMarkup(oneLine(message))}</summary>`,
    '',
    ...findings
      .slice(0, MOST_FINDINGS)
      .map(({ place, message: found }) => `- ${place === null ? '' : `${cell(place)}: `}${cell(found)}`),
    ...(findings.length > MOST_FINDINGS ? [`- and ${findings.length - MOST_FINDINGS} more`] : []),
    '',
    '</details>',
  ]);
  const head = `### ${holds ? '✅' : '❌'} Sharding of ${cell(title)}`;
  const table = ['| | limit | found |', '| --- | --- | --- |', ...rows];
  return `${[head, '', factsLine(cell(program), facts), '', ...table, ...details].join('\n')}\n`;
}

/** Text in a cell: what would end it, or be markup, is escaped. */
function cell(text: string): string {
  return oneLine(text).replaceAll(/[\\|*_`<>[\]]/g, '\\$&');
}
