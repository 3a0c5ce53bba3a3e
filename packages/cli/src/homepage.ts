import { createRequire } from 'node:module';

/** Returns the address of the documentation, which a release writes into the manifest; `null` where there is none. */
export function homepage(): string | null {
  try {
    const manifest: unknown = createRequire(import.meta.url)('@shardform/cli/package.json');
    const isNamed = typeof manifest === 'object' && manifest !== null && 'homepage' in manifest;
    return isNamed && typeof manifest.homepage === 'string' ? manifest.homepage : null;
  } catch {
    // Programs that bundle the command, such as the editor's extension, have no manifest of it.
    return null;
  }
}
