import { type CollectiveRow, secondsText, timesText } from '@shardform/study';
import type { MeasuredCollectives } from './answer.ts';

/** The headings of what was measured. @param hasTimes whether the prediction has times to compare with */
export function MeasuredHead({ hasTimes }: { readonly hasTimes: boolean }) {
  return (
    <>
      <th class="r" title="While the device computes nothing, in the mean over steps and devices">
        measured
      </th>
      {hasTimes && <th class="r">ratio</th>}
    </>
  );
}

/** What was measured of a collective: the exposed time, and the ratio to the predicted one. */
export function MeasuredCells({
  row: { compiled },
  measured,
  hasTimes,
}: {
  readonly row: CollectiveRow;
  readonly measured: MeasuredCollectives;
  readonly hasTimes: boolean;
}) {
  const own = compiled === null ? undefined : measured.get(compiled.instruction);
  const parts =
    own === undefined
      ? undefined
      : [
          ...(own.waitingSeconds > 0
            ? [`${secondsText(own.waitingSeconds)} of it waiting for the last device of the group`]
            : []),
          ...(own.hiddenSeconds > 0 ? [`${secondsText(own.hiddenSeconds)} while the device computes`] : []),
        ].join(', ');
  return (
    <>
      <td class="r c-measured" title={parts}>
        {own === undefined ? '–' : secondsText(own.exposedSeconds)}
      </td>
      {hasTimes && <td class="r c-ratio">{own?.ratio == null ? '' : timesText(own.ratio)}</td>}
    </>
  );
}

/** The sum of a group. */
export function MeasuredSum({
  rows,
  measured,
  predicted,
  hasTimes,
}: {
  readonly rows: readonly CollectiveRow[];
  readonly measured: MeasuredCollectives;
  readonly predicted: number | null;
  readonly hasTimes: boolean;
}) {
  const sum = rows.reduce(
    (all, { compiled }) => all + (measured.get(compiled?.instruction ?? '')?.exposedSeconds ?? 0),
    0,
  );
  return (
    <>
      <td class="r">{secondsText(sum)}</td>
      {hasTimes && (
        <td class="r">{predicted === null || predicted === 0 ? '' : timesText(sum / predicted)}</td>
      )}
    </>
  );
}
