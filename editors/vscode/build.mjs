// Makes the two programs of the extension: the client, which the editor loads, and the language server.
import { copyFileSync } from 'node:fs';
import { build } from 'esbuild';

const common = { bundle: true, platform: 'node', target: 'node20', minify: true, logLevel: 'warning' };

await build({
  ...common,
  entryPoints: ['src/extension.ts'],
  format: 'cjs',
  external: ['vscode'],
  outfile: 'dist/extension.cjs',
});
await build({
  ...common,
  entryPoints: ['src/server.ts'],
  format: 'esm',
  conditions: ['@shardform/source'],
  // CommonJS modules of packages ask for modules of Node by it.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  outfile: 'dist/server.mjs',
});

// The packed extension has to have it beside its manifest.
copyFileSync('../../LICENSE', 'LICENSE');
