import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { UsageError } from '../tool-io.ts';

/** Returns whether the playground comes with this command: the pip package, whose launcher says that it is it, has no room for it. */
export function hasPlayground(): boolean {
  return process.env.SHARDFORM_PACKAGE !== 'pip';
}

/** Returns the folder of the playground's page. @throws UsageError when it is not installed or not built. */
export function playgroundFolder(): string {
  try {
    const manifest = createRequire(import.meta.url).resolve('@shardform/playground/package.json');
    const folder = join(dirname(manifest), 'dist');
    readFileSync(join(folder, 'index.html'));
    return folder;
  } catch {
    throw new UsageError(
      hasPlayground()
        ? "the page of '@shardform/playground' is not there; in a checkout, 'npm run build' makes it"
        : `the pip package has no page of the playground: ${ELSEWHERE}`,
    );
  }
}

/** What shows a program in the browser where the playground is not. */
export const ELSEWHERE =
  "the npm package has it, 'npx shardform play FILE', as has a checkout after 'npm run build'; 'shardform report FILE -o report.html' writes a page about a program here";
