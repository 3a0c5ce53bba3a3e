// `npm test`: runs every test, then prints one plain line, 'N passed, N failed'.
// Further words are passed on: `npm test -- --project ir-core`.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installIfNeeded, root, run } from './pnpm.mjs';

const report = join(root, 'temp', 'test-results.json');

/** A file that could not be loaded has no tests, and counts as one that failed. */
function summary({ testResults, numPassedTests, numFailedTests }) {
  const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  return `${numPassedTests} passed, ${numFailedTests + broken.length} failed`;
}

installIfNeeded();
rmSync(report, { force: true });
const code = run(process.execPath, [
  join('node_modules', 'vitest', 'vitest.mjs'),
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
  ...process.argv.slice(2),
]);
if (existsSync(report)) console.log(summary(JSON.parse(readFileSync(report, 'utf8'))));
process.exit(code);
