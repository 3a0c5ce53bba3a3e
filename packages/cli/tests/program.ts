import { pathToFileURL } from 'node:url';
import { bundleTool } from '@shardform/build-config/bundle';

/** The URL of a module that exports the command's `main`, made from the sources. */
export async function programUrl(): Promise<string> {
  const folder = await bundleTool(new URL('../package.json', import.meta.url).href, ['main']);
  return pathToFileURL(`${folder}/main.mjs`).href;
}

/** Arguments for Node that run the command in a process of its own, made from the sources. */
export async function programArguments(): Promise<readonly string[]> {
  const url = await programUrl();
  return ['-e', `import(${JSON.stringify(url)}).then(({ main }) => main(process.argv.slice(1)))`, '--'];
}
