import { bytesText } from '@shardform/ir-core';
import { Fragment } from 'preact';
import { ValueName } from '../../parts/value-terms.tsx';
import { view } from '../../state/layout.ts';
import { results, shownStage, studied } from '../../state/results.ts';
import { selected } from '../../state/selection.ts';
import type answerOf from '../memory/answer.ts';
import type { MemoryPicture } from '../memory/answer.ts';
import { groupedRows } from '../memory/groups.ts';
import { useAnswer } from '../use-answer.ts';

/** So many of the largest parts are listed; the view of memory has all. */
const LISTED = 6;
const BAR = 78;

/** Who holds the memory of a device when it needs most; nothing where that is unknown. */
export function PeakPanel() {
  const stage = shownStage.value;
  const answer = useAnswer<typeof answerOf>('memory', { stage }, [
    ...[stage, studied.value, results.value.length],
  ]);
  const known = answer.value;
  return known === undefined || known === null || 'problem' in known ? null : <KnownPeak picture={known} />;
}

function KnownPeak({ picture }: { readonly picture: MemoryPicture }) {
  const { rows, estimate, at, isBefore } = picture;
  const groups = groupedRows(rows, rows.some(({ layer }) => layer !== null) ? 'layer' : 'kind');
  const largest = groups[0]?.bytes ?? 1;
  return (
    <aside aria-label="At the peak">
      <section class="sec">
        <b>At the peak</b>
        <p class="sm q">
          {bytesText(estimate.peak)} on a device
          {at !== null && (
            <>
              {isBefore ? ' before ' : ' while '}
              {at.value === null ? <code>{at.operation}</code> : <ValueName value={at.value} />} is computed
              {at.line !== null && `, line ${at.line}`}
            </>
          )}
        </p>
      </section>
      <section class="sec">
        <h3>Who holds it, and how many values</h3>
        <div class="peak-groups">
          {groups.slice(0, LISTED).map(({ name, rows: own, bytes }) => (
            <Fragment key={name}>
              <span>
                {name} <span class="qq">{own.length}</span>
              </span>
              <i class="f-n" style={{ width: `${Math.round((BAR * bytes) / largest)}px` }} />
              <span class="r">{bytesText(bytes)}</span>
            </Fragment>
          ))}
        </div>
      </section>
      <table class="tbl">
        <thead>
          <tr>
            <th>largest</th>
            <th>made by</th>
            <th class="r">line</th>
            <th class="r">bytes</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, LISTED).map(({ value, operation, kind, line, bytes }, i) => (
            <tr key={i} class={value !== null && value.id === selected.value ? 'on' : ''}>
              <td>{value !== null && <ValueName value={value} />}</td>
              <td>{operation ?? kind}</td>
              <td class="r">{line ?? ''}</td>
              <td class="r">{bytesText(bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="hint">
        <button type="button" class="btn" onClick={() => (view.value = 'memory')}>
          All in Memory
        </button>
      </p>
    </aside>
  );
}
