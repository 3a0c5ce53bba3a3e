/** The characters of a text that are looked at. */
const LOOKED_AT = 1 << 16;

/** `HloModule name` and an attribute, a table or a computation. */
const moduleLine = /^(?:[^\n\]]*\] )?[ \t]*HloModule[ \t]+%?[\w.-]+[ \t]*(?::|,|\n|\r|$|ENTRY)/m;

/** A computation, then its first instruction: a name, a shape and an opcode. */
const computation = new RegExp(
  String.raw`^[ \t]*(?:ENTRY[ \t]+)?%?[\w.-]+[ \t]*(?:\([^\n]*\)[ \t]*->[^\n]*)?\{(?:\s|//[^\n]*\n)*` +
    String.raw`(?:ROOT\s+)?%?[\w.-]+\s*=\s*(?:\(|[a-z][a-z0-9]*\[)[^\n]*\(`,
  'm',
);

/** Whether a text is a module of HLO or a computation. Reads only the beginning. */
export function isHloText(text: string): boolean {
  const beginning = text.slice(0, LOOKED_AT);
  return moduleLine.test(beginning) || computation.test(beginning);
}
