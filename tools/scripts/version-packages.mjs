// Makes the next version of everything from the changesets: the changelog that people read, the packages' own changelogs and versions, and
// the version that the command prints. The workflow of releases runs it; `--dry-run` prints the changelog and changes nothing.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { changelogOf, readChangesets } from './changelog.mjs';
import { orExit, pnpm, root } from './pnpm.mjs';

const changesets = readChangesets(join(root, '.changeset'));
if (process.argv.includes('--dry-run')) {
  console.log(changelogOf(changesets, 'next version'));
} else {
  orExit(pnpm(['exec', 'changeset', 'version']));
  const { version } = JSON.parse(readFileSync(join(root, 'packages/ir-core/package.json'), 'utf8'));
  writeVersion(version);
  prependChangelog(changelogOf(changesets, version));
  orExit(pnpm(['exec', 'prettier', '--write', 'CHANGELOG.md']));
  orExit(pnpm(['install', '--lockfile-only']));
}

/** In the sources, since browsers read no manifests. */
function writeVersion(version) {
  const file = join(root, 'packages/ir-core/src/ir/version.ts');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/version = '[^']*'/, `version = '${version}'`));
}

function prependChangelog(section) {
  const file = join(root, 'CHANGELOG.md');
  const [head, ...older] = readFileSync(file, 'utf8').split(/^(?=## )/m);
  writeFileSync(file, [head, `${section}\n`, ...older].join(''));
}
