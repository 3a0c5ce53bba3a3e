/** Names of one language: which words it keeps for itself. */
export interface NameRules {
  readonly keywords: ReadonlySet<string>;
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Returns true if a language takes `name` as the name of a variable or function. */
export function isSourceName(name: string, { keywords }: NameRules): boolean {
  return NAME.test(name) && !keywords.has(name);
}

/** Returns `text` with what no name has replaced by underscores; names as they are. */
export function sourceName(text: string, rules: NameRules): string {
  if (isSourceName(text, rules)) return text;
  const plain = text.replaceAll(/[^A-Za-z0-9_]/gu, '_');
  return rules.keywords.has(plain) ? `${plain}_` : NAME.test(plain) ? plain : `_${plain}`;
}

/**
 * Returns the name that each of some symbols has in a language: its own where that is one, otherwise one that no other symbol
 * has.
 */
export function sourceNames(symbols: Iterable<string>, rules: NameRules): Map<string, string> {
  const all = new Set(symbols);
  const taken = new Set([...all].filter((symbol) => isSourceName(symbol, rules)));
  const names = new Map<string, string>();
  for (const symbol of all) {
    const own = sourceName(symbol, rules);
    let name = own;
    if (own !== symbol) for (let i = 1; taken.has(name); i++) name = `${own}_${i}`;
    taken.add(name);
    names.set(symbol, name);
  }
  return names;
}
