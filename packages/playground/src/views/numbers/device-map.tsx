import { axisClass } from '../../parts/chip.tsx';
import { axes } from '../../state/axes.ts';
import { layoutMesh } from '../shards/mesh-drawing.ts';
import { errorClass } from './error-scale.ts';
import { errorSizeText } from '@shardform/study';

const BOX = { width: 300, height: 180 };
/** Numbers are written into cells of this size. */
const NUMBERED = 24;

/** Devices of the mesh, as red as they are off. */
export function DeviceMap({
  counts,
  errors,
  worst,
}: {
  /** By device, the number of values that it is furthest off in. */
  readonly counts: readonly number[];
  /** By device, the largest relative error. */
  readonly errors: readonly number[];
  /** The device that is furthest off in the selected value; `null` if there is none. */
  readonly worst: number | null;
}) {
  const total = axes.value.reduce((product, [, size]) => product * size, 1);
  const own = total === counts.length ? axes.value : [['device', counts.length] as const];
  const { cells, width, height, cell, axes: directions } = layoutMesh(own, BOX);
  return (
    <>
      <svg
        width={width + 4}
        height={height + 4}
        viewBox={`-2 -2 ${width + 4} ${height + 4}`}
        role="img"
        aria-label={`Values by the device that is furthest off: ${counts.map((count, device) => `device ${device} ${count}`).join(', ')}`}
      >
        {cells.map(({ index, x, y }) => (
          <g key={index} class={errorClass(errors[index] ?? 0)}>
            <rect
              x={x}
              y={y}
              width={cell}
              height={cell}
              rx="2"
              class={index === worst ? 's-ink' : ''}
              stroke-width={index === worst ? 2 : 0}
            >
              <title>{`device ${index}: furthest off in ${counts[index] ?? 0} values, at most by ${errorSizeText(errors[index] ?? 0)}`}</title>
            </rect>
            {cell >= NUMBERED && (
              <text x={x + cell / 2} y={y + cell / 2 + 4} text-anchor="middle">
                {counts[index] ?? 0}
              </text>
            )}
          </g>
        ))}
      </svg>
      <p class="xs qq">
        {directions.map(({ axis, direction }, i) => (
          <span key={axis}>
            {i > 0 && ' · '}
            <span class={`t-${axisClass(axis)} b`}>{axis}</span> {direction === 'across' ? '→' : '↓'}
          </span>
        ))}
      </p>
    </>
  );
}
