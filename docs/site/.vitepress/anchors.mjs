/** By page, how often each anchor was given. */
const given = new WeakMap();

/**
 * The anchor of a heading: its words with dashes between them, and a number where the page has another one of these. The API has thousands of
 * headings "Returns"; trying numbers one after the other, as it is done without this, takes longer than everything else.
 */
export function anchorOf(title, { env }) {
  const words = title
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .replaceAll(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .replace(/^(\d)/, '_$1')
    .toLowerCase();
  const counts = given.get(env) ?? new Map();
  given.set(env, counts);
  const count = counts.get(words) ?? 0;
  counts.set(words, count + 1);
  return count === 0 ? words : `${words}-${count}`;
}
