import { useSignal } from '@preact/signals';
import { bytesText } from '@shardform/ir-core';
import { sourceId } from '@shardform/study';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { select, selected } from '../../state/selection.ts';
import type { MemoryMoments } from './answer.ts';
import { areaPath, pointOf, positionAt } from './curve.ts';

const HEIGHT = 96;
/** Above the peak. */
const ROOM = 1.2;

/** The bytes in use over the program, with the peak and the selected value. */
export function MemoryCurve({ moments, peak }: { readonly moments: MemoryMoments; readonly peak: number }) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useSignal(0);
  const position = useSignal<number | null>(null);
  const { bytes, ids, names, lines } = moments;
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      width.value = Math.floor(entry!.contentRect.width);
    });
    observer.observe(frame.current!);
    return () => observer.disconnect();
  }, []);
  const box = { width: width.value, height: HEIGHT, most: Math.max(1, peak) * ROOM };
  const path = useMemo(() => areaPath(bytes, box), [bytes, width.value, peak]);
  const fullest = useMemo(() => bytes.indexOf(bytes.reduce((most, own) => Math.max(most, own), 0)), [bytes]);
  const own = selected.value;
  const chosen = useMemo(() => positionOf(ids, own), [ids, own]);
  const at = position.value ?? chosen;
  const top = pointOf(bytes, fullest, box);
  const y = HEIGHT - (peak / box.most) * HEIGHT;
  /** Goes to the next operation that computes a value. */
  const step = (by: number): void => {
    let next = (at ?? fullest) + by;
    while (ids[next] === '') next += by;
    if (ids[next] !== undefined) position.value = next;
  };
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') step(event.key === 'ArrowRight' ? 1 : -1);
    else if (event.key === 'Enter' && at !== null && ids[at] !== '') select(ids[at]!);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={frame}
      class="memory-curve"
      role="slider"
      tabIndex={0}
      aria-label="Memory over the program"
      aria-valuemin={0}
      aria-valuemax={bytes.length - 1}
      aria-valuenow={at ?? fullest}
      aria-valuetext={momentText(moments, at ?? fullest)}
      onKeyDown={press}
      onBlur={() => (position.value = null)}
    >
      <svg
        width={width.value}
        height={HEIGHT}
        onPointerMove={(event) => (position.value = positionAt(event.offsetX, bytes.length, width.value))}
        onPointerLeave={() => (position.value = null)}
        onClick={(event) => {
          const id = ids[positionAt(event.offsetX, bytes.length, width.value)];
          if (id !== undefined && id !== '') select(id);
        }}
      >
        <path d={path} class="p-fill2" />
        <path d={`M0 ${y}H${width.value}`} class="s-ink" stroke-dasharray="3 2" />
        <text x={width.value - 4} y={y - 5} text-anchor="end" class="ti">
          peak {bytesText(peak)}
        </text>
        {at !== null && (
          <path d={`M${pointOf(bytes, at, box).x + 0.5} 0V${HEIGHT}`} class="s-ink" stroke-width={1} />
        )}
        {at !== null && (
          <circle cx={pointOf(bytes, at, box).x} cy={pointOf(bytes, at, box).y} r={3} class="p-ink" />
        )}
        <circle cx={top.x} cy={top.y} r={3.5} class="p-bg s-ink" stroke-width={1.5} />
      </svg>
      <p class="xs q">
        {at === null ? (
          <>from the first operation to the last, {names.length} in the order of execution</>
        ) : (
          momentText(moments, at)
        )}
        {at !== null && lines[at] === 0 && ', made by passes'}
      </p>
    </div>
  );
}

/** `104.0 KiB while %4 is computed, line 9`. */
function momentText({ bytes, names, lines }: MemoryMoments, at: number): string {
  const name = names[at] ?? '';
  const what = name === '' ? '' : ` while ${name} is computed`;
  const line = lines[at] ?? 0;
  return `${bytesText(bytes[at] ?? 0)}${what}${line > 0 ? `, line ${line}` : ''}`;
}

/** The position of the operation that computes a value, or what passes made from it; `null` if none does. */
function positionOf(ids: readonly string[], id: string | null): number | null {
  if (id === null) return null;
  const exact = ids.indexOf(id);
  const found = exact === -1 ? ids.findIndex((own) => own !== '' && sourceId(own) === sourceId(id)) : exact;
  return found === -1 ? null : found;
}
