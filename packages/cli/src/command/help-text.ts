import type { Flag, Flags } from './flag.ts';
import { usageWords, wrappedLines, wrappedText } from './wrapped-text.ts';

/** The contents of a help text. */
export interface HelpSpec {
  readonly name: string;
  readonly description: string;
  readonly usage: readonly string[];
  readonly examples: readonly string[];
  readonly flags: Flags;
  readonly notes?: string;
}

/** The most characters of a line, and the least that are made use of. */
const [MOST_COLUMNS, LEAST_COLUMNS] = [120, 60];

/** Returns how wide help is: as the terminal, within what can be read. @param columns of the terminal, if that is known. */
export function helpColumns(columns: number = MOST_COLUMNS): number {
  return Math.min(MOST_COLUMNS, Math.max(LEAST_COLUMNS, columns));
}

/** Returns the text of `shardform NAME --help`. @param columns of a line, but for examples, which stay whole. */
export function helpText(
  { name, description, usage, examples, flags, notes }: HelpSpec,
  columns: number = MOST_COLUMNS,
): string {
  const indent = ' '.repeat('Usage: '.length);
  const usageLines = usage.flatMap((line, i) => {
    const width = columns - indent.length - CONTINUED.length;
    const words = [`shardform ${name}`, ...usageWords(line, width)].filter((word) => word !== '');
    const [first, ...others] = wrappedLines(words, width);
    return [
      `${i === 0 ? 'Usage: ' : indent}${first}`,
      ...others.map((other) => `${indent}${CONTINUED}${other}`),
    ];
  });
  const sections = [
    wrappedText(description, columns),
    usageLines.join('\n'),
    examples.map((example) => `  ${example}`).join('\n'),
    flagTable(flags, columns),
    ...(notes === undefined ? [] : [wrappedText(notes, columns)]),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

/** Before the lines of a usage after its first one. */
const CONTINUED = '    ';

/** Flags beyond this width stand on a line of their own. */
const WIDEST_FLAG = 28;

function flagTable(flags: Flags, columns: number): string {
  const rows = Object.entries(flags).map(([name, flag]) => [spelling(name, flag), flag.description] as const);
  const width = Math.max(0, ...rows.map(([flag]) => flag.length).filter((own) => own <= WIDEST_FLAG));
  const indent = ' '.repeat(width + 4);
  return rows
    .map(([flag, description]) => {
      const lines = wrappedLines(description.split(' '), columns - indent.length).join(`\n${indent}`);
      return flag.length > width ? `  ${flag}\n${indent}${lines}` : `  ${flag.padEnd(width)}  ${lines}`;
    })
    .join('\n');
}

function spelling(name: string, { value, short, implied }: Flag): string {
  const dashes = name.length === 1 ? '-' : '--';
  const abbreviation = short === undefined ? '' : `-${short}, `;
  if (implied !== undefined) return `${abbreviation}${dashes}${name}[=${value!}]`;
  return `${abbreviation}${dashes}${name}${value === undefined ? '' : ` ${value}`}`;
}
