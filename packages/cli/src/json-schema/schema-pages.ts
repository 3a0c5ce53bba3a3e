import type { Command } from '../commands.ts';
import type { JsonSchema } from './json-schema.ts';
import { jsonSchemas } from './schemas.ts';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** The reference of everything that is printed as JSON: a file for each schema, and a page that tells which is where. */
export function schemaPages(commands: Readonly<Record<string, Command>>): Map<string, string> {
  const pages = new Map<string, string>([['README.md', overview(commands)]]);
  for (const [name, schema] of Object.entries<JsonSchema>(jsonSchemas))
    pages.set(`${name}.schema.json`, `${JSON.stringify({ $schema: DIALECT, ...schema }, null, 2)}\n`);
  return pages;
}

function overview(commands: Readonly<Record<string, Command>>): string {
  const rows = Object.entries(commands).map(([name, { json }]) =>
    json === null ? '' : `| \`${name}\` | [${json}](${json}.schema.json) |\n`,
  );
  return `# JSON output

With \`--json\` a command prints JSON on standard output: one object on one line, or, for \`explain\`, one for each value.
When it can't do what it is asked to, it prints an [error](error.schema.json) and the exit code is 1.
\`opt --diagnostics-format=json\` prints one [diagnostic](diagnostic.schema.json) a line on standard error.

Every object has a \`version\`. It changes when members change their meaning or go away. Members may be added at any
time, so readers skip the ones that they don't know.

| command | schema |
| --- | --- |
${rows.join('')}`;
}
