import { bytesText } from '@shardform/ir-core';
import type { OperationTime, OperationTimes } from '@shardform/study/tenstorrent';
import { secondsText } from '@shardform/study';
import { ValueName } from '../../parts/value-terms.tsx';
import { selected } from '../../state/selection.ts';
import { More, useShownRows } from './shown-rows.tsx';

const BAR_WIDTH = 40;

/** The operations by the time that a run spends in them. */
export function OperationTable({ times }: { readonly times: OperationTimes }) {
  const spent = ({ seconds, executions }: OperationTime): number => seconds * executions;
  const rows = times.operations.toSorted((a, b) => spent(b) - spent(a) || a.index - b.index);
  const { box, first, last, more } = useShownRows(rows.map(({ value }) => value?.id ?? null));
  const longest = Math.max(...rows.map((row) => Math.max(row.seconds, spent(row))));
  const problem = rows.find(({ isTooLarge }) => isTooLarge);
  return (
    <div class="tt-scroll" ref={box}>
      {problem !== undefined && <p class="hint">{problemText(problem, times)}</p>}
      <table class="tbl dense">
        <thead>
          <tr>
            <th>value</th>
            <th>ttnn</th>
            <th class="r" title="executions in a run">
              times
            </th>
            <th class="r">in a run</th>
            <th>bound by</th>
            <th class="r">cores</th>
            <th class="r" title="bytes from and to DRAM, of an execution">
              DRAM
            </th>
            <th class="r" title="bytes of a core's memory">
              L1
            </th>
          </tr>
        </thead>
        <tbody>
          {first > 0 && <More count={first} columns={8} onMore={more} where="before" />}
          {rows.slice(first, last).map((row) => (
            <tr
              key={row.index}
              class={row.value !== null && row.value.id === selected.value ? 'on' : ''}
              title={row.place ?? undefined}
            >
              <td>{row.value !== null && <ValueName value={row.value} />}</td>
              <td>
                <code class="b">{row.operation}</code>
              </td>
              <td class="r">{row.executions === 0 ? <span class="q">once</span> : row.executions}</td>
              <td class="r">
                <TimeCell seconds={row.executions === 0 ? row.seconds : spent(row)} longest={longest} />
              </td>
              <td>{row.bound}</td>
              <td class="r">{row.cores === 0 ? <span class="q">host</span> : row.cores}</td>
              <td class="r">{bytesText(row.dramMoved)}</td>
              <td class="r">{bytesText(row.l1)}</td>
            </tr>
          ))}
          {last < rows.length && <More count={rows.length - last} columns={8} onMore={more} where="after" />}
        </tbody>
      </table>
    </div>
  );
}

/** A time, and how long it is beside the longest. */
function TimeCell({ seconds, longest }: { readonly seconds: number; readonly longest: number }) {
  return (
    <span class="barcell">
      {secondsText(seconds)}
      <span class="tt-used">
        <i style={{ width: `${Math.round((BAR_WIDTH * seconds) / longest)}px` }} />
      </span>
    </span>
  );
}

/** What does not fit, and what would. */
function problemText(row: OperationTime, { dramCapacity, l1Capacity }: OperationTimes): string {
  const where = `${row.value?.name ?? ''} ${row.operation}`.trim();
  if (row.dram > dramCapacity)
    return `Tensors do not fit into DRAM at ${where}: ${bytesText(row.dram)} of ${bytesText(dramCapacity)}.`;
  const fits = row.remedy === null ? 'no smaller block is known to fit' : `${row.remedy} would fit`;
  return `${where} takes ${bytesText(row.l1)} of a core's ${bytesText(l1Capacity)}; ${fits}.`;
}
