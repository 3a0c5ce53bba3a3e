import { readdirSync, readFileSync } from 'node:fs';

// One folder below the package's root in the sources, in the library build and in the bundled program.
const folder = new URL('../templates/', import.meta.url);
const SUFFIX = '.template';

/**
 * Returns the files of a template by their paths in the package that they make, with placeholders such as `{{name}}`.
 */
export function templateFiles(template: string): Map<string, string> {
  const root = new URL(`${template}/`, folder);
  const files = new Map<string, string>();
  for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!path.endsWith(SUFFIX)) continue;
    const parts = path.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
    files.set(
      path.replaceAll('\\', '/').slice(0, -SUFFIX.length),
      readFileSync(new URL(parts, root), 'utf8'),
    );
  }
  return files;
}
