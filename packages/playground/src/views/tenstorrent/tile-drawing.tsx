import type { TilePicture } from '@shardform/study/tenstorrent';

const TILE = 32;
/** The largest drawing of a slice, in pixels. */
const BOX = { width: 260, height: 180 };
/** More lines than these would be a grey area. */
const MOST_LINES = 48;

/** One slice of a tensor as its tiles: what is used is dark, padding is light. */
export function TileDrawing({ picture: { matrix, tiles } }: { readonly picture: TilePicture }) {
  const [rows, columns] = tiles;
  // Slices are drawn in proportion, unless they would be a line.
  const ratio = Math.max(0.25, Math.min(4, columns / rows));
  const width = Math.min(BOX.width, BOX.height * ratio);
  const height = width / ratio;
  const share = [matrix[0] / (rows * TILE), matrix[1] / (columns * TILE)] as const;
  const lines = (count: number): number[] =>
    count > MOST_LINES ? [] : Array.from({ length: count - 1 }, (_, i) => (i + 1) / count);
  const down = lines(rows).map((at) => `M0 ${at * height}H${width}`);
  const across = lines(columns).map((at) => `M${at * width} 0V${height}`);
  return (
    <svg
      width={width + 2}
      height={height + 2}
      viewBox={`-1 -1 ${width + 2} ${height + 2}`}
      role="img"
      aria-label={`${matrix.join(' × ')} numbers in ${rows * columns === 1 ? 'a tile' : `${tiles.join(' × ')} tiles`} of 32 × 32`}
    >
      <rect width={width} height={height} class="p-fill" />
      <rect width={Math.max(1, share[1] * width)} height={Math.max(1, share[0] * height)} class="p-fill3" />
      <path d={[...down, ...across].join('')} class="tt-lines" />
      <rect width={width} height={height} class="p-none s-ink" />
    </svg>
  );
}
