import type { Flag, Flags } from './flag.ts';

/** The contents of a help text. */
export interface HelpSpec {
  readonly name: string;
  readonly description: string;
  readonly usage: readonly string[];
  readonly examples: readonly string[];
  readonly flags: Flags;
  readonly notes?: string;
}

/** Characters of a line of the table of flags. */
const COLUMNS = 120;

/** Returns the text of `shardform NAME --help`. */
export function helpText({ name, description, usage, examples, flags, notes }: HelpSpec): string {
  const indent = ' '.repeat('Usage: '.length);
  const usageLines = usage.map((line, i) =>
    `${i === 0 ? 'Usage: ' : indent}shardform ${name} ${line}`.trimEnd(),
  );
  const sections = [
    description
      .split('\n')
      .flatMap((line) => wrapped(line, COLUMNS))
      .join('\n'),
    usageLines.join('\n'),
    examples.map((example) => `  ${example}`).join('\n'),
    flagTable(flags),
    ...(notes === undefined ? [] : [notes]),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function flagTable(flags: Flags): string {
  const rows = Object.entries(flags).map(([name, flag]) => [spelling(name, flag), flag.description] as const);
  const width = Math.max(0, ...rows.map(([flag]) => flag.length));
  return rows
    .map(([flag, description]) => {
      const lines = wrapped(description, Math.max(40, COLUMNS - width - 4));
      return `  ${flag.padEnd(width)}  ${lines.join(`\n${' '.repeat(width + 4)}`)}`;
    })
    .join('\n');
}

/** Lines of at most `columns` characters, but for words that are longer. */
function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > columns) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

function spelling(name: string, { value, short, implied }: Flag): string {
  const dashes = name.length === 1 ? '-' : '--';
  const abbreviation = short === undefined ? '' : `-${short}, `;
  if (implied !== undefined) return `${abbreviation}${dashes}${name}[=${value!}]`;
  return `${abbreviation}${dashes}${name}${value === undefined ? '' : ` ${value}`}`;
}
