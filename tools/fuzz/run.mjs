// Bundles the fuzzer with the packages' sources, so that none can be stale, and starts it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const bundle = mkdtempSync(join(tmpdir(), 'shardform-fuzz-'));
process.on('exit', () => rmSync(bundle, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));

try {
  await build({
    entryPoints: ['main', 'worker'].map((name) => fileURLToPath(new URL(`src/${name}.ts`, import.meta.url))),
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
    logLevel: 'error',
  });
} catch {
  process.exit(2); // esbuild has printed why.
}

const { main } = await import(pathToFileURL(join(bundle, 'main.mjs')).href);
process.exitCode = await main(process.argv.slice(2), join(bundle, 'worker.mjs'));
