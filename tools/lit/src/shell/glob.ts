import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

function toRegex(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 's');
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

/**
 * The files that match a pattern with `*` and `?`, sorted, in the pattern's form. A pattern without matches is returned
 * unchanged.
 */
export function expandGlob(pattern: string, cwd: string): readonly string[] {
  let found = [pattern.startsWith('/') ? '/' : ''];
  for (const part of pattern.split('/').filter((step) => step !== '')) {
    const matcher = /[*?]/.test(part) ? toRegex(part) : null;
    found = found.flatMap((folder) => {
      if (!matcher) return [join(folder, part)];
      const entries = names(resolve(cwd, folder)).filter((name) => matcher.test(name));
      return entries
        .filter((name) => !name.startsWith('.') || part.startsWith('.'))
        .map((name) => join(folder, name));
    });
  }
  return found.length > 0 ? found : [pattern];
}
