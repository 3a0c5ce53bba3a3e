import { escapeMarkup } from '@shardform/inspect';
import { type Stage, type Study, valueRows } from '@shardform/study';
import { valueColumns, valuesHead } from '../show/value-table.ts';
import { chosenRows } from '../table/table-query.ts';
import type { Section } from './html.ts';
import { packedTable } from './packed-table.ts';
import type { AxisColours } from './report-html.ts';

/** Returns the values of a stage, the largest first: a table that the script of the page draws, sorts and searches. */
export function valueSection(study: Study, stage: Stage, colours: AxisColours): Section {
  const values = valueRows(study, stage);
  const chosen = chosenRows(values.rows, valueColumns, 'total', { sort: null, filter: [], top: null });
  const data = packedTable(valueColumns, chosen.rows, ({ name }, { chip }) =>
    name === 'sharding' && chip !== null ? colours.chip(chip) : null,
  );
  const head = valuesHead(values, chosen).trim().split(/\n\s*/);
  return {
    title: 'Values',
    isSearched: true,
    body: `${head.map((line) => `<p>${escapeMarkup(line)}.</p>`).join('')}
<div id="values">${data}</div>`,
  };
}
