/** Characters that fill eighths of a cell from the left, and from below. */
const [FROM_LEFT, FROM_BELOW] = [' ▏▎▍▌▋▊▉█', ' ▁▂▃▄▅▆▇█'];
const EIGHTHS = 8;

/** A bar of a chart. */
export interface Bar {
  readonly label: string;
  readonly value: number;
  /** The value for people. */
  readonly text: string;
}

/** Returns a bar chart for a terminal, a line for each bar. @param width of the longest bar, in characters. */
export function barChart(bars: readonly Bar[], width: number): string[] {
  const most = Math.max(...bars.map(({ value }) => value));
  const label = Math.max(...bars.map((bar) => bar.label.length));
  return bars.map((bar) => {
    const eighths = most === 0 ? 0 : Math.round((bar.value / most) * width * EIGHTHS);
    const full = Math.floor(eighths / EIGHTHS);
    const rest = eighths % EIGHTHS === 0 ? '' : FROM_LEFT[eighths % EIGHTHS]!;
    return `${bar.label.padEnd(label)}  ${'█'.repeat(full)}${rest} ${bar.text}`;
  });
}

/** A value from a time on. */
export interface Point {
  readonly time: number;
  readonly value: number;
}

/** The size of a chart in characters. */
export interface ChartSize {
  readonly width: number;
  readonly height: number;
}

/**
 * Returns the lines of an area under values over time, from the top down: each column is as high as the greatest value in its span.
 *
 * @param points by ascending time, from 0 on.
 */
export function areaChart(points: readonly Point[], end: number, { width, height }: ChartSize): string[] {
  const columns = greatestInSpans(points, end, width);
  const most = Math.max(...columns);
  const eighths = columns.map((value) => (most === 0 ? 0 : Math.round((value / most) * height * EIGHTHS)));
  return Array.from({ length: height }, (_, row) => {
    const below = (height - 1 - row) * EIGHTHS;
    return eighths
      .map((own) => FROM_BELOW[Math.min(EIGHTHS, Math.max(0, own - below))]!)
      .join('')
      .trimEnd();
  });
}

function greatestInSpans(points: readonly Point[], end: number, count: number): number[] {
  const columns = Array.from({ length: count }, () => 0);
  const at = (time: number): number => (end === 0 ? 0 : (Math.min(end, Math.max(0, time)) / end) * count);
  points.forEach(({ time, value }, i) => {
    const first = Math.min(count - 1, Math.floor(at(time)));
    const last = Math.max(first, Math.ceil(at(points[i + 1]?.time ?? end)) - 1);
    for (let column = first; column <= last; column++) columns[column] = Math.max(columns[column]!, value);
  });
  return columns;
}
