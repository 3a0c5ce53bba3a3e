/** A command line of a test. */
export interface RunLine {
  /** The 1-based line it begins on. */
  readonly line: number;
  /** The text behind `RUN:`, with continued lines joined. */
  readonly text: string;
}

/** The script of a test file. */
export interface TestScript {
  readonly runLines: readonly RunLine[];
  /** Conditions that must all hold. */
  readonly requires: readonly string[];
  /** Conditions none of which may hold. */
  readonly unsupported: readonly string[];
  /** Conditions under any of which the test is expected to fail; `*` is always. */
  readonly expectedFailures: readonly string[];
}

/** A test file whose keywords cannot be read. */
export class TestScriptError extends Error {}

const keyword = /(?<![\w-])(RUN|REQUIRES|UNSUPPORTED|XFAIL):(.*)|(?<![\w-])END\./;

const splitConditions = (text: string): string[] =>
  text
    .split(',')
    .map((condition) => condition.trim())
    .filter((condition) => condition !== '');

/**
 * Finds the keywords of a test file: `RUN:`, of which one that ends in a backslash goes on in the next,
 * `REQUIRES:`, `UNSUPPORTED:`, `XFAIL:`, and `END.`, behind which nothing is read.
 *
 * @throws TestScriptError when the last `RUN:` line is unfinished.
 */
export function parseTestScript(source: string): TestScript {
  const runLines: RunLine[] = [];
  const conditions = { REQUIRES: [] as string[], UNSUPPORTED: [] as string[], XFAIL: [] as string[] };
  let unfinished: RunLine | null = null;
  for (const [index, line] of source.split('\n').entries()) {
    const found = keyword.exec(line);
    if (!found) continue;
    const [, name, rest = ''] = found;
    if (name === undefined) break;
    if (name !== 'RUN') {
      conditions[name as keyof typeof conditions].push(...splitConditions(rest)); // `keyword` knows no other names
      continue;
    }
    const start: RunLine = unfinished ?? { line: index + 1, text: '' };
    const text = rest.trim();
    const joined = start.text + (text.endsWith('\\') ? text.slice(0, -1) : text);
    unfinished = text.endsWith('\\') ? { line: start.line, text: joined } : null;
    if (!unfinished) runLines.push({ line: start.line, text: joined });
  }
  if (unfinished)
    throw new TestScriptError(`the RUN line at line ${unfinished.line} ends in '\\' and has no continuation`);
  const { REQUIRES: requires, UNSUPPORTED: unsupported, XFAIL: expectedFailures } = conditions;
  return { runLines, requires, unsupported, expectedFailures };
}
