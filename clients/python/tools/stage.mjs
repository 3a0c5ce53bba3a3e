// Puts the built command and what it needs to run into the Python package: src/shardform/_command. Needs what
// `npm run build` makes of packages/cli.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const client = fileURLToPath(new URL('..', import.meta.url));
const root = join(client, '..', '..');
const cli = join(root, 'packages', 'cli');
const target = join(client, 'src', 'shardform', '_command');
const manifest = JSON.parse(readFileSync(join(cli, 'package.json'), 'utf8'));

if (!existsSync(join(cli, 'dist', 'shardform.cjs'))) {
  console.error("packages/cli has not been built; run 'npm run build'");
  process.exit(1);
}
rmSync(target, { recursive: true, force: true });
mkdirSync(join(target, 'dist'), { recursive: true });
for (const folder of ['bin', 'engine', 'examples', 'templates'])
  cpSync(join(cli, folder), join(target, folder), { recursive: true });
for (const file of readdirSync(join(cli, 'dist')))
  if (file.endsWith('.cjs')) cpSync(join(cli, 'dist', file), join(target, 'dist', file));
// The program has everything in it but these, which are CommonJS.
const packages = new Map();
addPackages(
  Object.keys(manifest.dependencies).filter((name) => name.startsWith('vscode-')),
  cli,
);
for (const [name, folder] of packages)
  cpSync(folder, join(target, 'node_modules', name), {
    recursive: true,
    dereference: true,
    filter: (path) =>
      !/\.(d\.[cm]?ts|map|md)$|[\\/](node_modules|browser|esm)([\\/]|$)/.test(path.slice(folder.length)),
  });
const { version, license, engines } = manifest;
const own = { name: 'shardform', private: true, version, license, type: 'module', engines };
writeFileSync(join(target, 'package.json'), `${JSON.stringify(own, null, 2)}\n`);
cpSync(join(root, 'LICENSE'), join(client, 'LICENSE'));
// The page of the widget, which `npm run build` makes of the playground's views.
const views = join(root, 'packages', 'playground', 'dist', 'embedded', 'page.html.gz');
mkdirSync(join(client, 'src', 'shardform', '_widget'), { recursive: true });
cpSync(views, join(client, 'src', 'shardform', '_widget', 'page.html.gz'));

/** Adds packages with all that they depend on. */
function addPackages(names, from) {
  for (const name of names) {
    if (packages.has(name)) continue;
    const folder = realpathSync(join(from, 'node_modules', name));
    packages.set(name, folder);
    const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    // A package of pnpm's store has those that it depends on beside itself.
    addPackages(Object.keys(dependencies), join(folder, ...name.split('/').map(() => '..'), '..'));
  }
}
