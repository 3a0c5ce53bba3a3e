import type { Extension } from '@shardform/ir-core';
import { type Cell, type Completeness, completenessOf, type DialectCompleteness } from './completeness.ts';
import { lookUp } from '@shardform/ir-core';

/** The reasons of one table, numbered as they are met. */
class Notes {
  readonly #numbers = new Map<string, number>();

  mark(capability: string, cell: Cell): string {
    if (cell === 'supported') return 'yes';
    const text = `${capability}: ${cell.reason}`;
    const known = this.#numbers.get(text) ?? this.#numbers.size + 1;
    this.#numbers.set(text, known);
    return `(${known})`;
  }

  text(): string {
    return [...this.#numbers].map(([text, number]) => `${number}. ${text}\n`).join('');
  }
}

function cellsOf({ cells }: DialectCompleteness, capability: string): readonly Cell[] {
  // Each capability has a column in each dialect.
  return [...lookUp(cells, capability).values()];
}

/** The cell common to all operations of a dialect; `null` if they differ. */
function uniform(cells: readonly Cell[]): Cell | null {
  const [first] = cells;
  const isAlike = cells.every((cell) =>
    cell === 'supported' || first === 'supported' ? cell === first : cell.reason === first!.reason,
  );
  return isAlike ? first! : null;
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`;
}

function dialectSection(table: DialectCompleteness, capabilities: readonly string[]): string {
  const { dialect, ops, cells } = table;
  const alike = capabilities.map((name) => [name, uniform(cellsOf(table, name))] as const);
  const columns = alike.filter(([, cell]) => cell === null).map(([name]) => name);
  const supported = alike.filter(([, cell]) => cell === 'supported').map(([name]) => name);
  const parts = [`## ${dialect}\n`];
  if (supported.length > 0) parts.push(`All operations have: ${supported.join(', ')}.\n`);
  const none = alike.flatMap(([name, cell]) =>
    cell === null || cell === 'supported' ? [] : [`- no ${name}: ${cell.reason}\n`],
  );
  if (none.length > 0) parts.push(`No operation has:\n\n${none.join('').replaceAll('- no ', '- ')}`);
  if (columns.length > 0) {
    const notes = new Notes();
    const rows = ops.map(({ name }) => {
      // Each capability has a cell for each operation.
      const own = columns.map((column) => notes.mark(column, lookUp(lookUp(cells, column), name)));
      return row([`\`${name}\``, ...own]);
    });
    parts.push(row(['operation', ...columns]) + row(['---', ...columns.map(() => '---')]) + rows.join(''));
    parts.push(notes.text());
  }
  return parts.join('\n');
}

function summaryTable({ capabilities, dialects }: Completeness): string {
  const rows = dialects.map((table) => {
    const counts = capabilities.map((capability) => {
      const count = cellsOf(table, capability).filter((cell) => cell === 'supported').length;
      return count === 0 ? '' : String(count);
    });
    return row([table.dialect, String(table.ops.length), ...counts]);
  });
  return (
    row(['dialect', 'operations', ...capabilities]) +
    row(['---', '---', ...capabilities.map(() => '---')]) +
    rows.join('')
  );
}

/** Returns the completeness reference of all operations, in Markdown. */
export function completenessPage(extensions: readonly Extension[]): string {
  const completeness = completenessOf(extensions);
  const sections = completeness.dialects.map((table) => dialectSection(table, completeness.capabilities));
  return `# Completeness

Which operations can be sharded, executed, differentiated, costed, lowered and serialized, which are documented, and why others aren't. MLIR text and
bytecode hold the operations of all dialects. The numbers in parentheses are notes below each table.

${summaryTable(completeness)}
${sections.join('\n')}`;
}
