import { bytesText } from '@shardform/ir-core';
import { type CollectiveRow, countText, percentText, secondsText, sentText } from '@shardform/study';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { AxisName, axisClass } from '../../parts/chip.tsx';
import { reveals, select, selected } from '../../state/selection.ts';
import type { MeasuredCollectives } from './answer.ts';
import { besideText } from './beside-text.ts';
import { MeasuredCells, MeasuredHead, MeasuredSum } from './measured-cells.tsx';
import { causeOf, kindOfCause, type Grouping, type Order, type RowGroup, selectedRow } from './rows.ts';

/** Pixels of the longest bar. */
const BAR = 56;
/** Rows beyond the visible ones that are drawn. */
const MARGIN = 12;
/** Columns that only some programs have. */
interface Columns {
  readonly hasTimes: boolean;
  readonly hasRuns: boolean;
  readonly hasNames: boolean;
  /** True for collectives of a compiled program, beside which the prediction stands. */
  readonly isCompiled: boolean;
  /** `null` without a profile. */
  readonly measured: MeasuredCollectives | null;
}

/** A line of the table. */
type Line =
  | { readonly kind: 'group'; readonly group: RowGroup }
  | { readonly kind: 'row'; readonly row: CollectiveRow };

/** Collectives in groups, of which only those in sight are drawn: a program of many layers has many hundreds. */
export function CollectiveTable({
  groups,
  by,
  order,
  onOrder,
  stepSeconds,
  measured,
}: {
  readonly groups: readonly RowGroup[];
  readonly by: Grouping;
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
  /** `null` where the program was not simulated. */
  readonly stepSeconds: number | null;
  readonly measured: MeasuredCollectives | null;
}) {
  const lines = groups.flatMap((group): Line[] => [
    ...(by === 'none' ? [] : [{ kind: 'group', group } as const]),
    ...group.rows.map((row) => ({ kind: 'row', row }) as const),
  ]);
  const at = selectedLine(lines, selected.value);
  const { box, look, first, last, rowHeight, page } = useSight(lines.length, at);
  // Columns that would say nothing are left out.
  const rows = groups.flatMap((group) => group.rows);
  // The panel beside the table has the names.
  const isCompiled = rows.some(({ compiled }) => compiled !== null);
  const columns: Columns = {
    hasTimes: stepSeconds !== null,
    hasRuns: rows.some(({ executions }) => executions !== 1),
    hasNames: !isCompiled && rows.some(({ userName, layer }) => userName !== null || layer !== null),
    isCompiled,
    measured,
  };
  const most = rows.reduce((own, row) => Math.max(own, row[order] ?? 0), 0);
  const move = (event: KeyboardEvent): void => {
    const distance =
      MOVES[event.key] ?? (event.key === 'PageDown' ? page : event.key === 'PageUp' ? -page : 0);
    if (distance === 0) return;
    event.preventDefault();
    const next = nextRow(lines, at, distance);
    if (next !== null) select(next.id);
  };
  return (
    <div class="coll-scroll" ref={box} onScroll={look}>
      <table
        class="tbl coll-table"
        role="grid"
        tabIndex={0}
        aria-label="Collectives"
        aria-rowcount={lines.length + 1}
        aria-activedescendant={at >= first && at < last ? `collective-${at}` : undefined}
        onKeyDown={move}
      >
        <Head columns={columns} order={order} onOrder={onOrder} />
        <tbody>
          <Space lines={first} height={rowHeight} />
          {lines.slice(first, last).map((line, i) => {
            const index = first + i;
            return line.kind === 'group' ? (
              <GroupLine
                key={`g ${line.group.name}`}
                {...{ index, by, stepSeconds, columns }}
                group={line.group}
              />
            ) : (
              <RowLine
                key={`${line.row.id} ${index}`}
                {...{ index, order, most, stepSeconds, columns }}
                row={line.row}
                isSelected={index === at}
              />
            );
          })}
          <Space lines={lines.length - last} height={rowHeight} />
        </tbody>
      </table>
    </div>
  );
}

/** Which of the lines are in sight, and keeps the selected one there. */
function useSight(count: number, at: number) {
  const box = useRef<HTMLDivElement>(null);
  const [{ top, height, rowHeight }, setSight] = useState({ top: 0, height: 600, rowHeight: 26 });
  const look = (): void => {
    const own = box.current!;
    const line = own.querySelector('tbody tr:not(.coll-space)');
    setSight((before) => ({
      top: own.scrollTop,
      height: own.clientHeight,
      rowHeight: line?.getBoundingClientRect().height ?? before.rowHeight,
    }));
  };
  useLayoutEffect(() => {
    look();
    const observer = new ResizeObserver(look);
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    const { current } = box;
    if (current === null || at === -1) return;
    // The head covers one line.
    const [from, to] = [at * rowHeight, (at + 2) * rowHeight];
    if (from < current.scrollTop || to > current.scrollTop + current.clientHeight)
      current.scrollTop = Math.max(0, from - current.clientHeight / 2);
  }, [selected.value, reveals.value, rowHeight]);
  return {
    box,
    look,
    rowHeight,
    page: Math.max(1, Math.floor(height / rowHeight) - 2),
    first: Math.max(0, Math.min(count, Math.floor(top / rowHeight) - MARGIN)),
    last: Math.min(count, Math.ceil((top + height) / rowHeight) + MARGIN),
  };
}

function Head({
  columns: { hasTimes, hasRuns, hasNames, isCompiled, measured },
  order,
  onOrder,
}: {
  readonly columns: Columns;
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
}) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {hasTimes && (
          <>
            <Sortable
              title={measured === null ? 'time' : 'predicted'}
              by="seconds"
              order={order}
              onOrder={onOrder}
            />
            {!isCompiled && <th class="r">of the step</th>}
          </>
        )}
        {measured !== null && <MeasuredHead hasTimes={hasTimes} />}
        <Sortable title="sent" by="bytes" order={order} onOrder={onOrder} />
        {hasRuns && <Sortable title="runs" by="executions" order={order} onOrder={onOrder} />}
        <th>kind</th>
        <th>along</th>
        <th>value</th>
        <th class="r">line</th>
        {isCompiled && <th>{measured === null ? 'predicted' : 'as predicted'}</th>}
        {hasNames && <th>where</th>}
        <th>why</th>
      </tr>
    </thead>
  );
}

const MOVES: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: -Infinity,
  End: Infinity,
};

function selectedLine(lines: readonly Line[], id: string | null): number {
  const rows = lines.flatMap((line) => (line.kind === 'row' ? [line.row] : []));
  const row = selectedRow(rows, id);
  return row === null ? -1 : lines.findIndex((line) => line.kind === 'row' && line.row === row);
}

function nextRow(lines: readonly Line[], at: number, by: number): CollectiveRow | null {
  const rows = lines.flatMap((line) => (line.kind === 'row' ? [line.row] : []));
  const line = lines[at];
  const from = line?.kind === 'row' ? rows.indexOf(line.row) : by > 0 ? -1 : rows.length;
  return rows[Math.max(0, Math.min(rows.length - 1, from + by))] ?? null;
}

function Sortable({
  title,
  by,
  order,
  onOrder,
}: {
  readonly title: string;
  readonly by: Order;
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
}) {
  return (
    <th class="r" aria-sort={order === by ? 'descending' : undefined}>
      <button type="button" onClick={() => onOrder(by)}>
        {title}
        {order === by && ' ↓'}
      </button>
    </th>
  );
}

/** Stands for lines that are not drawn. */
function Space({ lines, height }: { readonly lines: number; readonly height: number }) {
  if (lines <= 0) return null;
  return (
    <tr class="coll-space" aria-hidden="true">
      <td colSpan={13} style={{ height: `${lines * height}px` }} />
    </tr>
  );
}

function GroupLine({
  index,
  group: { name, rows, seconds, bytes, executions },
  by,
  stepSeconds,
  columns,
}: {
  readonly index: number;
  readonly group: RowGroup;
  readonly by: Grouping;
  readonly stepSeconds: number | null;
  readonly columns: Columns;
}) {
  return (
    <tr class="grp" aria-rowindex={index + 2}>
      {stepSeconds !== null && (
        <>
          <td class="r">{seconds !== null && secondsText(seconds)}</td>
          {/* What devices do at the same time may add up to more than the step. */}
          {!columns.isCompiled && (
            <td class="r">
              {seconds !== null && seconds <= stepSeconds && percentText(seconds / stepSeconds)}
            </td>
          )}
        </>
      )}
      {columns.measured !== null && (
        <MeasuredSum
          rows={rows}
          measured={columns.measured}
          predicted={seconds}
          hasTimes={columns.hasTimes}
        />
      )}
      <td class="r">{bytesText(bytes)}</td>
      {columns.hasRuns && <td class="r">{executions}</td>}
      <td colSpan={7} class="coll-group">
        {by === 'axis' ? <AxisNames axis={name} /> : <span title={name}>{name}</span>}{' '}
        <span class="q">{countText(rows.length, 'collective')}</span>
      </td>
    </tr>
  );
}

function RowLine({
  index,
  row,
  order,
  most,
  stepSeconds,
  columns,
  isSelected,
}: {
  readonly index: number;
  readonly row: CollectiveRow;
  readonly order: Order;
  /** The largest of what rows are sorted by. */
  readonly most: number;
  readonly stepSeconds: number | null;
  readonly columns: Columns;
  readonly isSelected: boolean;
}) {
  const { seconds, bytes, bytesMeaning, executions, kind, axis, value, line, userName, layer } = row;
  const bar = (
    <i
      class={`f-${axisClass(axis.split(', ')[0]!)}`}
      style={{ width: `${most === 0 ? 0 : Math.ceil(((row[order] ?? 0) / most) * BAR)}px` }}
    />
  );
  const inBar = (text: string, own: Order) => (
    <span class="barcell">
      {text}
      {order === own && <span class="coll-bars">{bar}</span>}
    </span>
  );
  return (
    <tr
      id={`collective-${index}`}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      class={isSelected ? 'on' : undefined}
      onClick={() => select(row.id)}
    >
      {stepSeconds !== null && (
        <>
          <td class="r c-time" title={partsText(row)}>
            {inBar(timeText(row), 'seconds')}
          </td>
          {!columns.isCompiled && (
            <td class="r q c-share">
              {seconds === null || isOverlapped(row) ? '' : percentText(seconds / stepSeconds)}
            </td>
          )}
        </>
      )}
      {columns.measured !== null && (
        <MeasuredCells row={row} measured={columns.measured} hasTimes={columns.hasTimes} />
      )}
      <td
        class="r c-sent"
        title={executions === 1 ? undefined : `${bytesText(bytes / executions)} × ${executions}`}
      >
        {inBar(sentText({ bytes, meaning: bytesMeaning }), 'bytes')}
      </td>
      {columns.hasRuns && <td class="r q c-runs">{inBar(String(executions), 'executions')}</td>}
      <td class="c-kind">
        <code>{kind}</code>
      </td>
      <td class="c-axis">
        <AxisNames axis={axis} />
      </td>
      <td class="c-value">
        <code>{value ?? '–'}</code>
      </td>
      <td class="r q c-line">{line}</td>
      {columns.isCompiled && <BesideCell row={row} />}
      {columns.hasNames && (
        <td class="c-where" title={userName ?? undefined}>
          {userName ?? layer}
        </td>
      )}
      <td class="q c-why" title={`${causeOf(row)}\n${kindOfCause(row)}`}>
        {causeOf(row)}
      </td>
    </tr>
  );
}

/** Whether as much was predicted. */
function BesideCell({ row: { compiled } }: { readonly row: CollectiveRow }) {
  const beside = compiled?.beside ?? null;
  return (
    <td class="c-beside" title={beside === null ? undefined : besideText(beside)}>
      {beside === null ? '' : beside.verdict === 'absent' ? 'no' : beside.verdict}
    </td>
  );
}

function AxisNames({ axis }: { readonly axis: string }) {
  return (
    <>
      {axis.split(', ').map((own) => (
        <AxisName key={own} axis={own} />
      ))}
    </>
  );
}

function timeText(row: CollectiveRow): string {
  if (row.seconds === null) return '–';
  return isOverlapped(row) ? 'overlapped' : secondsText(row.seconds);
}

/** Returns whether the device computes all the time that a collective takes. */
function isOverlapped({ seconds, hiddenSeconds }: CollectiveRow): boolean {
  return seconds === 0 && hiddenSeconds !== null && hiddenSeconds > 0;
}

function partsText({ contentionSeconds, hiddenSeconds }: CollectiveRow): string | undefined {
  const [contention, hidden] = [contentionSeconds ?? 0, hiddenSeconds ?? 0];
  const parts = [
    ...(contention > 0 ? [`${secondsText(contention)} of it contention for links`] : []),
    ...(hidden > 0 ? [`${secondsText(hidden)} while the device computes`] : []),
  ];
  return parts.length === 0 ? undefined : parts.join(', ');
}
