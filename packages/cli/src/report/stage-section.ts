import { escapeMarkup } from '@shardform/inspect';
import { alignedRows, chipAt, type Stage, type Study, textLines } from '@shardform/study';
import { mlirHtml, type Section } from './html.ts';
import { packed } from './packed.ts';
import type { AxisColours } from './report-html.ts';

/** Bytes of the markup of a text, packed; lines beyond are counted: the page of a large program stays one that can be sent. */
const MOST_PACKED = 100_000;

/** Lines that are packed together. */
const CHUNK = 500;

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
      isSearched: true,
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
  return { title, isSearched: true, body };
}

/** Returns lines that the script of the page draws when they are wanted. */
function foldedLines<T>(summary: string, rows: readonly T[], html: (row: T) => string): string {
  let data = '';
  let shown = 0;
  for (; data.length < MOST_PACKED && shown < rows.length; shown += CHUNK)
    data += packed(rows.slice(shown, shown + CHUNK).map(html));
  const rest = rows.length - shown;
  if (rest > 0) data += packed([`... ${rest} more lines, which shardform opt prints ...`]);
  return `<details class="lines"><summary>${escapeMarkup(summary)}</summary><pre></pre>${data}</details>`;
}

function lineHtml(text: string): string {
  return text.length > LONGEST_LINE ? `${mlirHtml(text.slice(0, LONGEST_LINE))}…` : mlirHtml(text);
}
