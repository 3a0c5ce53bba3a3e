import type { StudyText } from './stage-text.ts';
import { zip } from '@shardform/ir-core';
import type { ValueId } from '../values/value-id.ts';

/** A line of a comparison of two texts under the same names. */
export interface DiffRow {
  readonly kind: 'added' | 'removed' | 'same' | 'gap';
  readonly text: string;
  /** The value that the line defines; `null` for none. */
  readonly id: string | null;
}

/** Lines around changes that are shown. */
const CONTEXT = 2;

/**
 * Compares two stages line by line. Values have the names of the source in both, so that only what a pass changed
 * differs. Lines of a value are aligned by the value; those without one, such as returns, by their text.
 */
export function alignedRows(before: StudyText, after: StudyText): DiffRow[] {
  const [old, now] = [textLines(before), textLines(after)];
  const rows: DiffRow[] = [];
  const matches = longestMatches(
    old.map(({ key }) => key),
    now.map(({ key }) => key),
  );
  let [i, j] = [0, 0];
  const push = (kind: DiffRow['kind'], { text, id }: TextLine): void => void rows.push({ kind, text, id });
  for (const [a, b] of [...matches, [old.length, now.length] as const]) {
    while (i < a) push('removed', old[i++]!);
    while (j < b) push('added', now[j++]!);
    if (a === old.length) break;
    if (old[i]!.text === now[j]!.text) push('same', now[j]!);
    else {
      push('removed', old[i]!);
      push('added', now[j]!);
    }
    i++;
    j++;
  }
  return folded(rows);
}

/** A line of a text. */
export interface TextLine {
  readonly text: string;
  /** The first value that it defines; `null` for none. */
  readonly id: ValueId | null;
  /** Equal for lines that are the same operation. */
  readonly key: string;
}

/** Returns the lines of a text that are not empty. */
export function textLines({ text, names, values }: StudyText): TextLine[] {
  const ids = new Map<number, string>();
  let line = 0;
  let at = 0;
  for (let i = 0; i < names.length; i += 4) {
    for (; at < names[i]!; at++) if (text.charCodeAt(at) === 10) line++;
    if (names[i + 3] === 1 && !ids.has(line)) ids.set(line, values[names[i + 2]!]!);
  }
  return text.split('\n').flatMap((own, number) => {
    if (own.trim() === '') return [];
    const id = ids.get(number) ?? null;
    return [{ text: own, id, key: id === null ? own.trim() : `%${id}` }];
  });
}

/** Keeps a few unchanged lines around changes; a gap says how many are left out. */
function folded(rows: readonly DiffRow[]): DiffRow[] {
  const near = new Set<number>();
  for (const [i, { kind }] of rows.entries())
    if (kind !== 'same') for (let at = i - CONTEXT; at <= i + CONTEXT; at++) near.add(at);
  if (near.size === 0) return [];
  const kept: DiffRow[] = [];
  let hidden = 0;
  const flush = (): void => {
    if (hidden > 0) kept.push({ kind: 'gap', text: `${hidden} unchanged`, id: null });
    hidden = 0;
  };
  for (const [i, row] of rows.entries()) {
    if (!near.has(i)) {
      hidden++;
      continue;
    }
    flush();
    kept.push(row);
  }
  flush();
  return kept;
}

/** Pairs of positions of equal keys, ascending in both lists: unique keys by the longest increasing subsequence, as in patience diff. */
export function longestMatches(
  old: readonly string[],
  now: readonly string[],
): (readonly [number, number])[] {
  const unique = (keys: readonly string[]): Map<string, number> => {
    const found = new Map<string, number>();
    const repeated = new Set<string>();
    for (const [i, key] of keys.entries()) {
      if (found.has(key)) repeated.add(key);
      found.set(key, i);
    }
    for (const key of repeated) found.delete(key);
    return found;
  };
  const positions = unique(now);
  const pairs = [...unique(old)].flatMap(([key, i]) => {
    const j = positions.get(key);
    return j === undefined ? [] : [[i, j] as const];
  });
  return withEqualNeighbours(increasing(pairs), old, now);
}

/** The longest subsequence of pairs whose second numbers ascend; the first ones do already. */
function increasing(pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const tails: number[] = [];
  const before = new Array<number>(pairs.length).fill(-1);
  for (const [at, [, j]] of pairs.entries()) {
    let [low, high] = [0, tails.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[tails[middle]!]![1] < j) low = middle + 1;
      else high = middle;
    }
    if (low > 0) before[at] = tails[low - 1]!;
    tails[low] = at;
  }
  const found: (readonly [number, number])[] = [];
  for (let at = tails.at(-1) ?? -1; at !== -1; at = before[at]!) found.push(pairs[at]!);
  return found.reverse();
}

/** Adds equal lines that follow matched ones, as closing braces do. */
function withEqualNeighbours(
  matches: readonly (readonly [number, number])[],
  old: readonly string[],
  now: readonly string[],
): (readonly [number, number])[] {
  const all: (readonly [number, number])[] = [];
  const ends = [...matches.slice(1), [old.length, now.length] as const];
  const grow = (i: number, j: number, [endI, endJ]: readonly [number, number]): void => {
    for (let [a, b] = [i, j]; a < endI && b < endJ && old[a] === now[b]; a++, b++) all.push([a, b]);
  };
  if (matches[0] === undefined) grow(0, 0, [old.length, now.length]);
  else grow(0, 0, matches[0]);
  for (const [[i, j], end] of zip(matches, ends)) grow(i, j, end);
  return all;
}
