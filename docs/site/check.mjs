// Checks the built site: every link and anchor of every page; in Chromium, that pages can be read with any
// eyes and on a phone, that figures show what their programs say, that it is found what is searched for, what a first visit loads, and that the
// site works without a network. `--quick` opens a few pages only; `--pictures` keeps pictures in `pictures/`.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { brokenLinks } from './checks/links.mjs';
import { inBrowser } from './checks/browser.mjs';
import { serve } from './checks/serve.mjs';
import { unnamedColumns } from './checks/tables.mjs';

const folder = fileURLToPath(new URL('dist/', import.meta.url));
const options = {
  isQuick: process.argv.includes('--quick'),
  keepsPictures: process.argv.includes('--pictures'),
};
const problems = [];
const base = process.env.SITE_BASE ?? '/';
const { pages, links, broken } = brokenLinks(folder, base);
console.log(`${links} links on ${pages} pages, ${broken.length} broken`);
problems.push(...broken, ...unnamedColumns(folder));

const server = await serve(folder, base);
try {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  problems.push(...(await inBrowser(server.address, axe, options)));
} finally {
  await server.close();
}
for (const problem of problems) console.error(`error: ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;
