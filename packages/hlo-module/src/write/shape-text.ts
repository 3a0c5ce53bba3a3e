import type { ArrayShape, Layout, ProgramShape, Shape } from '../model/shape.ts';

/** Every fifth element of a tuple has its number before it. */
const INDEX_INTERVAL = 5;

/** Returns `/*index=5*\/` for every fifth element, else nothing. */
export function indexComment(index: number): string {
  return index > 0 && index % INDEX_INTERVAL === 0 ? `/*index=${index}*/` : '';
}

/** Returns the text of a shape, with or without its layout: `f32[8,4]{1,0}`. */
export function shapeText(shape: Shape, hasLayout = true): string {
  switch (shape.kind) {
    case 'array':
      return arrayText(shape, hasLayout);
    case 'tuple':
      return `(${shape.elements.map((element, i) => indexComment(i) + shapeText(element, hasLayout)).join(', ')})`;
    case 'buffer':
      return `b(${arrayText(shape.element, hasLayout)})`;
    default:
      return `${shape.kind}[]`;
  }
}

/** Returns the text of the shapes of a computation: `(f32[8], f32[])->f32[8]`. */
export function programShapeText({ parameters, result }: ProgramShape): string {
  const texts = parameters.map((parameter, i) => indexComment(i) + shapeText(parameter));
  return `(${texts.join(', ')})->${shapeText(result)}`;
}

function arrayText({ elementType, dimensions, isDynamic, layout }: ArrayShape, hasLayout: boolean): string {
  const sizes = dimensions.map((size, d) => {
    if (isDynamic?.[d] !== true) return `${size}`;
    return size < 0 ? '?' : `<=${size}`;
  });
  return `${elementType}[${sizes.join(',')}]${hasLayout && layout !== undefined && !saysNothing(layout) ? layoutText(layout) : ''}`;
}

/** A scalar has a layout only where it says more than the order of dimensions. */
function saysNothing({ minorToMajor, tiles = [], properties = [] }: Layout): boolean {
  return minorToMajor.length === 0 && tiles.length === 0 && properties.length === 0;
}

/** Returns the text of a layout: `{1,0:T(8,128)(2,1)S(1)}`. */
export function layoutText({ minorToMajor, tiles = [], properties = [] }: Layout): string {
  const tiling = tiles.map((tile) => `(${tile.map((size) => (size < 0 ? '*' : size)).join(',')})`).join('');
  const rest = (tiling === '' ? '' : `T${tiling}`) + properties.join('');
  return `{${minorToMajor.join(',')}${rest === '' ? '' : `:${rest}`}}`;
}
