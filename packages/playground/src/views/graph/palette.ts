/** The colours and fonts of the page's tokens as a canvas takes them. */
export interface Palette {
  readonly of: (token: string) => string;
  /** The hue of an axis by its number, the first being 0. */
  readonly axis: (index: number | null, part: 'line' | 'tint' | 'ink') => string;
  readonly ui: string;
  readonly mono: string;
}

const HUES = 6;

/** Reads the tokens that hold at an element: a dark page and one with old results have others. */
export function paletteAt(element: HTMLElement): Palette {
  const probe = document.createElement('i');
  probe.hidden = true;
  element.append(probe);
  const style = getComputedStyle(probe);
  const known = new Map<string, string>();
  const of = (token: string): string => {
    let color = known.get(token);
    if (color === undefined) {
      element.append(probe);
      // What a token refers to is known only where it is used.
      probe.style.color = `var(--${token})`;
      color = style.color;
      probe.remove();
      known.set(token, color);
    }
    return color;
  };
  const font = (token: string): string => getComputedStyle(element).getPropertyValue(`--${token}`);
  return {
    of,
    axis: (index, part) =>
      index === null
        ? of(part === 'line' ? 'ink-3' : part === 'tint' ? 'fill' : 'ink-2')
        : of(`a${(index % HUES) + 1}-${part}`),
    ui: font('font-ui'),
    mono: font('font-mono'),
  };
}
