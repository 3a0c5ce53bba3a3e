import '../../parts/measured-bar.css';
import { bytesText } from '@shardform/ir-core';
import { countText, type ProfiledMemory, secondsText, timesText } from '@shardform/study';

const WIDTH = 320;
const HEIGHT = 40;

/** Allocators that are shown; the fullest come first. */
const MOST_SHOWN = 8;

/** The memory of devices in a run over time, beside the predicted peak. */
export function MeasuredMemory({
  memory,
  estimate,
}: {
  readonly memory: readonly ProfiledMemory[];
  readonly estimate: number;
}) {
  return (
    <section class="sec" aria-label="Measured memory">
      <h3>Measured over time, in the whole process; the outline is the predicted peak</h3>
      {memory.slice(0, MOST_SHOWN).map((own) => (
        <div key={own.allocator} class="measured-memory">
          <Curve memory={own} estimate={estimate} />
          <p class="sm">
            <b>{own.allocator}</b> {bytesText(own.peakBytes)}
            {estimate > 0 && `, ${timesText(own.peakBytes / estimate)} the predicted peak`}
            <span class="q">
              {own.peakStep === null ? ', between steps' : `, in step ${own.peakStep}`},{' '}
              {atText(own.peakSeconds)}
              {own.capacityBytes !== null && `; of ${bytesText(own.capacityBytes)}`}
              {own.lifetimePeakBytes !== null &&
                `; ${bytesText(own.lifetimePeakBytes)} since its process began`}
            </span>
          </p>
        </div>
      ))}
      {memory.length > MOST_SHOWN && (
        <p class="sm q">and {countText(memory.length - MOST_SHOWN, 'allocator')} with less</p>
      )}
    </section>
  );
}

function Curve({
  memory: { moments },
  estimate,
}: {
  readonly memory: ProfiledMemory;
  readonly estimate: number;
}) {
  const [first, last] = [moments[0]?.seconds ?? 0, moments.at(-1)?.seconds ?? 0];
  const most = moments.reduce((own, { bytes }) => Math.max(own, bytes), Math.max(1, estimate)) * 1.1;
  const x = (seconds: number): number => (last === first ? 0 : ((seconds - first) / (last - first)) * WIDTH);
  const y = (bytes: number): number => HEIGHT - (bytes / most) * HEIGHT;
  // What is in use stays until the next event.
  const path = moments
    .map(({ seconds, bytes }) => `H${x(seconds).toFixed(1)}V${y(bytes).toFixed(1)}`)
    .join('');
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <path d={`M0 ${HEIGHT}${path}H${WIDTH}V${HEIGHT}Z`} class="p-measured" />
      <path d={`M0 ${y(estimate).toFixed(1)}H${WIDTH}`} class="s-ink" stroke-dasharray="3 2" />
    </svg>
  );
}

function atText(seconds: number): string {
  const text = secondsText(Math.abs(seconds));
  return seconds < 0 ? `${text} before the first step` : `${text} after the first step has begun`;
}
