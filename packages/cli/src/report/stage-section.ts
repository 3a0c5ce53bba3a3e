import { alignedRows, chipAt, type Stage, type Study, textLines } from '@shardform/study';
import { folded, mlirHtml, type Section } from './html.ts';
import type { AxisColours } from './report-html.ts';

/** Lines beyond so much HTML are counted: a page of a large program stays one that can be sent. */
const MOST_HTML = 200_000;

const NOTHING = '<p>Nothing changed.</p>';

/** Longer lines, such as signatures of hundreds of arguments, are cut. */
const LONGEST_LINE = 400;

/** Returns the text of a stage; of one after another, what changed. */
export function stageSection(
  title: string,
  study: Study,
  [before, stage]: readonly [Stage | null, Stage],
  colours: AxisColours,
): Section {
  const chips = (id: string | null): string => {
    const chip = id === null ? null : chipAt(study, stage, id);
    return chip === null ? '' : ` ${colours.chip(chip)}`;
  };
  if (before === null) {
    const rows = textLines(study.text(stage));
    return {
      title,
      body: foldedLines(`${rows.length} lines`, rows, ({ text, id }) => lineHtml(text) + chips(id)),
    };
  }
  // Printing and aligning texts that are the same takes as long as with others.
  if (!stage.changes.any) return { title, body: NOTHING };
  const rows = alignedRows(study.text(before), study.text(stage));
  const count = (kind: string): number => rows.filter((row) => row.kind === kind).length;
  const marks = { added: '+ ', removed: '- ', same: '  ', gap: '@ ' };
  const body =
    rows.length === 0
      ? NOTHING
      : foldedLines(
          `${count('added')} lines added, ${count('removed')} removed`,
          rows,
          ({ kind, text, id }) => `${marks[kind]}${lineHtml(text)}${kind === 'added' ? chips(id) : ''}`,
        );
  return { title, body };
}

function foldedLines<T>(summary: string, rows: readonly T[], html: (row: T) => string): string {
  const shown: string[] = [];
  let size = 0;
  for (const row of rows) {
    if (size > MOST_HTML) break;
    const line = html(row);
    size += line.length;
    shown.push(line);
  }
  const rest = rows.length - shown.length;
  if (rest > 0) shown.push(`... ${rest} more lines, which shardform opt prints ...`);
  return folded(summary, `<pre>${shown.join('\n')}</pre>`);
}

function lineHtml(text: string): string {
  return text.length > LONGEST_LINE ? `${mlirHtml(text.slice(0, LONGEST_LINE))}…` : mlirHtml(text);
}
