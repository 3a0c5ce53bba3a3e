// Finds functions that two source files of packages both have: one is to import the other's, or both the one of a package
// below them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { duplicateFunctions } from '../build-config/duplicate-functions.mjs';
import { root } from './pnpm.mjs';

const found = duplicateFunctions(sources());
for (const group of found) {
  console.error('one function in several files:');
  for (const { path, line, name } of group) console.error(`  ${path}:${line} ${name}`);
}
if (found.length > 0) process.exit(1);
console.log('no function is in two files');

function* sources() {
  for (const name of readdirSync(join(root, 'packages'))) {
    for (const file of readdirSync(join(root, 'packages', name, 'src'), { recursive: true })) {
      if (!/\.tsx?$/.test(file) || /\.test\.tsx?$/.test(file)) continue;
      const path = ['packages', name, 'src', ...file.split(/[\\/]/)].join('/');
      yield [path, readFileSync(join(root, path), 'utf8')];
    }
  }
}
