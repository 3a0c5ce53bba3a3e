import './measured-bar.css';
import { axisClass } from './chip.tsx';

/** Pixels of the longest bar. */
const WIDTH = 90;

/** A measured time as a filled bar, and the predicted one as its outline. @param axis `null` for what computes */
export function MeasuredBar({
  measured,
  predicted,
  most,
  axis,
}: {
  readonly measured: number;
  readonly predicted: number | null;
  /** The longest of either. */
  readonly most: number;
  readonly axis: string | null;
}) {
  const width = (seconds: number): string =>
    `${most === 0 ? 0 : Math.max(1, Math.round((seconds / most) * WIDTH))}px`;
  return (
    <span class="measured-bar" aria-hidden="true">
      <i
        class={axis === null ? 'f-measured' : `f-${axisClass(axis.split(', ')[0]!)}`}
        style={{ width: width(measured) }}
      />
      {predicted !== null && predicted > 0 && <i class="predicted" style={{ width: width(predicted) }} />}
    </span>
  );
}

/** The marks of both, wherever a profile stands beside a prediction. */
export function MeasuredLegend() {
  return (
    <span class="legend measured-legend">
      <span>
        <i class="predicted" /> predicted
      </span>
      <span>
        <i class="f-measured" /> measured
      </span>
    </span>
  );
}
