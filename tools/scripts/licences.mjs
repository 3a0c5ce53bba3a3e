// Checks that what users install with the packages may be used as freely as the packages themselves.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './pnpm.mjs';

const ACCEPTED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'Unlicense',
]);

const runner = join(root, 'tools', 'scripts', 'run-pnpm.mjs');
const flags = ['licenses', 'list', '--prod', '--json', '--filter', './packages/*'];
const listed = execFileSync(process.execPath, [runner, ...flags], { cwd: root, encoding: 'utf8' });
// Every term of `A AND B` has to be accepted, one of `A OR B`.
const isAccepted = (licence) =>
  licence
    .replaceAll(/[()]/g, '')
    .split(' AND ')
    .every((part) => part.split(' OR ').some((name) => ACCEPTED.has(name)));
const packages = JSON.parse(listed.slice(listed.indexOf('{')));
const refused = Object.entries(packages).filter(([licence]) => !isAccepted(licence));
for (const [licence, found] of refused)
  console.error(`${licence}: ${found.map(({ name }) => name).join(', ')}`);
if (refused.length > 0) process.exit(1);
const count = Object.values(packages).reduce((sum, found) => sum + found.length, 0);
console.log(`${count} packages of others, all with licences that are accepted`);
