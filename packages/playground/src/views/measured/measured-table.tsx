import { useSignal } from '@preact/signals';
import { percentText, secondsText, timesText } from '@shardform/study';
import { MeasuredBar } from '../../parts/measured-bar.tsx';
import { select, selected } from '../../state/selection.ts';
import type { MeasuredRow, ShownRows } from './answer.ts';

/** So many rows are shown at first, and so many more at each request. */
const SHOWN = 60;

/** Measured times beside predicted ones; a row selects the value that it computes. */
export function MeasuredTable({
  shown: { rows, count },
  title,
  hasPrediction,
}: {
  readonly shown: ShownRows;
  readonly title: string;
  readonly hasPrediction: boolean;
}) {
  const limit = useSignal(SHOWN);
  const most = rows.reduce(
    (own, { seconds, predictedSeconds }) => Math.max(own, seconds.median, predictedSeconds ?? 0),
    0,
  );
  const visible = rows.slice(0, limit.value);
  return (
    <div class="measured-rows">
      <table class="tbl" aria-label={`Measured by ${title}`}>
        <thead>
          <tr>
            <th>{title}</th>
            <th>operation</th>
            <th class="r">measured</th>
            {hasPrediction && (
              <>
                <th class="r">predicted</th>
                <th class="r">ratio</th>
              </>
            )}
            <th>
              <span class="sr">measured over predicted</span>
            </th>
            <th class="r">share</th>
            {hasPrediction && <th>bound by</th>}
            <th>value</th>
            <th class="r">line</th>
          </tr>
        </thead>
        <tbody>
          {visible.map((row, i) => (
            <Row key={i} row={row} most={most} hasPrediction={hasPrediction} />
          ))}
        </tbody>
      </table>
      {count > visible.length && (
        <p class="hint">
          {visible.length < rows.length ? (
            <button type="button" class="link" onClick={() => (limit.value += 5 * SHOWN)}>
              {count - visible.length} more
            </button>
          ) : (
            `${count - visible.length} more, which 'shardform profile --all' lists`
          )}
        </p>
      )}
    </div>
  );
}

function Row({
  row: { name, operation, seconds, predictedSeconds, ratio, share, bound, id, value, line, axis },
  most,
  hasPrediction,
}: {
  readonly row: MeasuredRow;
  readonly most: number;
  readonly hasPrediction: boolean;
}) {
  return (
    <tr
      class={id !== null && id === selected.value ? 'on' : undefined}
      onClick={() => id !== null && select(id)}
    >
      <td class="c-name" title={name ?? undefined}>
        {name === null ? <span class="q">no name</span> : shortened(name)}
      </td>
      <td>
        <code>{operation}</code>
      </td>
      <td class="r" title={`${secondsText(seconds.low)} to ${secondsText(seconds.high)}`}>
        {secondsText(seconds.median)}
      </td>
      {hasPrediction && (
        <>
          <td class="r q">{predictedText(predictedSeconds)}</td>
          <td class="r">{ratio === null ? '' : timesText(ratio)}</td>
        </>
      )}
      <td>
        <MeasuredBar measured={seconds.median} predicted={predictedSeconds} most={most} axis={axis} />
      </td>
      <td class="r q">{percentText(share)}</td>
      {hasPrediction && <td class="q">{bound ?? ''}</td>}
      <td>
        {id !== null && (
          <button type="button" class="value link" onClick={() => select(id)}>
            {value}
          </button>
        )}
      </td>
      <td class="r q">{line ?? ''}</td>
    </tr>
  );
}

/** Communication that the device does not wait for takes no time of its own. */
function predictedText(seconds: number | null): string {
  if (seconds === null) return '';
  return seconds === 0 ? 'hidden' : secondsText(seconds);
}

/** Folders are in the title. */
function shortened(name: string): string {
  return /^[^ ]*\/[^/ ]+:\d+$/.test(name) ? name.slice(name.lastIndexOf('/') + 1) : name;
}
