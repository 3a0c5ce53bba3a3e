// `npm test`: runs every test, then prints one plain line, 'N passed, N failed'.
// `npm test -- --project ir-core` runs those of one package. Further words are passed on to Vitest.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installIfNeeded, root, run } from './pnpm.mjs';

const report = join(root, 'temp', 'test-results.json');

/** A file that could not be loaded has no tests, and counts as one that failed. */
function summary({ testResults, numPassedTests, numFailedTests }) {
  const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  return `${numPassedTests} passed, ${numFailedTests + broken.length} failed`;
}

/** The folder of a package that is called by its name without the scope. */
function folderOf(name) {
  const folder = ['packages', 'tools', 'examples', 'editors']
    .map((group) => join(group, name))
    .find((path) => existsSync(join(root, path, 'vitest.config.mjs')));
  if (folder !== undefined) return folder;
  console.error(`npm test: no package '${name}' has tests`);
  process.exit(1);
}

const words = process.argv.slice(2);
const project = words.indexOf('--project');
if (project >= 0) words.splice(project, 2, '--root', folderOf(words[project + 1]));

installIfNeeded();
rmSync(report, { force: true });
const code = run(process.execPath, [
  join('node_modules', 'vitest', 'vitest.mjs'),
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
  ...words,
]);
if (existsSync(report)) console.log(summary(JSON.parse(readFileSync(report, 'utf8'))));
process.exit(code);
