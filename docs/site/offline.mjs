import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Pages that are kept once they were read, because they are many: those made from declarations. */
const ON_DEMAND = /^(api|packages|docs\/reference|docs\/decisions)\//;

/**
 * Writes the site's service worker. It keeps the pages that people read, with their scripts and the index of the search, and the others
 * once they were opened. The playground has a service worker of its own.
 */
export function writeServiceWorker(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((file) => !file.startsWith('play/') && file !== 'service-worker.js')
    .sort();
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(join(folder, file)));
  const own = files.filter(
    (file) =>
      !ON_DEMAND.test(
        file.replace(
          /^assets\/(api|packages|docs_reference|docs_decisions)_/,
          (_, name) => `${name.replace('_', '/')}/`,
        ),
      ),
  );
  const code = readFileSync(new URL('service-worker.js', import.meta.url), 'utf8');
  writeFileSync(
    join(folder, 'service-worker.js'),
    `const CACHE = ${JSON.stringify(`shardform-docs-${hash.digest('hex').slice(0, 16)}`)};\nconst FILES = ${JSON.stringify(own)};\n${code}`,
  );
  return own.length;
}
