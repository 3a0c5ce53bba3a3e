/** A token of an assembly format string: `` `literal` ``, `$name`, `word` or a punctuation mark. */
export interface FormatToken {
  readonly kind: 'literal' | 'name' | 'word' | 'punctuation';
  readonly text: string;
}

const TOKEN = /\s*(?:`([^`]*)`|\$([A-Za-z_][A-Za-z0-9_]*)|([A-Za-z][A-Za-z0-9_-]*)|([()<>?^:,]))/y;
const KINDS = ['literal', 'name', 'word', 'punctuation'] as const;

/** Splits an assembly format into tokens; `fail` is called with the offset of text that is none. */
export function formatTokens(format: string, fail: (problem: string) => never): FormatToken[] {
  const tokens: FormatToken[] = [];
  const end = format.trimEnd().length;
  for (let at = 0; at < end; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(format) ?? fail(`unexpected text at ${at}`);
    const index = match.slice(1).findIndex((text: string | undefined) => text !== undefined);
    tokens.push({ kind: KINDS[index]!, text: match[index + 1]! });
  }
  return tokens;
}
