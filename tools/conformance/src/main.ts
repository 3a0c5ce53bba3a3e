import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, relative } from 'node:path';
import { discoverTests } from './discover.ts';
import type { Job } from './messages.ts';
import { type ConformanceOptions, UsageError, parseOptions, usage } from './options.ts';
import { type FileResult, firstReason, summarize, verdictOf } from './report.ts';
import { SuiteFinder } from './suite.ts';
import { upstreamTools } from './tool-names.ts';
import { runJobs } from './worker-pool.ts';

/** Every tool that tests' shell scripts may call as a program. */
export const toolNames: readonly string[] = [...upstreamTools, 'FileCheck', 'split-file'];

/** Paths of a bundled runner's files. */
export interface RunnerFiles {
  /** The worker's script. */
  readonly worker: string;
  /** The folder with the tools as programs. */
  readonly programs: string;
}

/** Why a file is not handed to a worker; null when it is. */
function skipReason(
  path: string,
  unsupported: string | null,
  skippedTools: readonly string[],
): string | null {
  if (unsupported !== null || skippedTools.length === 0) return unsupported;
  const runLines = readFileSync(path, 'utf8').match(/RUN:.*/g) ?? [];
  const words = new Set(runLines.flatMap((line) => line.split(/[\s|;]+/)));
  const tool = skippedTools.find((name) => words.has(name));
  return tool === undefined ? null : `calls ${tool}`;
}

async function run(options: ConformanceOptions, files: RunnerFiles): Promise<readonly FileResult[]> {
  const { root, features, filter, skippedTools, timeoutSeconds } = options;
  const suites = new SuiteFinder(features);
  const results = new Map<string, FileResult>();
  const jobs: Job[] = [];
  for (const path of discoverTests(root, options.paths)) {
    const shown = relative(root, path);
    if (filter && !filter.test(shown)) continue;
    const { fileCheckOptions, substitutions, unsupported } = suites.find(dirname(path));
    const reason = skipReason(path, unsupported, skippedTools);
    // An entry for every file keeps the results in the order of the files.
    results.set(shown, { path: shown, verdict: 'skipped', reason: reason ?? '', milliseconds: 0 });
    if (reason !== null) continue;
    const names = new Map([...substitutions, ...options.substitutions]);
    const { passOptions } = options;
    jobs.push({ path, features, fileCheckOptions, passOptions, substitutions: names });
  }
  const setup = { programs: files.programs, timeoutSeconds };
  await runJobs(jobs, files.worker, setup, options.jobs, ({ index, status, report, milliseconds }) => {
    const absolute = jobs[index]!.path;
    const path = relative(root, absolute);
    const verdict = verdictOf(status);
    const reason = verdict === 'passed' ? '' : firstReason(report.replaceAll(absolute, basename(absolute)));
    results.set(path, { path, verdict, reason, milliseconds });
    if (verdict !== 'failed' || options.quiet) return;
    console.log(options.verbose ? `FAIL ${path}\n${report}` : `FAIL ${path} :: ${reason}`);
  });
  return [...results.values()];
}

/**
 * Runs upstream test suites as the command line specifies. Returns the exit code: 0 if nothing failed, 1 if something
 * did, 2 for an invalid command line.
 */
export async function main(args: readonly string[], files: RunnerFiles): Promise<number> {
  try {
    const options = parseOptions(args, process.cwd());
    if (!options) {
      console.log(usage);
      return 0;
    }
    const results = await run(options, files);
    if (options.json !== null) writeFileSync(options.json, `${JSON.stringify(results, null, 1)}\n`);
    process.stdout.write(summarize(results));
    return results.some(({ verdict }) => verdict === 'failed') ? 1 : 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`error: ${error.message}\n\n${usage}`);
    return 2;
  }
}
