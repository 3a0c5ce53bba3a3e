import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Pages with a table that has a column without a name, which a screen reader announces as nothing. */
export function unnamedColumns(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.html') && !name.startsWith('play'))
    .filter((name) => /<th(\s[^>]*)?><\/th>/.test(readFileSync(join(folder, name), 'utf8')))
    .map((name) => `${name}: a column of a table has no name`);
}
