import { countText } from '@shardform/study';
import { axisClass } from '../../parts/chip.tsx';
import { layoutMesh, linksOf } from './mesh-drawing.ts';
import type { ShardPicture } from './shard-picture.ts';

const MESH_BOX = { width: 300, height: 220 };
/** Numbers are written into cells of this size. */
const NUMBERED = 16;

function headingOf({ mesh, devices, placedOn }: ShardPicture): string {
  const count = countText(devices.length, 'device');
  if (placedOn !== null) return count;
  return mesh.name === '' ? 'No mesh: one device' : `@${mesh.name}, ${count}`;
}

/** The devices of a mesh: grey are those that hold what the chosen one does. */
export function MeshDrawing({
  picture,
  chosen,
  onChoose,
  linked = [],
  box = MESH_BOX,
}: {
  readonly picture: ShardPicture;
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
  /** Axes along which devices exchange something. */
  readonly linked?: readonly string[];
  readonly box?: { readonly width: number; readonly height: number };
}) {
  const { mesh, shardOf, devices } = picture;
  const { cells, width, height, cell, axes } = layoutMesh(mesh.axes, box);
  const shard = shardOf[chosen];
  const move = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    event.stopPropagation();
    onChoose((chosen + by + cells.length) % cells.length);
  };
  const at = (event: MouseEvent): void => {
    // Cells are drawn as rectangles with their number.
    const target = (event.target as Element).closest('[data-device]');
    if (target !== null) onChoose(Number(target.getAttribute('data-device')));
  };
  return (
    <>
      <h3>{headingOf(picture)}</h3>
      <div
        role="slider"
        tabIndex={0}
        aria-label="Device of the mesh"
        aria-valuemin={0}
        aria-valuemax={Math.max(0, cells.length - 1)}
        aria-valuenow={chosen}
        aria-valuetext={`device ${devices[chosen] ?? 0}`}
        onClick={at}
        onKeyDown={move}
      >
        <svg
          aria-hidden="true"
          width={width + 2}
          height={height + 2}
          viewBox={`-1 -1 ${width + 2} ${height + 2}`}
        >
          {linksOf(mesh.axes, linked, cells).map(({ axis, from, to }) => (
            <line
              key={`${axis} ${from.index}`}
              class={`s-${axisClass(axis)}`}
              stroke-width="3"
              x1={from.x + cell / 2}
              y1={from.y + cell / 2}
              x2={to.x + cell / 2}
              y2={to.y + cell / 2}
            />
          ))}
          {cells.map(({ index, x, y }) => (
            <g key={index} data-device={index}>
              <rect
                x={x}
                y={y}
                width={cell}
                height={cell}
                class={`${shardOf[index] === shard ? 'p-fill2' : 'p-bg'} ${index === chosen ? 's-ink' : 's-strong'}`}
                stroke-width={index === chosen ? 2 : 1}
              >
                <title>{`device ${devices[index]}`}</title>
              </rect>
              {cell >= NUMBERED && (
                <text class="m ti" x={x + cell / 2} y={y + cell / 2 + 4} text-anchor="middle">
                  {devices[index]}
                </text>
              )}
            </g>
          ))}
        </svg>
      </div>
      <p class="xs qq">
        {axes.map(({ axis, direction }, i) => (
          <span key={axis}>
            {i > 0 && ' · '}
            <span class={`t-${axisClass(axis)} b`}>{axis}</span> {direction === 'across' ? '→' : '↓'}
          </span>
        ))}
        {' · grey: the same part as the chosen device'}
      </p>
    </>
  );
}
