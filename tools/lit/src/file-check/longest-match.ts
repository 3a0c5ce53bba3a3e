/** A compiled pattern with the knowledge {@link findMatch} needs. */
export interface MatchRegex {
  readonly source: string;
  readonly ignoreCase: boolean;
  /** See `TranslatedRegex.ambiguous`. */
  readonly ambiguous: boolean;
  /** Whether the match includes the positions of its groups. */
  readonly indices: boolean;
}

const compiled = new Map<string, RegExp>();
const cacheLimit = 128;

function compile(source: string, flags: string): RegExp {
  const key = `${flags}/${source}`;
  let regex = compiled.get(key);
  if (!regex) {
    if (compiled.size >= cacheLimit) compiled.clear();
    regex = new RegExp(source, flags);
    compiled.set(key, regex);
  }
  return regex;
}

/**
 * The leftmost match in `text` and, as POSIX requires, the longest one that starts there. JavaScript returns the first
 * alternative that succeeds, so a pattern that could also match more is tried again on ever shorter rests of the line,
 * which costs one attempt per character.
 */
export function findMatch(pattern: MatchRegex, text: string): RegExpExecArray | null {
  const flags = (pattern.ignoreCase ? 'i' : '') + (pattern.indices ? 'd' : '');
  const first = compile(pattern.source, flags).exec(text);
  if (!first || !pattern.ambiguous) return first;
  const shortest = first.index + first[0].length;
  const lineFeed = text.indexOf('\n', shortest);
  const sticky = compile(`(?:${pattern.source})(?![^])`, `${flags}y`);
  for (let end = lineFeed < 0 ? text.length : lineFeed; end > shortest; end--) {
    sticky.lastIndex = first.index;
    const longer = sticky.exec(text.slice(0, end));
    // Cutting the line short can fake an end of line; the real text decides.
    if (longer && holdsIn(pattern, text, longer)) return longer;
  }
  return first;
}

/** Returns whether a match found in a cut text is also one in the whole text. */
function holdsIn(pattern: MatchRegex, text: string, match: RegExpExecArray): boolean {
  const rest = text.length - match.index - match[0].length;
  if (rest === 0 || !pattern.source.includes('(?![^\\n])')) return true;
  const exact = new RegExp(`(?:${pattern.source})(?=[^]{${rest}}(?![^]))`, pattern.ignoreCase ? 'iy' : 'y');
  exact.lastIndex = match.index;
  return exact.test(text);
}
