import { Scanner } from './scanner.ts';

/** The characters of a text that are looked at. */
const LOOKED_AT = 1 << 16;

/** `HloModule name`, then an attribute, a table or a computation. */
const moduleLine = /^(?:[^\n\]]*\] )?[ \t]*HloModule[ \t]+%?[\w.-]+[ \t]*(?::|,|\n|\r|$|ENTRY)/m;

/** The beginning of the line with the name of a computation. */
const computationLine = /^[ \t]*(?:ENTRY[ \t]+)?%?[\w.-]+[ \t]*[({]/;

/** The beginning of an instruction: its name, and the beginning of a shape. */
const instruction = /(?:ROOT\s+)?%?[\w.-]+\s*=\s*(?:\(|[a-z][a-z0-9]{1,15}\[)/y;

/** Whether a computation begins in a line: a name, shapes or none, and the first instruction behind the brace. */
function isComputation(text: string, start: number, end: number): boolean {
  const line = text.slice(start, end);
  if (!computationLine.test(line)) return false;
  const arrow = line.indexOf('->');
  const brace = line.indexOf('{', Math.max(arrow, 0));
  if (brace < 0) return false;
  // Layouts in the shape of the result have braces, too: that of the instructions is the last one or has them behind it.
  for (const at of [brace, line.lastIndexOf('{')]) {
    const scanner = new Scanner(text, start + at + 1);
    const next = text.indexOf('/*', scanner.position);
    if (next >= 0 && !text.includes('*/', next)) return false;
    scanner.peek();
    instruction.lastIndex = scanner.position;
    if (instruction.test(text)) return true;
  }
  return false;
}

/** Whether a text is a module of HLO or a computation. Reads only the beginning. */
export function isHloText(text: string): boolean {
  const beginning = text.slice(0, LOOKED_AT);
  if (moduleLine.test(beginning)) return true;
  let lines = 0;
  for (let start = 0; start < beginning.length && lines < 1000; lines++) {
    const newline = beginning.indexOf('\n', start);
    const end = newline < 0 ? beginning.length : newline;
    if (isComputation(beginning, start, end)) return true;
    start = end + 1;
  }
  return false;
}
