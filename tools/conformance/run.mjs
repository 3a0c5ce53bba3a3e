// Bundles the command and this runner from their sources, so that neither can be stale, and starts it.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const bundle = mkdtempSync(join(tmpdir(), 'shardform-conformance-'));
process.on('exit', () => rmSync(bundle, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));

const source = (name) => fileURLToPath(new URL(`src/${name}.ts`, import.meta.url));

try {
  await build({
    entryPoints: ['main', 'worker', 'command'].map(source),
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

const { main, toolNames } = await import(pathToFileURL(join(bundle, 'main.mjs')).href);

// Shell scripts among the tests find the tools on their path as programs.
const programs = join(bundle, 'bin');
mkdirSync(programs);
for (const name of toolNames) {
  const path = join(programs, name);
  writeFileSync(
    path,
    `#!/bin/sh\nexec "${process.execPath}" "${join(bundle, 'command.mjs')}" ${name} "$@"\n`,
  );
  chmodSync(path, 0o755);
}

process.exitCode = await main(process.argv.slice(2), { worker: join(bundle, 'worker.mjs'), programs });
