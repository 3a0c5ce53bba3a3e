import { bytesText } from '@shardform/ir-core';
import { secondsText, timesText } from '@shardform/study';
import { AxisName } from '../../parts/chip.tsx';
import { select, selected } from '../../state/selection.ts';
import type { TimelinePicture } from './answer.ts';
import { devicesText } from './rows.ts';
import { firstAfter, type TimeRange } from './time-scale.ts';

/** More events are counted, not listed. */
const MOST_LISTED = 300;

/** The events of a range of a timeline in words, by time. */
export function TimelineTable({
  picture,
  range,
}: {
  readonly picture: TimelinePicture;
  readonly range: TimeRange;
}) {
  const { events, count } = eventsIn(picture, range);
  const hasMeasured = picture.measured !== null;
  return (
    <div class="timeline-table">
      <table class="tbl">
        <thead>
          <tr>
            <th>devices</th>
            <th class="r">from</th>
            <th class="r">takes</th>
            {hasMeasured && (
              <>
                <th class="r">measured</th>
                <th class="r">ratio</th>
              </>
            )}
            <th class="r">contention</th>
            <th>operation</th>
            <th>value</th>
            <th class="r">line</th>
            <th>along</th>
            <th class="r">bytes</th>
            <th>bound by</th>
          </tr>
        </thead>
        <tbody>
          {events.map(({ devices, start, duration, contention, operation }, i) => {
            const { name, id, value, line, axis, bytes, bound, measured } = picture.operations[operation]!;
            return (
              <tr key={i} class={id !== null && id === selected.value ? 'on' : ''}>
                <td>{devices}</td>
                <td class="r">{secondsText(start)}</td>
                <td class="r">{secondsText(duration)}</td>
                {hasMeasured && (
                  <>
                    <td class="r">{measured === null ? '' : secondsText(measured.seconds)}</td>
                    <td class="r">{measured?.ratio == null ? '' : timesText(measured.ratio)}</td>
                  </>
                )}
                <td class="r">{contention === 0 ? '' : secondsText(contention)}</td>
                <td>
                  <code>{name}</code>
                </td>
                <td>
                  {id !== null && (
                    <button type="button" class="value link" onClick={() => select(id)}>
                      {value}
                    </button>
                  )}
                </td>
                <td class="r">{line ?? ''}</td>
                <td>
                  {axis?.split(', ').map((own) => (
                    <AxisName key={own} axis={own} />
                  ))}
                </td>
                <td class="r">{bytes === null ? '' : bytesText(bytes)}</td>
                <td>{bound === 'network' ? 'wire' : bound}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {count > events.length && (
        <p class="hint">
          {events.length} of {count} events: zoom in to see the others.
        </p>
      )}
    </div>
  );
}

interface ListedEvent {
  readonly devices: string;
  readonly start: number;
  readonly duration: number;
  /** Of the duration, or before it. */
  readonly contention: number;
  readonly operation: number;
}

function eventsIn(
  { lanes }: TimelinePicture,
  range: TimeRange,
): { readonly events: readonly ListedEvent[]; readonly count: number } {
  const events: ListedEvent[] = [];
  let count = 0;
  for (const { devices, rows } of lanes)
    for (const { starts, durations, operations, shared, queued } of rows) {
      const first = firstAfter(starts, durations, range.from);
      for (let i = first; i < starts.length && starts[i]! < range.to; i++) {
        count++;
        if (i - first >= MOST_LISTED) continue;
        events.push({
          devices: devicesText(devices),
          start: starts[i]!,
          duration: durations[i]!,
          contention: shared[i]! + queued[i]!,
          operation: operations[i]!,
        });
      }
    }
  events.sort((a, b) => a.start - b.start);
  return { events: events.slice(0, MOST_LISTED), count };
}
