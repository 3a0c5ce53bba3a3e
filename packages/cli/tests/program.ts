import { cpSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { bundleTool } from '@shardform/build-config/bundle';

/** The URL of a module that exports the command's `main`, made from the sources. */
export async function programUrl(): Promise<string> {
  const folder = await bundleTool(new URL('../package.json', import.meta.url).href, ['main']);
  // Beside the folder of the program is what the package has beside its own.
  const program = join(folder, 'package');
  mkdirSync(join(program, 'dist'), { recursive: true });
  for (const file of readdirSync(folder))
    if (file.endsWith('.mjs')) renameSync(join(folder, file), join(program, 'dist', file));
  cpSync(new URL('../engine', import.meta.url), join(program, 'engine'), { recursive: true });
  return pathToFileURL(join(program, 'dist', 'main.mjs')).href;
}

/** Puts a page where a program of {@link programUrl} finds that of the playground, which only a build has. */
function fakePage(url: string): void {
  const page = new URL('node_modules/@shardform/playground/', url);
  mkdirSync(new URL('dist/', page), { recursive: true });
  writeFileSync(fileURLToPath(new URL('package.json', page)), '{"name": "@shardform/playground"}');
  writeFileSync(fileURLToPath(new URL('dist/index.html', page)), '<!doctype html>');
}

/** Arguments for Node that run the command in a process of its own, made from the sources. */
export async function programArguments(): Promise<readonly string[]> {
  const url = await programUrl();
  fakePage(url);
  return ['-e', `import(${JSON.stringify(url)}).then(({ main }) => main(process.argv.slice(1)))`, '--'];
}
