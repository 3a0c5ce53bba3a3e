#!/usr/bin/env node
const { existsSync } = require('node:fs');
const { join } = require('node:path');
const { loadsExtensions } = require('./loads-extensions.js');
const { loadProgram } = require('./load-program.js');
const { optimizeLater } = require('./optimize-later.js');

const program = join(__dirname, '../dist');

// Packages come built; a checkout does not.
if (!existsSync(join(program, 'shardform.cjs'))) {
  process.stderr.write("shardform: error: this checkout has not been built; run 'npm start' in it\n");
  process.exit(1);
}

optimizeLater(process.versions.v8);

main();

/**
 * The program is a few files of CommonJS, as this one is, because that starts faster: Node need not set up its loader of ES modules.
 * Extensions import the packages themselves, of which there may only be one copy: with them the library is taken.
 */
async function main() {
  const args = process.argv.slice(2);
  const isExtended = loadsExtensions(args, currentFolder());
  if (isExtended && !existsSync(join(program, 'index.js'))) {
    process.stderr.write(
      "shardform: error: '--load' takes the npm package @shardform/cli: an extension imports the packages, and this is the command alone\n",
    );
    process.exit(1);
  }
  const loaded = isExtended
    ? await import('../dist/index.js')
    : loadProgram(program, 'shardform.cjs', workOf(args));
  await loaded.main(args);
}

/** The name of the command. */
function workOf([command = '', ...args]) {
  return /^[a-z-]+$/.test(command) && !args.includes('--help') ? command : 'help';
}

/** A folder that somebody has removed has no configuration; the command tells of it. */
function currentFolder() {
  try {
    return process.cwd();
  } catch {
    return '/';
  }
}
