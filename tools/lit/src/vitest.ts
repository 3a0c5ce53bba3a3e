import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { describe, test } from 'vitest';
import { type LitOptions, runLitTest } from './script/lit-test.ts';
import type { Tool } from './tool.ts';

/** Options of a suite: its files and their environment. */
export interface LitSuiteOptions extends Omit<LitOptions, 'tools'> {
  /** Keeps the files whose path inside the folder matches. */
  readonly filter?: RegExp;
  /** How file names end; `.mlir` without it. */
  readonly suffixes?: readonly string[];
}

/** A test file that did not pass; its stack would only show this runner, so there is none. */
class LitFailure extends Error {
  constructor(report: string) {
    super(report);
    this.stack = report;
  }
}

function findTests(directory: string, suffixes: readonly string[]): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((path) => suffixes.some((suffix) => path.endsWith(suffix)))
    .filter((path) => !path.split(sep).includes('Inputs'))
    .sort();
}

/**
 * Registers one Vitest test for each test file below `directory`; folders named `Inputs` are left out.
 * A test that is unsupported is skipped, and one that fails shows the commands and FileCheck's excerpt.
 *
 * @param tools the commands that `RUN:` lines may call, by name, beside the builtin ones.
 */
export function defineLitTests(
  directory: string,
  tools: Readonly<Record<string, Tool>>,
  { filter = /./, suffixes = ['.mlir'], ...options }: LitSuiteOptions = {},
): void {
  const litOptions: LitOptions = { ...options, tools: new Map(Object.entries(tools)) };
  describe(relative(process.cwd(), directory) || directory, () => {
    for (const path of findTests(directory, suffixes).filter((name) => filter.test(name))) {
      test(path, async (context) => {
        const { status, report } = await runLitTest(join(directory, path), litOptions);
        if (status === 'unsupported') context.skip(report);
        if (status !== 'passed' && status !== 'expected-failure')
          throw new LitFailure(`${status}: ${report}`);
      });
    }
  });
}
