import { oneLine, replaceControls } from '../diagnostic/readable-text.ts';
import type { NameRules } from './source-names.ts';

/** Names of Python. */
export const pythonNames: NameRules = {
  keywords: new Set(
    `False None True and as assert async await break class continue def del elif else except finally for from global if
  import in is lambda nonlocal not or pass raise return try while with yield`.split(/\s+/),
  ),
};

/** Returns `text` as a string of Python, which is of one line and of characters that can be seen. */
export function pythonString(text: string, quote: '"' | "'" = '"'): string {
  // Escapes of JSON are those of Python.
  const json = replaceControls(JSON.stringify(text), escaped);
  if (quote === '"') return json;
  const body = json
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`);
  return `'${body}'`;
}

/** Returns `text` as a comment of one line. */
export function pythonComment(text: string): string {
  return `# ${oneLine(text)}`;
}

/** Returns lines as a documentation string. */
export function pythonDocumentation(lines: readonly string[]): string {
  const text = lines.map((line) => oneLine(line).replaceAll('\\', '\\\\').replaceAll('"', '\\"'));
  return `"""${text.join('\n')}"""`;
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
