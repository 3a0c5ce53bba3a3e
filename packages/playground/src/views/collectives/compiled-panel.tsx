import { bytesText } from '@shardform/ir-core';
import { type CollectiveRow, groupsText } from '@shardform/study';
import { select, selected } from '../../state/selection.ts';
import type { ListedCollectives } from './answer.ts';
import { selectedRow } from './rows.ts';
import { besideText } from './beside-text.ts';

/** What a collective of the compiled program moves, why, and what was predicted; what was predicted and is not there. */
export function CompiledPanel({ list }: { readonly list: ListedCollectives }) {
  const row = selectedRow(list.rows, selected.value);
  return (
    <aside class="what-if compiled-panel" aria-label="Compiled collective">
      {row?.compiled == null ? (
        <div class="sec">
          <h3 class="what-if-head">Compiled by XLA</h3>
          <p class="sm q">Choose a collective to see what it moves, from where to where, and why.</p>
        </div>
      ) : (
        <Attributed row={row} compiled={row.compiled} />
      )}
      <Unused list={list} />
    </aside>
  );
}

function Attributed({
  row,
  compiled: { instruction, hloLine, moved, decisions, beside },
}: {
  readonly row: CollectiveRow;
  readonly compiled: NonNullable<CollectiveRow['compiled']>;
}) {
  return (
    <div class="sec">
      <h3 class="what-if-head">
        <code>{instruction}</code>
      </h3>
      <p class="sm q">
        {[
          `${row.kind} of ${row.type} ${groupsText(row)}`,
          ...(hloLine > 0 ? [`line ${hloLine} of the file`] : []),
        ].join(', ')}
      </p>
      {moved.map((array, i) => (
        <dl key={i} class="kv">
          <dt>moves</dt>
          <dd>
            {array.value === null ? (
              (array.userName ?? 'a value that is not known')
            ) : (
              <button
                type="button"
                class="value link"
                disabled={array.id === null}
                onClick={() => select(array.id)}
              >
                {array.value}
              </button>
            )}
            {array.line !== null && `, line ${array.line}`}
            {array.value !== null && array.userName !== null && <span class="q"> {array.userName}</span>}
          </dd>
          {array.from !== null && (
            <>
              <dt>{array.to === null ? 'split' : 'from'}</dt>
              <dd>
                <code>{array.from}</code>
                {array.to !== null && (
                  <>
                    {' '}
                    to <code>{array.to}</code>
                  </>
                )}
              </dd>
            </>
          )}
          <dt>sends</dt>
          <dd>
            {bytesText(array.bytes)}
            {array.beside !== null && <span class="q">, {besideText(array.beside)}</span>}
          </dd>
          <dt>because</dt>
          <dd>{array.cause}</dd>
        </dl>
      ))}
      {decisions.length > 0 && (
        <ul class="compiled-decisions sm">
          {decisions.map((decision) => (
            <li key={decision}>{decision}</li>
          ))}
        </ul>
      )}
      {moved.length > 1 && beside !== null && <p class="sm q">Together: {besideText(beside)}.</p>}
    </div>
  );
}

/** More are counted. */
const MOST_UNUSED = 20;

function Unused({ list: { unused } }: { readonly list: ListedCollectives }) {
  if (unused.length === 0) return null;
  return (
    <div class="sec">
      <h3>Predicted, and not in the compiled program</h3>
      <ul class="compiled-decisions sm">
        {unused.slice(0, MOST_UNUSED).map(({ kind, axes, value, line, bytes }, i) => (
          <li key={i}>
            {bytesText(bytes)}: {kind} {value !== null && <code>{value}</code>}
            {axes.length > 0 && ` along ${axes.join(', ')}`}
            {line !== null && `, line ${line}`}
          </li>
        ))}
      </ul>
      {unused.length > MOST_UNUSED && <p class="sm q">and {unused.length - MOST_UNUSED} more</p>}
    </div>
  );
}
