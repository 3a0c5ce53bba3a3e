import { useSignal } from '@preact/signals';
import { bytesText } from '@shardform/ir-core';
import { countText, type MemoryPlace, type MemoryRow, percentText } from '@shardform/study';
import { Fragment } from 'preact';
import { ValueName } from '../../parts/value-terms.tsx';
import { selected } from '../../state/selection.ts';
import { type Grouping, groupedRows } from './groups.ts';

/** So many rows of a group are shown at first, and so many more at each request. */
const SHOWN = 40;

const GROUPINGS: readonly (readonly [Grouping, string])[] = [
  ['none', 'largest first'],
  ['kind', 'by kind'],
  ['layer', 'by layer'],
];

/** What a device holds at the peak, the largest first, in groups with sums. */
export function HeldTable({ rows, peak }: { readonly rows: readonly MemoryRow[]; readonly peak: number }) {
  const grouping = useSignal<Grouping>('none');
  const shown = useSignal(SHOWN);
  const hasLayers = rows.some(({ layer }) => layer !== null);
  const groups = groupedRows(rows, grouping.value);
  const widest = rows[0]?.bytes ?? 1;
  return (
    <section class="held" aria-label="What is held at the peak">
      <div class="held-tools">
        <b class="sm">Held at the peak</b>
        <span class="q xs">{countText(rows.length, 'part')}</span>
        <span class="grow" />
        <span class="seg" role="group" aria-label="Order">
          {GROUPINGS.filter(([name]) => name !== 'layer' || hasLayers).map(([name, title]) => (
            <button
              key={name}
              type="button"
              aria-pressed={grouping.value === name}
              onClick={() => (grouping.value = name)}
            >
              {title}
            </button>
          ))}
        </span>
      </div>
      <table class="tbl">
        <thead>
          <tr>
            <th>value</th>
            <th class="r">bytes</th>
            <th class="r">share</th>
            <th>kind</th>
            <th>made by</th>
            <th>in the program</th>
            <th class="r">line</th>
            <th>kept until</th>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ name, rows: own, bytes }) => (
            <Fragment key={name}>
              {name !== '' && (
                <tr class="grp">
                  <td>
                    {name} <span class="q">{own.length}</span>
                  </td>
                  <td class="r">{bytesText(bytes)}</td>
                  <td class="r">{shareText(bytes, peak)}</td>
                  <td colSpan={5} />
                </tr>
              )}
              {own.slice(0, shown.value).map((row, i) => (
                <HeldRow key={i} row={row} peak={peak} widest={widest} />
              ))}
              {own.length > shown.value && (
                <tr>
                  <td colSpan={8}>
                    <button type="button" class="link" onClick={() => (shown.value += 5 * SHOWN)}>
                      {own.length - shown.value} more,{' '}
                      {bytesText(own.slice(shown.value).reduce((sum, row) => sum + row.bytes, 0))}
                    </button>
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td>in all</td>
            <td class="r b">{bytesText(rows.reduce((sum, { bytes }) => sum + bytes, 0))}</td>
            <td colSpan={6} />
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function HeldRow({
  row,
  peak,
  widest,
}: {
  readonly row: MemoryRow;
  readonly peak: number;
  readonly widest: number;
}) {
  const { value, bytes, kind, isDerived, operation, userName, layer, line, until, index } = row;
  return (
    <tr class={value !== null && value.id === selected.value ? 'on' : ''}>
      <td>
        {value === null ? <span class="q">–</span> : <ValueName value={value} />}
        {isDerived && <span class="q"> made from it</span>}
      </td>
      <td class="r">
        <span class="barcell">
          <i class="f-n" style={{ width: `${Math.round((56 * bytes) / widest)}px` }} />
          {bytesText(bytes)}
        </span>
      </td>
      <td class="r">{shareText(bytes, peak)}</td>
      <td>
        {kind}
        {index !== null && ` ${index}`}
      </td>
      <td>{operation === null ? '' : <code>{operation}</code>}</td>
      <td class="q">{userName ?? layer ?? ''}</td>
      <td class="r">{line ?? ''}</td>
      <td class="q">{untilText(until, kind)}</td>
    </tr>
  );
}

/** Something small is not nothing. */
function shareText(bytes: number, peak: number): string {
  if (peak === 0) return '–';
  return bytes / peak < 0.0005 ? '< 0.1 %' : percentText(bytes / peak);
}

function untilText(until: MemoryPlace | null, kind: MemoryRow['kind']): string {
  if (kind === 'addresses' || kind === 'gaps') return '';
  if (until === null) return 'the end';
  const name = until.value === null ? until.operation : `${until.value.name} ${until.operation}`;
  return until.line === null ? name : `${name}, line ${until.line}`;
}
