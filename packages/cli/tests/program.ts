import { pathToFileURL } from 'node:url';
import { bundleTool } from '@shardform/build-config/bundle';

/** Arguments for Node that run the command in a process of its own, made from the sources. */
export async function programArguments(): Promise<readonly string[]> {
  const folder = await bundleTool(new URL('../package.json', import.meta.url).href, ['main']);
  const url = pathToFileURL(`${folder}/main.mjs`).href;
  return ['-e', `import(${JSON.stringify(url)}).then(({ main }) => main(process.argv.slice(1)))`, '--'];
}
