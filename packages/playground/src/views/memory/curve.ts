/** A point of a drawing. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The size of a drawing, and the bytes at its top. */
export interface CurveBox {
  readonly width: number;
  readonly height: number;
  readonly most: number;
}

/** Returns where the bytes of a position are drawn. */
export function pointOf(bytes: Float64Array, position: number, { width, height, most }: CurveBox): Point {
  const share = bytes.length <= 1 ? 0 : position / bytes.length;
  return { x: share * width, y: height - ((bytes[position] ?? 0) / most) * height };
}

/**
 * Returns the path of an area below steps, closed at the bottom. Of several positions in one pixel the largest counts: a
 * peak is never lost.
 */
export function areaPath(bytes: Float64Array, box: CurveBox): string {
  const { width, height } = box;
  const parts = [`M0 ${height}`];
  for (let i = 0; i < bytes.length;) {
    const { x } = pointOf(bytes, i, box);
    let highest = i;
    for (i++; i < bytes.length && pointOf(bytes, i, box).x < x + 1; i++)
      if (bytes[i]! > bytes[highest]!) highest = i;
    const { y } = pointOf(bytes, highest, box);
    const end = i < bytes.length ? pointOf(bytes, i, box).x : width;
    parts.push(`L${x.toFixed(1)} ${y.toFixed(1)}L${end.toFixed(1)} ${y.toFixed(1)}`);
  }
  parts.push(`L${width} ${height}Z`);
  return parts.join('');
}

/** Returns the position that is drawn at a horizontal place. */
export function positionAt(x: number, count: number, width: number): number {
  return Math.max(0, Math.min(count - 1, Math.floor((x / Math.max(1, width)) * count)));
}
