import { type Expression, implicitFormat } from './numeric-expression.ts';
import { type NumericFormat, baseOfLetter, sameFormat, unsignedFormat } from './numeric-format.ts';
import { NumericParser } from './numeric-parser.ts';
import { PatternError } from './pattern-error.ts';
import { readVariableName } from './variable-name.ts';
import type { VariableScope } from './variable-scope.ts';

/** The inside of a `[[#...]]`. */
export interface NumericBlock {
  readonly kind: 'numeric';
  /** The variable it defines, if any. */
  readonly name: string | null;
  readonly format: NumericFormat;
  /** The value that the number must equal; null for any number. */
  readonly expression: Expression | null;
  readonly text: string;
  /** Offset of `text` in the check file. */
  readonly offset: number;
}

/** The inside of a `[[...]]`. */
export type SubstitutionBlock =
  | {
      readonly kind: 'string-definition';
      readonly name: string;
      readonly regex: string;
      readonly regexOffset: number;
    }
  | { readonly kind: 'string-use'; readonly name: string }
  | NumericBlock;

/**
 * The position of the `]]` that ends a block whose content begins at `start`; -1 if there is none. Nested brackets are
 * skipped, and a backslash escapes the next character.
 */
export function findBlockEnd(text: string, start: number, base: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (depth === 0 && text.startsWith(']]', at)) return at;
    if (text[at] === '\\') at++;
    else if (text[at] === '[') depth++;
    else if (text[at] === ']') {
      if (depth === 0) throw new PatternError('missing closing "]" for regex variable', base + at);
      depth--;
    }
  }
  return -1;
}

interface Cut {
  readonly text: string;
  readonly offset: number;
}

/** `cut` from `from` to `to`, without the blanks around it. */
function trimmed(cut: Cut, from: number, to = cut.text.length): Cut {
  const text = cut.text.slice(from, to);
  const start = text.length - text.replace(/^[ \t]+/, '').length;
  return { text: text.replace(/^[ \t]+|[ \t]+$/g, ''), offset: cut.offset + from + start };
}

function readFormat({ text, offset }: Cut): NumericFormat {
  const invalid = (at: number): never => {
    throw new PatternError('invalid matching format specification in expression', offset + at);
  };
  if (!text.startsWith('%')) invalid(0);
  const [head = '', sharp = '', dot, digits = ''] = /^%(#?)(?:(\.)(\d*))?/.exec(text) ?? [];
  if (dot !== undefined && digits === '') {
    throw new PatternError('invalid precision in format specifier', offset + head.length);
  }
  const letter = text.charAt(head.length);
  const base = letter === '' ? 'unsigned' : baseOfLetter(letter);
  if (!base) throw new PatternError('invalid format specifier in expression', offset + head.length);
  const alternate = sharp !== '';
  if (alternate && !base.startsWith('hex')) {
    throw new PatternError('alternate form only supported for hex values', offset + 1);
  }
  if (text.length > head.length + 1) invalid(head.length + 1);
  return { base, precision: Number(digits), alternate };
}

function declareNumber(cut: Cut, format: NumericFormat, line: number | null, scope: VariableScope): string {
  const { name, isPseudo } = readVariableName(cut.text, 0, cut.offset);
  if (isPseudo) throw new PatternError('definition of pseudo numeric variable unsupported', cut.offset);
  if (scope.declaredStrings.has(name)) {
    throw new PatternError(`string variable with name '${name}' already exists`, cut.offset);
  }
  if (name.length !== cut.text.length) {
    throw new PatternError('unexpected characters after numeric variable name', cut.offset + name.length);
  }
  const previous = scope.declaredNumbers.get(name);
  if (previous && !sameFormat(previous.format, format)) {
    throw new PatternError('format different from previous variable definition', cut.offset + name.length);
  }
  if (!previous) scope.declaredNumbers.set(name, { format, line });
  return name;
}

function readExpression(
  cut: Cut,
  legacyLine: boolean,
  constrained: boolean,
  line: number | null,
  scope: VariableScope,
) {
  const parser = new NumericParser(cut.text, cut.offset, (name, offset) => {
    const declared = scope.declaredNumbers.get(name);
    if (!declared) scope.declaredNumbers.set(name, { format: unsignedFormat, line: null });
    else if (declared.line !== null && declared.line === line) {
      throw new PatternError(
        `numeric variable '${name}' defined earlier in the same CHECK directive`,
        offset,
      );
    }
  });
  const expression = parser.parse(legacyLine, !constrained);
  return {
    expression,
    format: () => implicitFormat(expression, scope.declaredNumbers, parser.textOf, cut.offset),
  };
}

/**
 * Reads the numeric block `[[#...]]` whose text behind the `#` is `text`: an optional format with its
 * comma, an optional variable with its colon, an optional `==`, and an optional expression. Declares
 * the variable in `scope`.
 */
export function readNumericBlock(
  text: string,
  offset: number,
  legacyLine: boolean,
  line: number | null,
  scope: VariableScope,
): NumericBlock {
  const whole: Cut = { text, offset };
  const comma = text.indexOf(',');
  const parenthesis = text.indexOf('(');
  const hasFormat = comma >= 0 && (parenthesis < 0 || comma < parenthesis);
  const explicit = hasFormat ? readFormat(trimmed(whole, 0, comma)) : null;
  const afterFormat = hasFormat ? comma + 1 : 0;
  const colon = text.indexOf(':', afterFormat);
  let rest = trimmed(whole, colon < 0 ? afterFormat : colon + 1);
  const constrained = rest.text.startsWith('==');
  if (constrained) rest = trimmed(rest, 2);
  if (constrained && rest.text === '') {
    throw new PatternError('empty numeric expression should not have a constraint', rest.offset);
  }
  const read = rest.text === '' ? null : readExpression(rest, legacyLine, constrained, line, scope);
  const format = explicit ?? read?.format() ?? unsignedFormat;
  const name = colon < 0 ? null : declareNumber(trimmed(whole, afterFormat, colon), format, line, scope);
  return { kind: 'numeric', name, format, expression: read?.expression ?? null, text, offset };
}

/**
 * Reads the inside of a `[[...]]` block, `text`, found at `offset` of the check file.
 *
 * @throws PatternError with FileCheck's wording.
 */
export function readSubstitutionBlock(
  text: string,
  offset: number,
  line: number | null,
  scope: VariableScope,
): SubstitutionBlock {
  if (text.startsWith('#')) return readNumericBlock(text.slice(1), offset + 1, false, line, scope);
  const colon = text.indexOf(':');
  const blank = text.slice(0, colon < 0 ? text.length : colon).search(/[ \t]/);
  if (blank >= 0) throw new PatternError('unexpected whitespace', offset + blank);
  const { name, isPseudo } = readVariableName(text, 0, offset);
  if (colon < 0 && isPseudo) return readNumericBlock(text, offset, true, line, scope);
  if (colon < 0) {
    if (name.length !== text.length) throw new PatternError('invalid name in string variable use', offset);
    return { kind: 'string-use', name };
  }
  if (isPseudo || colon !== name.length)
    throw new PatternError('invalid name in string variable definition', offset);
  if (scope.declaredNumbers.has(name)) {
    throw new PatternError(`numeric variable with name '${name}' already exists`, offset);
  }
  return { kind: 'string-definition', name, regex: text.slice(colon + 1), regexOffset: offset + colon + 1 };
}
