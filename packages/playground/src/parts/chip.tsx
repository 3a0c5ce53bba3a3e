import type { ShardingChip } from '@shardform/study';
import { axisIndex } from '../state/axes.ts';

/** A sharding: a cell for each dimension, with the letters of its axes in their hues. */
export function Chip({ chip, big = false }: { readonly chip: ShardingChip; readonly big?: boolean }) {
  const { dims, unreduced, text } = chip;
  return (
    <span class="chips" role="img" aria-label={chipWords(chip)} title={text}>
      <span class={`chip${big ? ' big' : ''}`}>
        {dims.length === 0 && unreduced.length === 0 && <i class="none">·</i>}
        {dims.map(({ axes, isOpen, priority }, d) =>
          axes.length === 0 ? (
            <i key={d} class={isOpen ? 'none open' : 'none'}>
              {isOpen ? '?' : '·'}
            </i>
          ) : (
            axes.map((axis, i) => (
              <i
                key={`${d} ${axis}`}
                class={`${axisClass(axis)}${isOpen ? ' open' : ''}${i > 0 ? ' joined' : ''}`}
              >
                {shortAxis(axis)}
                {i === axes.length - 1 && isOpen && '?'}
                {i === axes.length - 1 && priority !== null && `p${priority}`}
              </i>
            ))
          ),
        )}
      </span>
      {unreduced.map((axis) => (
        <span
          key={axis}
          class={`chip sum ${axisClass(axis)}${big ? ' big' : ''}`}
          title={`partial sums along ${axis}`}
        >
          Σ{shortAxis(axis)}
        </span>
      ))}
    </span>
  );
}

/** The name of an axis in its hue, with its size where that is told. */
export function AxisName({ axis, size }: { readonly axis: string; readonly size?: number }) {
  return (
    <span class={`ax ${axisClass(axis)}`}>
      {axis}
      {size !== undefined && <small> {size}</small>}
    </span>
  );
}

/** What a chip says: `dimension 0 split along x, dimension 1 whole`. */
export function chipWords({ dims, unreduced }: ShardingChip): string {
  const words = dims.map(
    ({ axes }, d) => `dimension ${d} ${axes.length === 0 ? 'whole' : `split along ${axes.join(' and ')}`}`,
  );
  if (unreduced.length > 0) words.push(`partial sums along ${unreduced.join(' and ')}`);
  return words.length === 0 ? 'sharding of a scalar' : words.join(', ');
}

/** The class with the hue of an axis: `a1` to `a6`; axes beyond start over, dashed. */
export function axisClass(axis: string): string {
  const index = axisIndex(axis);
  return index === null ? 'none' : `a${(index % 6) + 1}${index >= 6 ? ' dashed' : ''}`;
}

/** Long names are cut, sub-axes keep their size. */
function shortAxis(axis: string): string {
  const [name, rest] = axis.split(':');
  const short = name!.length > 7 ? `${name!.slice(0, 6)}…` : name!;
  return rest === undefined ? short : `${short}:${rest}`;
}
