import { basename, dirname, join, sep } from 'node:path';
import { FeatureExpressionError, evaluateFeatures } from './feature-expression.ts';

/**
 * The names that `RUN:` lines may use for a test: `%s` the file, `%S` and `%p` its folder, `%t` a temporary
 * path of its own, `%T` the temporary folder, `%basename_t`, `%{fs-sep}` and `%%`.
 */
export function standardSubstitutions(path: string, temporaryFolder: string): ReadonlyMap<string, string> {
  const temporaryPath = join(temporaryFolder, `${basename(path)}.tmp`);
  return new Map([
    ['%%', '%'],
    ['%s', path],
    ['%S', dirname(path)],
    ['%p', dirname(path)],
    ['%t', temporaryPath],
    ['%T', temporaryFolder],
    ['%basename_t', basename(temporaryPath)],
    ['%{fs-sep}', sep],
    ['%{pathsep}', process.platform === 'win32' ? ';' : ':'],
  ]);
}

/** The position after the `%}` that closes the `%{` before `start`. */
function branchEnd(text: string, start: number): number {
  const marks = /%\{|%\}/g;
  marks.lastIndex = start;
  let depth = 1;
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    depth += mark[0] === '%{' ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  throw new FeatureExpressionError("no closing '%}' of a '%{'");
}

/** Chooses between the branches of `%if CONDITION %{ ... %} %else %{ ... %}`. */
function chooseBranches(text: string, features: ReadonlySet<string>): string {
  const head = /%if\s+(.+?)\s*%\{/.exec(text);
  if (!head) return text;
  const thenStart = head.index + head[0].length;
  const thenEnd = branchEnd(text, thenStart);
  const otherwise = /^\s*%else\s*%\{/.exec(text.slice(thenEnd));
  const elseStart = otherwise ? thenEnd + otherwise[0].length : thenEnd;
  const end = otherwise ? branchEnd(text, elseStart) : thenEnd;
  const whenTrue = text.slice(thenStart, thenEnd - 2);
  const whenFalse = otherwise ? text.slice(elseStart, end - 2) : '';
  const chosen = evaluateFeatures(head[1]!, features) ? whenTrue : whenFalse;
  return text.slice(0, head.index) + chooseBranches(chosen.trim() + text.slice(end), features);
}

/**
 * A `RUN:` line with its conditions evaluated and its substitutions applied, the longest name first.
 *
 * @param line the 1-based line number for `%(line)`.
 * @throws FeatureExpressionError on a malformed condition.
 */
export function substitute(
  text: string,
  line: number,
  names: ReadonlyMap<string, string>,
  features: ReadonlySet<string>,
): string {
  const longestFirst = [...names.keys()].sort((left, right) => right.length - left.length);
  const alternatives = longestFirst.map((name) => name.replace(/[{}()]/g, '\\$&'));
  const pattern = new RegExp(`%\\(line([+-]\\d+)?\\)|${alternatives.join('|')}`, 'g');
  return chooseBranches(text, features).replace(pattern, (name, offset: string | undefined) => {
    return names.get(name) ?? String(line + Number(offset ?? 0));
  });
}
