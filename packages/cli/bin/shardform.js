#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { loadsExtensions } from './loads-extensions.js';
import { loadProgram } from './load-program.js';
import { optimizeLater } from './optimize-later.js';

const program = new URL('../dist/', import.meta.url);

// Packages come built; a checkout does not.
if (!existsSync(new URL('shardform.cjs', program))) {
  process.stderr.write("shardform: error: this checkout has not been built; run 'npm start' in it\n");
  process.exit(1);
}

optimizeLater(process.versions.v8);

// The program is a few files because that starts faster. Extensions import the packages themselves, of which there may
// only be one copy: with them the library is taken.
const { main } = loadsExtensions(process.argv.slice(2), currentFolder())
  ? await import('../dist/index.js')
  : loadProgram(program, 'shardform.cjs');

await main(process.argv.slice(2));

/** A folder that somebody has removed has no configuration; the command tells of it. */
function currentFolder() {
  try {
    return process.cwd();
  } catch {
    return '/';
  }
}
