// Makes the site: API pages from the packages' declarations, then every page. `--serve` shows the site while it is written.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Application, Converter, ReflectionKind } from 'typedoc';
import { build, createServer } from 'vitepress';

const site = fileURLToPath(new URL('.', import.meta.url));
const packages = fileURLToPath(new URL('../../packages/', import.meta.url));
const api = `${site}api`;

await writeApiPages();
if (process.argv.includes('--serve')) {
  const server = await createServer(site);
  await server.listen();
  server.printUrls();
} else {
  await build(site);
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
