/**
 * How what is found is ordered: pages that explain before those that list, which have every word more often. The functions are in the pages
 * as text, so they use nothing from around them.
 */
export const searchOptions = {
  boostDocument: (id) => {
    if (/\/docs\/(tutorials|guides|handbook|cookbook|diagnostics)\//.test(id)) return 3;
    return /\/(api|docs\/(decisions|reference)|packages)\//.test(id) ? 0.6 : 1;
  },
  // Words that say nothing about a page, of a question that is typed as it is asked.
  processTerm: (term) => {
    const word = term.toLowerCase();
    return /^(a|an|the|of|in|on|to|and|or|is|are|do|does|did|how|what|why|i|my|it|that|for|be)$/.test(word)
      ? null
      : word;
  },
};

/** Words, and names of several words as they are typed: `sdy-reshard-to-collectives` is found by its name before pages that have its words. */
export const indexOptions = {
  tokenize: (text) => [
    ...text.split(/[\n\r\p{Z}\p{P}]+/u),
    ...(text.match(/[\p{L}\p{N}]+(?:[-._][\p{L}\p{N}]+)+/gu) ?? []),
  ],
};
