import { labelNumbers, type ShardGrid } from './shard-grid.ts';
import { escapeMarkup } from './escape-markup.ts';

/** A grid of shards with its title. */
export interface TitledGrid {
  readonly title: string;
  readonly grid: ShardGrid;
}

/** Pixels. */
const [CELL_HEIGHT, TITLE_HEIGHT, MARGIN, CHARACTER] = [36, 28, 16, 8];

/**
 * Returns an SVG drawing of grids below each other, one cell per shard, with the numbers of the devices that hold it.
 */
export function svgPicture(grids: readonly TitledGrid[]): string {
  const parts: string[] = [];
  let [width, top] = [0, MARGIN];
  for (const { title, grid } of grids) {
    const { labels } = grid;
    const numbers = labelNumbers(labels);
    const cellWidth = [...numbers.keys()].reduce(
      (most, label) => Math.max(most, (label.length + 2) * CHARACTER),
      60,
    );
    parts.push(text(MARGIN, top + TITLE_HEIGHT / 2, title, 'class="title"'));
    top += TITLE_HEIGHT;
    labels.forEach((row, r) => {
      row.forEach((label, c) => {
        const [x, y] = [MARGIN + c * cellWidth, top + r * CELL_HEIGHT];
        const fill = colour(numbers.get(label) ?? 0, numbers.size);
        parts.push(
          `<rect x="${x}" y="${y}" width="${cellWidth}" height="${CELL_HEIGHT}" fill="${fill}"><title>${escapeMarkup(`devices ${label}`)}</title></rect>`,
          text(x + cellWidth / 2, y + CELL_HEIGHT / 2, label, 'text-anchor="middle"'),
        );
      });
    });
    top += labels.length * CELL_HEIGHT + MARGIN;
    const columns = labels[0]?.length ?? 0;
    width = Math.max(width, 2 * MARGIN + columns * cellWidth, 2 * MARGIN + title.length * CHARACTER);
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${top}" viewBox="0 0 ${width} ${top}" font-family="monospace" font-size="13">
<style>rect { stroke: #fff; stroke-width: 2 } text { dominant-baseline: central } .title { font-weight: bold }</style>
<rect width="100%" height="100%" fill="#fff"/>
${parts.join('\n')}
</svg>
`;
}

/** Hues as far apart as their number allows, light enough for black text. */
function colour(index: number, count: number): string {
  return `hsl(${Math.round((360 * index) / Math.max(1, count))} 65% 75%)`;
}

function text(x: number, y: number, content: string, attributes: string): string {
  return `<text x="${x}" y="${y}" ${attributes}>${escapeMarkup(content)}</text>`;
}
