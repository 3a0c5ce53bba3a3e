import { amountText, type LimitName, type LimitSpec, limits } from '@shardform/ir-core';

/** Returns the reference of limits, made from their declarations, in Markdown. */
export function limitsPage(): string {
  const rows = Object.entries<LimitSpec>(limits).map(([name, { description, default: value, greatest }]) => {
    // The entries are those of `limits`.
    const text = (amount: number): string =>
      // The entries are those of `limits`.
      amount === Infinity ? 'none' : amountText(name as LimitName, amount);
    return `| \`--limit-${name}\` | ${description} | ${text(value)} | ${greatest === undefined ? '' : text(greatest)} |\n`;
  });
  return `# Limits

What files may ask for. All commands take the flags, as \`--limit-memory=32GiB\` or \`--limit-devices 100000\`; \`none\` takes a limit away.
Libraries give a \`Budget\` by \`withBudget\`. What exceeds a limit is refused with a message that names the limit and what asked for more.

| flag | limits | default | greatest |
| --- | --- | --- | --- |
${rows.join('')}
\`shardform mcp\` gives each call two minutes and \`shardform lsp\` each answer ten seconds unless \`--limit-time\` says otherwise.
`;
}
