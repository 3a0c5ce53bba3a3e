import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { UsageError } from '../tool-io.ts';

/** Returns the folder of the package with the playground's page; `null` where the command stands alone, as in the pip package. */
function packageFolder(): string | null {
  try {
    return dirname(createRequire(import.meta.url).resolve('@shardform/playground/package.json'));
  } catch {
    return null;
  }
}

/** Returns whether the playground comes with this command. */
export function hasPlayground(): boolean {
  return packageFolder() !== null;
}

/** Returns the folder of the playground's page. @throws UsageError when it is not installed or not built. */
export function playgroundFolder(): string {
  const installed = packageFolder();
  if (installed === null) throw new UsageError(`the pip package has no page of the playground: ${ELSEWHERE}`);
  const folder = join(installed, 'dist');
  if (existsSync(join(folder, 'index.html'))) return folder;
  throw new UsageError(
    "the page of '@shardform/playground' is not there; in a checkout, 'npm run build' makes it",
  );
}

/** What shows a program in the browser where the playground is not. */
export const ELSEWHERE =
  "the npm package has it, 'npx shardform play FILE', as has a checkout after 'npm run build'; 'shardform report FILE -o report.html' writes a page about a program here";
