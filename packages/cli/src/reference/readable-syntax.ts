/** The legend of syntax lines. */
export const syntaxLegend =
  "In syntax lines `$name` stands for an operand, attribute or region, `[…]` is optional, `(… | …)` is a choice, `<name>` has a syntax of its own, and brackets in quotes, `'['`, are written as they are.";

/**
 * Returns an `assemblyFormat` in readable form: literals without backticks, `[…]` around optional groups, and the name
 * of a custom directive, such as `<dot-dimension-numbers>`, instead of its call. Literals that could be mistaken for
 * the brackets of groups are quoted.
 */
export function readableSyntax(format: string): string {
  const literals: string[] = [];
  // Parentheses of literals must not be taken for those of groups and calls.
  const structure = format.replace(
    /`([^`]*)`/g,
    (_, literal: string) => `\u0001${literals.push(literal) - 1}\u0002`,
  );
  const groups = structure.includes(ALTERNATIVES) ? /[[\]()]/g : /[[\]]/g;
  return optionalGroups(withoutDirectives(structure))
    .replace(/\u0001(\d+)\u0002/g, (_, index: string) =>
      literals[Number(index)]!.replace(groups, "'$&'").replace(/^$/, '\u0003'),
    )
    .replace(/\s*\u0003\s*/g, '')
    .replace(/\\n|\^/g, '')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,)\]])|(?<=[([]) /g, '')
    .trim();
}

/** Groups of which one is chosen. */
const ALTERNATIVES = '):(';

/** Puts optional groups in brackets and alternatives in parentheses. */
function optionalGroups(structure: string): string {
  return structure
    .replace(/\(([^()]*(?:\([^()]*\)[^()]*)*)\):\(([^()]*(?:\([^()]*\)[^()]*)*)\)\?/g, '($1 | $2)')
    .replace(/\(([^()]*(?:\([^()]*\)[^()]*)*)\)\?/g, '[$1]');
}

function withoutDirectives(structure: string): string {
  const start = structure.indexOf('custom<');
  if (start < 0) return structure;
  const nameEnd = structure.indexOf('>', start);
  const end = closing(structure, structure.indexOf('(', nameEnd));
  const name = structure
    .slice(start + 'custom<'.length, nameEnd)
    .replace(/(?<=[a-z0-9])[A-Z]/g, '-$&')
    .toLowerCase();
  return `${structure.slice(0, start)}<${name}>${withoutDirectives(structure.slice(end))}`;
}

/** The offset behind the parenthesis that closes the one at `open`. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')' && --depth === 0) return at + 1;
  }
  return text.length;
}
