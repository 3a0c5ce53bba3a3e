// Writes the address of the repository, and of its site, into what is published: npm's provenance asks for it, and editors link problems to
// pages of the site. The address is one setting: the argument, or that of the workflow's repository. Without either, nothing is written.
//
//   node tools/scripts/set-repository.mjs https://github.com/OWNER/NAME [https://OWNER.github.io/NAME]
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './pnpm.mjs';

const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name, SITE_ADDRESS: site } = process.env;
const [address = name === undefined ? null : `${server}/${name}`, homepage = site ?? siteOf(address)] =
  process.argv.slice(2);
if (address === null) {
  console.error('no repository: give its address, or set GITHUB_SERVER_URL and GITHUB_REPOSITORY');
  process.exit(1);
}
new URL(address);
new URL(homepage);

let count = 0;
for (const folder of ['packages', 'editors'].flatMap((parent) =>
  readdirSync(join(root, parent)).map((own) => `${parent}/${own}`),
)) {
  const file = join(root, folder, 'package.json');
  if (!existsSync(file)) continue;
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  Object.assign(manifest, {
    homepage,
    bugs: `${address}/issues`,
    repository: { type: 'git', url: `git+${address}.git`, directory: folder },
  });
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
  count++;
}
const project = join(root, 'clients/python/pyproject.toml');
const text = readFileSync(project, 'utf8').replace(/^\[project\.urls\]\n(?:.+\n)*\n?/m, '');
writeFileSync(
  project,
  text.replace(
    /^(?=\[project\.)/m,
    `[project.urls]\nHomepage = "${homepage}"\nRepository = "${address}"\n\n`,
  ),
);
console.log(`${count} packages and the wheel are of ${address}, documented at ${homepage}`);

/** GitHub's own, unless told otherwise. */
function siteOf(repository) {
  const [, owner, own] = /^https:\/\/github\.com\/([^/]+)\/([^/]+)$/.exec(repository ?? '') ?? [];
  return owner === undefined ? repository : `https://${owner.toLowerCase()}.github.io/${own}/`;
}
