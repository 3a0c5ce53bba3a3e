/** Fonts of a drawing. */
export const FONT = '11px system-ui, sans-serif';
/** For names of rows. */
export const BOLD = `500 ${FONT}`;
/** For names of the program. */
export const MONO = '10.5px ui-monospace, Menlo, Consolas, monospace';

/** Writes words with their middle at a height. */
export function drawText(
  context: CanvasRenderingContext2D,
  words: string,
  x: number,
  y: number,
  color: string,
  { align = 'left', font = FONT }: { readonly align?: CanvasTextAlign; readonly font?: string } = {},
): void {
  context.font = font;
  context.fillStyle = color;
  context.textAlign = align;
  context.textBaseline = 'middle';
  context.fillText(words, x, y);
}
