/** The size of the input that is searched for a likely match, in bytes. */
const searchLimit = 4096;

/** A distance from which on two texts have nothing to do with each other. */
const hopeless = 50;

/** The edit distance of two texts, or `limit` when it is at least that. */
function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) >= limit) return limit;
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    let least = row;
    for (let column = 1; column <= right.length; column++) {
      const changed = previous[column - 1]! + (left[row - 1] === right[column - 1] ? 0 : 1);
      const distance = Math.min(changed, previous[column]! + 1, current[column - 1]! + 1);
      current.push(distance);
      if (distance < least) least = distance;
    }
    if (least >= limit) return limit;
    previous = current;
  }
  return Math.min(previous[right.length]!, limit);
}

/**
 * The position in `text` that resembles `pattern` most, adding a hundredth of an edit for each line of distance; null
 * if nothing resembles it or if it is the very beginning.
 */
export function findFuzzyMatch(pattern: string, text: string): number | null {
  let linesForward = 0;
  let best: number | null = null;
  let bestQuality = hopeless;
  for (let at = 0; at < Math.min(searchLimit, text.length); at++) {
    const character = text[at]!;
    if (character === '\n') linesForward++;
    if (character === ' ' || character === '\t') continue;
    const [candidate = ''] = text.slice(at, at + pattern.length).split('\n', 1);
    const quality = editDistance(candidate, pattern, Math.ceil(bestQuality)) + linesForward / 100;
    if (quality < bestQuality) {
      best = at;
      bestQuality = quality;
    }
  }
  return best === 0 ? null : best;
}
