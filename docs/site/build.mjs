// Makes the site: API pages from the packages' declarations, every page, the playground, and what keeps all of it for times without
// a network. `--serve` shows the site while it is written; `--pages` leaves the API as it was made before.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Application, Converter, ReflectionKind } from 'typedoc';
import { build, createServer } from 'vitepress';
import { writeServiceWorker } from './offline.mjs';

const site = fileURLToPath(new URL('.', import.meta.url));
const packages = fileURLToPath(new URL('../../packages/', import.meta.url));
const api = `${site}api`;

/** Headings of what a signature consists of, which nobody looks for by their names. */
const PARTS =
  /^#{3,6} (Parameters|Returns|Type Parameters|Throws|Extends|Extended by|Implements|Overrides|Get Signature|Set Signature)$/gm;

if (!process.argv.includes('--pages')) await writeApiPages();
if (process.argv.includes('--serve')) {
  const server = await createServer(site);
  await server.listen();
  server.printUrls();
} else {
  await build(site);
  addPlayground();
  console.log(`${writeServiceWorker(`${site}dist`)} files are kept for times without a network`);
}

/** The playground, and the figures that pages show in frames. */
function addPlayground() {
  const isShown = (file) => !file.includes('/dist/embedded');
  cpSync(`${packages}playground/dist`, `${site}dist/play`, { recursive: true, filter: isShown });
}

/** One page for each package that can be imported, from the declarations that are published. */
async function writeApiPages() {
  rmSync(api, { recursive: true, force: true });
  const app = await Application.bootstrapWithPlugins({
    name: 'API',
    plugin: ['typedoc-plugin-markdown'],
    entryPoints: readdirSync(packages)
      .map((name) => `${packages}${name}/dist/index.d.ts`)
      .filter((file) => existsSync(file)),
    tsconfig: `${site}tsconfig.api.json`,
    outputs: [{ name: 'markdown', path: api }],
    readme: 'none',
    outputFileStrategy: 'modules',
    entryFileName: 'index',
    hidePageHeader: true,
    hideBreadcrumbs: true,
    useHTMLAnchors: false,
    useCodeBlocks: true,
    parametersFormat: 'table',
    excludeExternals: true,
    excludePrivate: true,
    excludeProtected: true,
    excludeInternal: true,
    disableSources: true,
    skipErrorChecking: true,
    logLevel: 'Error',
    // Declarations that are not exported are told where they are used.
    validation: { invalidLink: false, notExported: false, notDocumented: false, invalidPath: false },
  });
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => tidy(project));
  const project = await app.convert();
  if (project === undefined)
    throw new Error('the declarations could not be read; they are made by npm run build');
  await app.generateOutputs(project);
  for (const name of readdirSync(api).filter((own) => own.endsWith('.md'))) {
    const file = `${api}/${name}`;
    writeFileSync(file, tidyPage(readFileSync(file, 'utf8')));
  }
}

/**
 * Modules get their packages' names. What is inherited is told once, where it is declared, and a dialect's operations are
 * in its reference page.
 */
function tidy(project) {
  for (const module of project.children ?? []) module.name = module.name.replace(/\/dist(\/index)?$/, '');
  for (const reflection of Object.values(project.reflections)) {
    const isOperation = reflection.kindOf(ReflectionKind.Class) && /Op$/.test(reflection.name);
    const isOfDialect = reflection.parent?.name.startsWith('dialect-');
    if (
      reflection.inheritedFrom !== undefined ||
      reflection.flags.isInherited ||
      (isOperation && isOfDialect)
    )
      project.removeReflection(reflection);
  }
}

/**
 * Colours for thousands of signatures, and an anchor for each of their parts, take longer than all other pages together. Links to parts of
 * the page get the site's anchors.
 */
function tidyPage(page) {
  const text = page.replaceAll(PARTS, '**$1**');
  const headings = new Map();
  for (const [, words] of text.matchAll(/^#+ (.*)$/gm)) {
    const name = words.replaceAll(/[\\`]|\(\)$/g, '').toLowerCase();
    headings.set(name, (headings.get(name) ?? 0) + 1);
  }
  return text
    .replaceAll('```ts\n', '```text\n')
    .replaceAll(/\]\(#(\w+?)(-\d+)?\)/g, (_, name, number = '') => {
      const isThere = number === '' || (headings.get(name) ?? 0) > Number(number.slice(1));
      return `](#${name.replaceAll('_', '-')}${isThere ? number : ''})`;
    });
}
