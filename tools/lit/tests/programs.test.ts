import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Tool, failed, succeeded } from '../src/index.ts';
import { defineLitTests } from '../src/vitest.ts';

const upper: Tool = ([path = ''], { cwd }) => {
  try {
    return succeeded(readFileSync(resolve(cwd, path), 'utf8').toUpperCase());
  } catch {
    return failed(`upper: cannot open ${path}\n`);
  }
};

defineLitTests(join(import.meta.dirname, 'programs'), { upper }, { filter: /\.mlir$/ });
