import type { ArrayLiteral, Literal } from '../model/literal.ts';
import type { ArrayShape } from '../model/shape.ts';
import { elementReader } from './element-text.ts';

/** Arrays of more elements are elided unless asked for. */
export const MOST_ELEMENTS = 10;

/** Returns the text of a constant: `1.5`, `{1, 2}`, `{ { 1, 2 }, { 3, 4 } }`; `{...}` for one whose elements are elided. */
export function literalText(literal: Literal, hasLarge = false): string {
  switch (literal.kind) {
    case 'token':
      return 'token';
    case 'tuple':
      return `( ${literal.elements.map((element) => literalText(element, hasLarge)).join(', ')} )`;
    case 'array':
      return arrayText(literal, hasLarge);
  }
}

function arrayText(literal: ArrayLiteral, hasLarge: boolean): string {
  const { dimensions } = literal.shape;
  const count = dimensions.reduce((product, size) => product * size, 1);
  const { bytes } = literal;
  if (bytes === null || (!hasLarge && count > MOST_ELEMENTS)) return '{...}';
  const element = elementReader(literal.shape.elementType, bytes, dimensions.length > 0);
  const at = literal.isSplat === true ? () => element(0) : element;
  return dimensions.length === 0 ? at(0) : nestedText(literal.shape, at);
}

/** One pair of braces for each dimension; in arrays of more than three, outer elements have their index in a comment. */
function nestedText({ dimensions }: ArrayShape, at: (index: number) => string): string {
  const rank = dimensions.length;
  let next = 0;
  const textOf = (d: number, index: number): string => {
    if (d === rank) return at(next++);
    const size = dimensions[d] ?? 0;
    const isInner = d === rank - 1;
    const elements: string[] = [];
    for (let i = 0; i < size; i++) elements.push(textOf(d + 1, i));
    const joined = elements.join(', ');
    if (isInner) return rank === 1 || size <= 1 ? `{${joined}}` : `{ ${joined} }`;
    const comment = rank > 3 && d > 0 ? ` /*i${d - 1}=${index}*/` : '';
    return `{${comment} ${joined} }`;
  };
  return textOf(0, 0);
}
