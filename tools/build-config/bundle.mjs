import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * Bundles scripts of a tool with the packages' sources, so that none can be stale.
 *
 * @param {string} tool the URL of a module in the tool's folder.
 * @param {readonly string[]} names of scripts in its `src`.
 * @returns {Promise<string>} a folder with `NAME.mjs` for each, which lasts as long as the process.
 */
export async function bundleTool(tool, names) {
  const folder = fileURLToPath(new URL('.', tool));
  const bundle = mkdtempSync(join(tmpdir(), `shardform-${basename(folder)}-`));
  process.on('exit', () => rmSync(bundle, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));
  try {
    await build({
      entryPoints: names.map((name) => join(folder, 'src', `${name}.ts`)),
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      conditions: ['@shardform/source'],
      outdir: bundle,
      outExtension: { '.js': '.mjs' },
      sourcemap: 'inline',
      sourcesContent: false,
      // CommonJS modules of packages require modules of Node by it.
      banner: {
        js: "import { createRequire as bundleRequire } from 'node:module'; const require = bundleRequire(import.meta.url);",
      },
      logLevel: 'error',
    });
  } catch {
    process.exit(2); // esbuild has printed why.
  }
  return bundle;
}
