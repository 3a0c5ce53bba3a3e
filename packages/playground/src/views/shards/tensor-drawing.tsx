import { countText } from '@shardform/study';
import { axisClass } from '../../parts/chip.tsx';
import { heldWords } from '../../parts/value-terms.tsx';
import type { ShardPicture } from './shard-picture.ts';
import { lastOf } from '@shardform/ir-core';

/** The largest drawing of one matrix, in pixels. */
const BOX = { width: 420, height: 230 };
const LEAST = 40;
/** More lines than these would be a grey area: they are counted. */
const MOST_LINES = 64;
/** More slices of outer dimensions are counted, too. */
const MOST_SLICES = 12;

/**
 * A tensor as a matrix of its last two dimensions, cut by lines in the hues of the axes that cut it; slices of outer
 * dimensions that are split stand side by side.
 */
export function TensorDrawing({
  name,
  picture,
  shard,
  onChoose,
  room = BOX,
}: {
  readonly name: string;
  readonly picture: ShardPicture;
  /** The number of the shard that is grey. */
  readonly shard: number;
  readonly onChoose: (shard: number) => void;
  /** The largest size of the drawing. */
  readonly room?: { readonly width: number; readonly height: number };
}) {
  const { shape, counts, shards, placedOn, ownMesh } = picture;
  const rank = shape.length;
  const [rows, columns] = [rank >= 2 ? rank - 2 : null, rank >= 1 ? rank - 1 : null];
  const outer = counts.slice(0, Math.max(0, rank - 2));
  const slices = outer.reduce((product, count) => product * count, 1);
  const perSlice = (rows === null ? 1 : counts[rows]!) * (columns === null ? 1 : counts[columns]!);
  const chosenSlice = sliceOf(shards[shard]!.ranges, picture);
  const first = Math.max(0, Math.min(chosenSlice - MOST_SLICES / 2, slices - MOST_SLICES));
  const shown = Array.from({ length: Math.min(slices, MOST_SLICES) }, (_, i) => first + i);
  const box =
    slices === 1
      ? room
      : { width: room.width / Math.min(4, slices), height: room.height / (slices > 4 ? 3 : 1.5) };
  return (
    <>
      <h3>
        <code>{name}</code> <span class="q">{shape.length === 0 ? 'scalar' : shape.join(' × ')}</span>
      </h3>
      <p class="xs qq">
        {shards.length > 1 ? `${shards.length} shards` : heldWords({ device: placedOn, mesh: ownMesh })}
        {slices > 1 && <Slices picture={picture} count={slices} />}
        {slices > shown.length && `, ${shown.length} of them shown`}
      </p>
      <div class="slices" role="img" aria-label={`${name} cut into ${countText(shards.length, 'shard')}`}>
        {shown.map((slice) => (
          <Matrix
            key={slice}
            picture={picture}
            rows={rows}
            columns={columns}
            box={box}
            chosen={slice === chosenSlice ? shards[shard]!.ranges : null}
            onChoose={(row, column) => {
              const [down, across] = [
                rows === null ? 1 : counts[rows]!,
                columns === null ? 1 : counts[columns]!,
              ];
              const wanted =
                slice * perSlice + Math.min(down - 1, row) * across + Math.min(across - 1, column);
              const found = shards.findIndex(({ ranges }) => positionOf(ranges, picture) === wanted);
              if (found !== -1) onChoose(found);
            }}
          />
        ))}
      </div>
    </>
  );
}

/** `, 8 slices along [x] [y]`: slices of outer dimensions stand apart, so no line can have the hue of the axes. */
function Slices({
  picture: { chip, counts },
  count,
}: {
  readonly picture: ShardPicture;
  readonly count: number;
}) {
  const dims = chip.dims.slice(0, -2).flatMap(({ axes }, d) => (counts[d]! > 1 ? [{ axes, d }] : []));
  return (
    <>
      {`, ${count} slices of `}
      {dims.map(({ axes, d }, i) => (
        <span key={d}>
          {i > 0 && ', '}
          dimension {d} along{' '}
          {axes.map((axis) => (
            <span key={axis} class={`t-${axisClass(axis)} b`}>
              {axis}{' '}
            </span>
          ))}
        </span>
      ))}
    </>
  );
}

function Matrix({
  picture: { shape, counts, chip },
  rows,
  columns,
  box,
  chosen,
  onChoose,
}: {
  readonly picture: ShardPicture;
  /** Dimensions that go down and across; `null` for none. */
  readonly rows: number | null;
  readonly columns: number | null;
  readonly box: { readonly width: number; readonly height: number };
  readonly chosen: readonly (readonly [number, number])[] | null;
  readonly onChoose: (row: number, column: number) => void;
}) {
  const [tall, wide] = [rows === null ? 1 : shape[rows]!, columns === null ? 1 : shape[columns]!];
  // Sizes differ by orders of magnitude: a drawing in proportion would be a line.
  const ratio = Math.max(0.25, Math.min(4, Math.sqrt(Math.max(1, wide) / Math.max(1, tall))));
  const width = Math.max(LEAST, Math.min(box.width, box.height * ratio));
  const height = Math.max(LEAST, Math.min(box.height, width / ratio));
  const lines = (dimension: number | null, direction: 'across' | 'down') => {
    const count = dimension === null ? 1 : counts[dimension]!;
    if (count === 1 || count > MOST_LINES || dimension === null) return null;
    const { axes } = chip.dims[dimension]!;
    const hue = axes.length === 0 ? 's-strong' : `s-${axisClass(lastOf(axes))}`;
    return Array.from({ length: count - 1 }, (_, i) => {
      const at = ((i + 1) / count) * (direction === 'across' ? width : height);
      return direction === 'across' ? (
        <line key={`c${i}`} class={hue} stroke-width="2" x1={at} y1={0} x2={at} y2={height} />
      ) : (
        <line key={`r${i}`} class={hue} stroke-width="2" x1={0} y1={at} x2={width} y2={at} />
      );
    });
  };
  const held = (dimension: number | null, size: number): readonly [number, number] => {
    if (chosen === null) return [0, 0];
    if (dimension === null) return [0, size];
    const [from, to] = chosen[dimension]!;
    const whole = Math.max(1, shape[dimension]!);
    return [(from / whole) * size, (to / whole) * size];
  };
  const [left, right] = held(columns, width);
  const [top, bottom] = held(rows, height);
  const ruler = (dimension: number | null) => {
    const axes = dimension === null ? [] : chip.dims[dimension]!.axes;
    return axes.length === 0 ? null : axes;
  };
  const [down, across] = [ruler(rows), ruler(columns)];
  const margin = 30;
  return (
    <svg
      width={width + margin + 2}
      height={height + margin + 2}
      viewBox={`${-margin} -2 ${width + margin + 2} ${height + margin + 4}`}
      onClick={(event) => {
        const own = event.currentTarget.getBoundingClientRect();
        const [x, y] = [event.clientX - own.left - margin, event.clientY - own.top - 2];
        const cell = (dimension: number | null, at: number, size: number): number =>
          dimension === null ? 0 : Math.max(0, Math.floor((at / size) * counts[dimension]!));
        onChoose(cell(rows, y, height), cell(columns, x, width));
      }}
    >
      {right > left && bottom > top && (
        <rect class="p-fill2" x={left} y={top} width={right - left} height={bottom - top} />
      )}
      {lines(columns, 'across')}
      {lines(rows, 'down')}
      <rect class="p-none s-ink" x={0} y={0} width={width} height={height} />
      {down !== null && <RulerDown axes={down} height={height} />}
      {across !== null && (
        <>
          <line
            class={`s-${axisClass(across[0]!)}`}
            stroke-width="3"
            x1={0}
            y1={height + 8}
            x2={width}
            y2={height + 8}
          />
          <text class={`t-${axisClass(across[0]!)} b`} x={width / 2} y={height + 24} text-anchor="middle">
            {across.join()}
          </text>
        </>
      )}
    </svg>
  );
}

/** The axes along which rows are split, whose names may be longer than the margin is wide. */
function RulerDown({ axes, height }: { readonly axes: readonly string[]; readonly height: number }) {
  const axis = axisClass(axes[0]!);
  return (
    <>
      <line class={`s-${axis}`} stroke-width="3" x1={-8} y1={0} x2={-8} y2={height} />
      <text class={`t-${axis} b`} transform="rotate(-90)" x={-height / 2} y={-15} text-anchor="middle">
        {axes.join()}
      </text>
    </>
  );
}

/** The number of the slice of outer dimensions that a shard is in. */
function sliceOf(ranges: readonly (readonly [number, number])[], picture: ShardPicture): number {
  return blockNumber(ranges, picture, Math.max(0, ranges.length - 2));
}

/** The number of a shard among all, the last dimension first to change. */
function positionOf(ranges: readonly (readonly [number, number])[], picture: ShardPicture): number {
  return blockNumber(ranges, picture, ranges.length);
}

function blockNumber(
  ranges: readonly (readonly [number, number])[],
  { shape, counts }: ShardPicture,
  dimensions: number,
): number {
  let number = 0;
  for (let d = 0; d < dimensions; d++) {
    const count = counts[d]!;
    const size = Math.ceil(shape[d]! / count);
    number = number * count + (size === 0 ? 0 : Math.floor(ranges[d]![0] / size));
  }
  return number;
}
