import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { reveal } from '../../parts/reveal.ts';
import { reveals, selected } from '../../state/selection.ts';

/** So many rows are shown at first, and so many more at each request. */
const SHOWN = 80;

/** The rows that are drawn: so many around the selected one, more on request. */
export function useShownRows(ids: readonly (string | null)[]) {
  const count = useSignal(SHOWN);
  const box = useRef<HTMLDivElement>(null);
  const at = Math.max(0, selected.value === null ? 0 : ids.indexOf(selected.value));
  const first = at < count.value ? 0 : Math.max(0, at - Math.floor(count.value / 2));
  useEffect(() => {
    const row = box.current?.querySelector('tr.on') ?? null;
    if (row !== null) reveal(row);
  }, [selected.value, reveals.value]);
  const last = Math.min(ids.length, first + count.value);
  return { box, first, last, more: () => (count.value += 5 * SHOWN) };
}

/** A row that asks for more. */
export function More({
  count,
  columns,
  where,
  onMore,
}: {
  readonly count: number;
  readonly columns: number;
  readonly where: 'before' | 'after';
  readonly onMore: () => void;
}) {
  return (
    <tr>
      <td colSpan={columns}>
        <button type="button" class="link" onClick={onMore}>
          {count} more {where === 'before' ? 'before these' : 'after these'}
        </button>
      </td>
    </tr>
  );
}
