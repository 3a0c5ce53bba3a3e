/** Numbers that may be those of layers; lines of files, dimensions and the numbers of values are none. */
const NUMBER = /(dimension |:|%[\w.]*)?\d+/g;

/** Returns a text without the numbers of layers, which those about equal layers share. */
export function ofAnyLayer(text: string | null): string {
  return (text ?? '').replace(NUMBER, (all, before?: string) => (before === undefined ? '*' : all));
}

/** Returns the text of two about equal layers: `layers[0]['w']` and `layers[1]['w']` are `layers[*]['w']`. */
export function mergedName(one: string | null, other: string | null): string | null {
  if (one === other || one === null || other === null) return one;
  const [parts, others] = [one.split(/(\d+|\*)/), other.split(/(\d+|\*)/)];
  return parts.map((part, i) => (part === others[i] ? part : '*')).join('');
}
