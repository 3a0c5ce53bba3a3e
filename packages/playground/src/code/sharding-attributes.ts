const ATTRIBUTE = /sdy\.sharding = #sdy\.sharding(?:_per_value)?</g;

/** Returns the ranges of sharding attributes in a text, with the comma or the braces that only they need. */
export function shardingAttributes(text: string): (readonly [number, number])[] {
  const ranges: (readonly [number, number])[] = [];
  for (const { index, 0: head } of text.matchAll(ATTRIBUTE)) {
    const end = closing(text, index + head.length);
    if (end === null) continue;
    let [first, last] = [index, end];
    if (text.startsWith(', ', last)) last += 2;
    else if (text.slice(0, first).endsWith(', ')) first -= 2;
    else if (text[first - 1] === '{' && text[last] === '}') {
      first -= text[first - 2] === ' ' ? 2 : 1;
      last += 1;
    }
    ranges.push([first, last]);
  }
  return ranges;
}

/** Returns a text without its sharding attributes. */
export function withoutShardings(text: string): string {
  let [rest, from] = ['', 0];
  for (const [first, last] of shardingAttributes(text)) {
    rest += text.slice(from, first);
    from = last;
  }
  return rest + text.slice(from);
}

/** The position after the bracket that closes an open one; `null` if there is none in the text. */
function closing(text: string, from: number): number | null {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === '"') {
      const end = /"(?:[^"\\\n]|\\.)*"/y;
      end.lastIndex = at;
      const match = end.exec(text);
      if (match === null) return null;
      at += match[0].length - 1;
    } else if (character === '<') depth++;
    else if (character === '>' && --depth === 0) return at + 1;
    else if (character === '\n') return null;
  }
  return null;
}
