/** Colours of the page's tokens, as a canvas takes them. */
export type Colors = Readonly<Record<Token, string>>;

const TOKENS = [
  ...['bg', 'bg-sunken', 'line', 'line-strong', 'ink', 'ink-2', 'ink-3', 'fill', 'fill-2', 'fill-3'],
  ...[1, 2, 3, 4, 5, 6].flatMap((axis) => [`a${axis}-line`, `a${axis}-tint`, `a${axis}-ink`]),
] as const;

/** The name of a token without its dashes: `fill-2`, `a1-line`. */
export type Token = string;

/** Returns the colours that tokens have in an element: those of its theme, greyed where results are old. */
export function colorsIn(element: Element): Colors {
  const probe = document.createElement('i');
  probe.hidden = true;
  element.append(probe);
  const style = getComputedStyle(probe);
  const colors: Record<string, string> = {};
  for (const token of TOKENS) {
    // A custom property is a text such as `light-dark(...)`: only a property that is a colour is computed.
    probe.style.color = `var(--${token})`;
    colors[token] = style.color;
  }
  probe.remove();
  return colors;
}
