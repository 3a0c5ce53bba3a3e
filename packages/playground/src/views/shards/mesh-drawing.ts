/** A device of a mesh as it is drawn. */
export interface MeshCell {
  /** Its position in the list of devices. */
  readonly index: number;
  readonly x: number;
  readonly y: number;
}

/** A mesh as blocks of blocks: the last axis goes across, the one before it down, and so on outwards. */
export interface MeshLayout {
  readonly cells: readonly MeshCell[];
  readonly width: number;
  readonly height: number;
  readonly cell: number;
  /** Where each axis runs: along the rows or along the columns, the innermost first. */
  readonly axes: readonly { readonly axis: string; readonly direction: 'across' | 'down' }[];
}

const GAP = 6;

/** Lays out the devices of a mesh in a box. */
export function layoutMesh(
  axes: readonly (readonly [string, number])[],
  box: { readonly width: number; readonly height: number },
): MeshLayout {
  const own = axes.length === 0 ? [['', 1] as const] : axes;
  // From the innermost axis outwards, alternately across and down.
  const inner = [...own].reverse().map(([axis, size], i) => ({
    axis,
    size,
    direction: i % 2 === 0 ? ('across' as const) : ('down' as const),
  }));
  const countOf = (direction: 'across' | 'down'): number =>
    inner.filter((entry) => entry.direction === direction).reduce((product, { size }) => product * size, 1);
  const [columns, rows] = [countOf('across'), countOf('down')];
  const gap = columns > 16 || rows > 16 ? 1 : GAP;
  const cell = Math.max(
    2,
    Math.min(36, Math.floor(box.width / columns) - gap, Math.floor(box.height / rows) - gap),
  );
  // Blocks of outer axes stand apart a little more.
  const positions = (direction: 'across' | 'down') => {
    const levels = inner.filter((entry) => entry.direction === direction);
    return (coordinates: readonly number[]): number => {
      let [position, stride] = [0, cell + gap];
      for (const [level, { size }] of levels.entries()) {
        position += coordinates[level]! * stride;
        stride = stride * size + (level >= 0 ? gap : 0);
      }
      return position;
    };
  };
  const [acrossOf, downOf] = [positions('across'), positions('down')];
  const total = own.reduce((product, [, size]) => product * size, 1);
  const cells: MeshCell[] = [];
  for (let index = 0; index < total; index++) {
    let rest = index;
    const [across, down]: [number[], number[]] = [[], []];
    for (const { size, direction } of inner) {
      (direction === 'across' ? across : down).push(rest % size);
      rest = Math.floor(rest / size);
    }
    cells.push({ index, x: acrossOf(across), y: downOf(down) });
  }
  const most = (of: (at: MeshCell) => number): number =>
    cells.reduce((max, at) => Math.max(max, of(at)), 0) + cell;
  return {
    cells,
    width: most(({ x }) => x),
    height: most(({ y }) => y),
    cell,
    axes: inner.map(({ axis, direction }) => ({ axis, direction })),
  };
}

/** A line between neighbours along an axis. */
export interface MeshLink {
  readonly axis: string;
  readonly from: MeshCell;
  readonly to: MeshCell;
}

/** Among more devices, lines would be a grey area. */
const MOST_LINKED = 256;

/** Returns lines between neighbours along some axes. @param cells in the order of {@link layoutMesh}. */
export function linksOf(
  axes: readonly (readonly [string, number])[],
  linked: readonly string[],
  cells: readonly MeshCell[],
): MeshLink[] {
  if (cells.length > MOST_LINKED) return [];
  let stride = cells.length;
  return axes.flatMap(([axis, size]) => {
    stride /= size;
    const step = stride;
    if (!linked.includes(axis)) return [];
    return cells.flatMap((from) => {
      const to = cells[from.index + step];
      return Math.floor(from.index / step) % size === size - 1 || to === undefined
        ? []
        : [{ axis, from, to }];
    });
  });
}
