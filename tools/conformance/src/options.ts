import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

/** Options of a run. */
export interface ConformanceOptions {
  /** The folder that paths are relative to, absolute. */
  readonly root: string;
  /** Files and folders below `root`. */
  readonly paths: readonly string[];
  readonly filter: RegExp | null;
  /** The path for the results; null for none. */
  readonly json: string | null;
  readonly jobs: number;
  /** The longest a file may take. */
  readonly timeoutSeconds: number;
  readonly features: ReadonlySet<string>;
  readonly substitutions: ReadonlyMap<string, string>;
  /** Options that a pass or pipeline is given wherever a command line calls it, such as those of an older compiler. */
  readonly passOptions: ReadonlyMap<string, string>;
  /** Tools whose tests are skipped. */
  readonly skippedTools: readonly string[];
  /** Whether whole reports are printed instead of one line a failure. */
  readonly verbose: boolean;
  /** Whether failures are left out of the output. */
  readonly quiet: boolean;
}

/** A command line that makes no sense. */
export class UsageError extends Error {}

/** The words printed for `--help`. */
export const usage = `usage: pnpm conformance [options] PATH...

  --root DIR           what the paths are relative to (default: here)
  --filter RE          only files whose path matches
  --jobs N             workers (default: one a core)
  --timeout SECONDS    limit for one file (default: 20)
  --json FILE          write every file's result
  --feature NAME       a feature that tests may require (default: stablehlo, n150)
  --define NAME=VALUE  a further substitution, such as %models=/models
  --pass-option PASS=OPTION
                       an option for a pass or pipeline, wherever a command line calls it
  --skip-tool NAME     skip the tests that call this tool
  --verbose            print whole reports of failures
  --quiet              print no failures, only the summary
`;

const defaultFeatures = ['stablehlo', 'n150'];

function positive(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (!(value > 0)) throw new UsageError(`--${name} takes a number above 0, not '${text}'`);
  return value;
}

function compile(text: string | undefined): RegExp | null {
  if (text === undefined) return null;
  try {
    return new RegExp(text);
  } catch {
    throw new UsageError(`--filter is no regular expression: '${text}'`);
  }
}

function splitAssignment(flag: string, text: string): readonly [string, string] {
  const equals = text.indexOf('=');
  if (equals < 1)
    throw new UsageError(
      `--${flag} takes ${flag === 'define' ? 'NAME=VALUE' : 'PASS=OPTION'}, not '${text}'`,
    );
  return [text.slice(0, equals), text.slice(equals + 1)];
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        root: { type: 'string' },
        filter: { type: 'string' },
        json: { type: 'string' },
        jobs: { type: 'string' },
        timeout: { type: 'string' },
        feature: { type: 'string', multiple: true },
        define: { type: 'string', multiple: true },
        'pass-option': { type: 'string', multiple: true },
        'skip-tool': { type: 'string', multiple: true },
        verbose: { type: 'boolean' },
        quiet: { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Parses the command line; returns null if help is requested.
 *
 * @throws UsageError
 */
export function parseOptions(args: readonly string[], cwd: string): ConformanceOptions | null {
  const { values, positionals } = parse(args[0] === '--' ? args.slice(1) : args);
  if (values.help) return null;
  if (positionals.length === 0) throw new UsageError('no PATH');
  return {
    root: resolve(cwd, values.root ?? '.'),
    paths: positionals,
    filter: compile(values.filter),
    json: values.json === undefined ? null : resolve(cwd, values.json),
    jobs: Math.ceil(positive('jobs', values.jobs, availableParallelism())),
    timeoutSeconds: positive('timeout', values.timeout, 20),
    features: new Set(values.feature ?? defaultFeatures),
    substitutions: new Map((values.define ?? []).map((text) => splitAssignment('define', text))),
    passOptions: addedOptions(values['pass-option'] ?? []),
    skippedTools: values['skip-tool'] ?? [],
    verbose: values.verbose ?? false,
    quiet: values.quiet ?? false,
  };
}

/** The options by pass; those of one pass are given one after the other. */
function addedOptions(texts: readonly string[]): ReadonlyMap<string, string> {
  const added = new Map<string, string>();
  for (const text of texts) {
    const [pass, option] = splitAssignment('pass-option', text);
    const before = added.get(pass);
    added.set(pass, before === undefined ? option : `${before} ${option}`);
  }
  return added;
}
