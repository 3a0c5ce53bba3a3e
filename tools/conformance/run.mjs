import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleTool } from '@shardform/build-config/bundle';

const bundle = await bundleTool(import.meta.url, ['main', 'worker', 'command']);
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
