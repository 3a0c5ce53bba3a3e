import { batch, useSignal } from '@preact/signals';
import { bytesText } from '@shardform/ir-core';
import { countText, sourceId, type ValueRow } from '@shardform/study';
import { ask } from '../../compiler/client.ts';
import type { ViewParams } from '../../compiler/messages.ts';
import { Chip } from '../../parts/chip.tsx';
import { Pending } from '../../parts/pending.tsx';
import { download } from '../../share/files.ts';
import { name as programName } from '../../state/program.ts';
import { results, shownStage, studied } from '../../state/results.ts';
import { select, selected } from '../../state/selection.ts';
import { defineView } from '../define-view.ts';
import { useAnswer } from '../use-answer.ts';
import type answerOf from './answer.ts';
import type { ShownValues, ValueQuestion } from './answer.ts';
import type { Order } from './rows.ts';
import './values.css';

export default defineView({ name: 'values', title: 'Values', order: 2.5, Component: ValuesView });

/** So many rows are drawn at first, and so many more whenever the end is near. */
const ROWS = 100;
/** The end is near at so many pixels. */
const NEAR = 600;

/** All values of the shown stage. */
function ValuesView() {
  const stage = shownStage.value;
  const isRead = results.value.length > 0;
  const search = useSignal('');
  const order = useSignal<Order>('bytes');
  const most = useSignal(ROWS);
  const question: ValueQuestion & ViewParams = {
    ...{ stage, search: search.value, order: order.value, most: most.value },
  };
  const answer = useAnswer<typeof answerOf>('values', isRead ? question : null, [
    ...[stage, search.value, order.value, most.value, studied.value, results.value.length],
  ]);
  if (answer.value === undefined) return <Pending doing="Listing values" answer={answer} />;
  if (answer.value === null) return <p class="hint">This step failed: there are no values to list.</p>;
  if (answer.value.all === 0) return <p class="hint">The program has no values.</p>;
  return (
    <Listed
      values={answer.value}
      search={search.value}
      order={order.value}
      onSearch={(words) => batch(() => ((search.value = words), (most.value = ROWS)))}
      onOrder={(wanted) => batch(() => ((order.value = wanted), (most.value = ROWS)))}
      onEnd={() => {
        if (!answer.isOld) most.value += ROWS;
      }}
      onDownload={() => void downloadAll(question)}
    />
  );
}

/** Saves all values that are found, drawn or not. */
async function downloadAll(question: ValueQuestion): Promise<void> {
  const program = studied.peek();
  const answer = await ask((compiler) => compiler.answer('values', program, { ...question, most: null }));
  // The view's own answer.
  const { rows } = answer as ShownValues;
  const file = `${programName.value.replace(/\.mlir$/, '')}-values.json`;
  download(file, JSON.stringify(rows, null, 2), 'application/json');
}

function Listed({
  values: { rows, found, all, removed, hasNames, hasLayers },
  search,
  order,
  onSearch,
  onOrder,
  onEnd,
  onDownload,
}: {
  readonly values: ShownValues;
  readonly search: string;
  readonly order: Order;
  readonly onSearch: (words: string) => void;
  readonly onOrder: (order: Order) => void;
  readonly onEnd: () => void;
  readonly onDownload: () => void;
}) {
  const columns: Columns = { hasNames, hasLayers };
  return (
    <div class="values">
      <div class="coll-bar">
        <input
          type="search"
          aria-label="Search values"
          placeholder="value, name, layer, type"
          value={search}
          onInput={({ currentTarget }) => onSearch(currentTarget.value)}
        />
        <span class="grow" />
        <span class="q sm" role="status">
          {summary(rows.length, found, all, removed)}
        </span>
        <button type="button" class="btn" aria-label="Download as JSON" onClick={onDownload}>
          JSON
        </button>
      </div>
      {found === 0 ? (
        <p class="hint">No value has all of these words.</p>
      ) : (
        <div
          class="values-scroll"
          onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
            if (rows.length < found && scrollTop + clientHeight > scrollHeight - NEAR) onEnd();
          }}
        >
          <table class="tbl values-table" aria-label="Values">
            <Head columns={columns} order={order} onOrder={onOrder} />
            <tbody>
              {rows.map((row) => (
                <Row key={row.id} row={row} columns={columns} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

function summary(drawn: number, found: number, all: number, removed: number): string {
  const values = found === all ? countText(all, 'value') : `${found} of ${countText(all, 'value')}`;
  const shown = drawn === found ? '' : `, the first ${drawn} shown`;
  return `${values}${shown}${removed === 0 ? '' : `, ${removed} removed by passes`}`;
}

/** Columns that only some programs have. */
interface Columns {
  readonly hasNames: boolean;
  readonly hasLayers: boolean;
}

function Head({
  columns,
  order,
  onOrder,
}: {
  readonly columns: Columns;
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
}) {
  const sortable = (title: string, own: Order, right: boolean) => (
    <th class={right ? 'r' : undefined} aria-sort={order === own ? 'descending' : 'none'}>
      <button type="button" class="link" onClick={() => onOrder(own)}>
        {title}
      </button>
    </th>
  );
  return (
    <thead>
      <tr>
        <th>value</th>
        {columns.hasNames && <th>name</th>}
        {columns.hasLayers && <th>layer</th>}
        <th>type</th>
        <th>sharding</th>
        <th>on a device</th>
        {sortable('bytes', 'bytes', true)}
        {sortable('runs', 'executions', true)}
        {sortable('line', 'place', true)}
      </tr>
    </thead>
  );
}

function Row({ row, columns }: { readonly row: ValueRow; readonly columns: Columns }) {
  const { id, value, userName, layer, type, localType, chip, isUndecided, bytes, executions, line } = row;
  const isSelected = selected.value !== null && sourceId(selected.value) === sourceId(id);
  return (
    <tr class={isSelected ? 'on' : undefined}>
      <td>
        <button type="button" class="link mono" aria-pressed={isSelected} onClick={() => select(id)}>
          {value}
        </button>
      </td>
      {columns.hasNames && <td>{userName}</td>}
      {columns.hasLayers && <td>{layer}</td>}
      <td class="mono">{type}</td>
      <td>
        {chip !== null ? (
          <Chip chip={chip} />
        ) : (
          <span class="q">{isUndecided ? 'in fragment' : type === null ? 'per device' : 'whole'}</span>
        )}
      </td>
      <td class="mono">{localType ?? (isUndecided ? '' : 'differs')}</td>
      <td class="r">{bytes === null ? 'unknown' : bytesText(bytes)}</td>
      <td class="r">{executions}</td>
      <td class="r">{line}</td>
    </tr>
  );
}
