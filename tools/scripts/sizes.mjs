// Compares what packages bring to a page, minified and compressed, with their budgets in size-budgets.json. Needs what
// `npm run build` makes. A package that outgrows its budget gets smaller, or the budget is raised in a change of its own.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from './pnpm.mjs';

const { build } = createRequire(join(root, 'tools', 'build-config', 'package.json'))('esbuild');
const budgets = JSON.parse(readFileSync(new URL('size-budgets.json', import.meta.url), 'utf8'));

const names = readdirSync(join(root, 'packages')).filter((name) =>
  existsSync(join(root, 'packages', name, 'dist')),
);
let failed = false;
for (const name of names) {
  const kilobytes = (await compressedSize(name)) / 1000;
  const budget = budgets[name];
  const isOver = budget === undefined || kilobytes > budget;
  failed ||= isOver;
  const verdict =
    budget === undefined ? 'has no budget' : isOver ? `over its ${budget} kB` : `of ${budget} kB`;
  console.log(`${name.padEnd(30)} ${kilobytes.toFixed(1).padStart(7)} kB ${verdict}`);
}
if (failed) process.exit(1);

/** Bytes of everything that a package exports, without other packages; of the command the program, of the page its files. */
async function compressedSize(name) {
  const dist = join(root, 'packages', name, 'dist');
  const program =
    name === 'cli' ? files(dist, /^shardform.*\.cjs$/) : name === 'playground' ? firstView(dist) : null;
  if (program !== null) return program.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
  const { outputFiles } = await build({
    entryPoints: [join(dist, 'index.js')],
    bundle: true,
    minify: true,
    format: 'esm',
    packages: 'external',
    write: false,
    logLevel: 'error',
  });
  return gzipSync(outputFiles[0].contents).length;
}

function files(folder, pattern) {
  return readdirSync(folder)
    .filter((file) => pattern.test(file))
    .map((file) => join(folder, file));
}

/** The files that a browser loads before the page can be used; Tenstorrent's passes are loaded on demand. */
function firstView(dist) {
  return [join(dist, 'index.html'), ...files(join(dist, 'assets'), /^(index|worker).*\.(js|css)$/)];
}
