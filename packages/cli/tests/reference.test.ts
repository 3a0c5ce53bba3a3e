import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { extensions } from '../src/context.ts';
import { referencePages } from '../src/reference/reference-pages.ts';

const folder = fileURLToPath(new URL('../../../docs/reference', import.meta.url));
// `pnpm run docs` sets it.
const update = process.env.UPDATE_REFERENCE === '1';

describe('docs/reference is what the declarations say', async () => {
  if (update) mkdirSync(folder, { recursive: true });
  for (const [name, text] of await referencePages(extensions.map(({ load }) => load()))) {
    test(name, () => {
      if (update) writeFileSync(`${folder}/${name}`, text);
      expect(readFileSync(`${folder}/${name}`, 'utf8')).toBe(text);
    });
  }
});
