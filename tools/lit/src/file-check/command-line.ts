import { type CheckRequest, type DumpInput, defaultRequest } from './request.ts';

/** A command line that FileCheck refuses. */
export class UsageError extends Error {
  readonly exitCode: number;

  /** @param exitCode 1 for an option that cannot be read, 2 for a value that makes no sense. */
  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

const flags = new Map<string, keyof CheckRequest>([
  ['strict-whitespace', 'strictWhitespace'],
  ['match-full-lines', 'matchFullLines'],
  ['ignore-case', 'ignoreCase'],
  ['allow-empty', 'allowEmpty'],
  ['allow-unused-prefixes', 'allowUnusedPrefixes'],
  ['allow-deprecated-dag-overlap', 'allowDagOverlap'],
  ['enable-var-scope', 'enableVarScope'],
]);

/** Accepted and ignored: verbosity and colors. */
const ignoredFlags = new Set(['v', 'vv', 'color']);

/** In the order of precedence, when several are given. */
const dumpPrecedence: readonly DumpInput[] = ['help', 'always', 'fail', 'never'];

interface Collected {
  readonly positional: string[];
  readonly values: Map<string, string[]>;
  readonly flags: Map<keyof CheckRequest, boolean>;
}

const valueOptions = new Set([
  'check-prefix',
  'check-prefixes',
  'comment-prefixes',
  'implicit-check-not',
  'input-file',
  'dump-input',
  'dump-input-context',
  'dump-input-filter',
  'D',
]);

function parseBoolean(option: string, value: string | null): boolean {
  if (value === null || value === '' || value === 'true' || value === 'TRUE' || value === '1') return true;
  if (value === 'false' || value === 'FALSE' || value === '0') return false;
  throw new UsageError(
    `for the --${option} option: '${value}' is invalid value for boolean argument! Try 0 or 1`,
  );
}

function collect(args: readonly string[]): Collected {
  const found: Collected = { positional: [], values: new Map(), flags: new Map() };
  const addValue = (option: string, value: string) => {
    found.values.set(option, [...(found.values.get(option) ?? []), value]);
  };
  for (let index = 0; index < args.length; index++) {
    const word = args[index]!;
    if (!word.startsWith('-') || word === '-') {
      found.positional.push(word);
      continue;
    }
    // `-DNAME=value` joins the option and its value.
    if (/^-D./.test(word)) {
      addValue('D', word.slice(2));
      continue;
    }
    const [, option, value = null] = /^--?([^=]*)(?:=([^]*))?$/.exec(word)! as unknown as [
      string,
      string,
      string?,
    ];
    const flag = flags.get(option);
    if (flag) found.flags.set(flag, parseBoolean(option, value));
    else if (valueOptions.has(option)) {
      const given = value ?? args[++index];
      if (given === undefined) throw new UsageError(`for the --${option} option: requires a value!`);
      addValue(option, given);
    } else if (!ignoredFlags.has(option)) {
      throw new UsageError(`Unknown command line argument '${word}'.`);
    }
  }
  return found;
}

function validatePrefixes(prefixes: readonly string[], kind: 'check' | 'comment', seen: Set<string>): void {
  for (const prefix of prefixes) {
    if (prefix === '') throw new UsageError(`error: supplied ${kind} prefix must not be the empty string`, 2);
    if (!/^[a-zA-Z0-9_-]+$/.test(prefix)) {
      throw new UsageError(
        `error: supplied ${kind} prefix must start with a letter and contain only alphanumeric characters, hyphens, and underscores: '${prefix}'`,
        2,
      );
    }
    if (seen.has(prefix)) {
      throw new UsageError(
        `error: supplied ${kind} prefix must be unique among check and comment prefixes: '${prefix}'`,
        2,
      );
    }
    seen.add(prefix);
  }
}

function chooseDump(values: readonly string[]): DumpInput {
  for (const value of values) {
    if (!dumpPrecedence.some((known) => known === value)) {
      throw new UsageError(`for the --dump-input option: Cannot find option named '${value}'!`);
    }
  }
  return dumpPrecedence.find((known) => values.includes(known)) ?? defaultRequest.dumpInput;
}

/**
 * Reads FileCheck's command line (`-x` and `--x`, `--x=value` and `--x value`).
 *
 * @throws UsageError naming the bad word.
 */
export function parseCommandLine(args: readonly string[]): CheckRequest {
  const { positional, values, flags: given } = collect(args);
  const all = (option: string): readonly string[] => values.get(option) ?? [];
  const lists = (option: string): string[] => all(option).flatMap((value) => value.split(','));

  const checkPrefixes = [...all('check-prefix'), ...lists('check-prefixes')];
  const commentPrefixes = lists('comment-prefixes');
  const seen = new Set<string>();
  validatePrefixes(checkPrefixes.length > 0 ? checkPrefixes : defaultRequest.checkPrefixes, 'check', seen);
  validatePrefixes(commentPrefixes, 'comment', seen);

  const dumpInput = chooseDump(all('dump-input'));
  const contexts = all('dump-input-context').map(Number);
  const [checkFile] = positional;
  if (checkFile === undefined && dumpInput !== 'help') throw new UsageError('<check-file> not specified');
  if (positional.length > 1)
    throw new UsageError(`Too many positional arguments specified: '${positional[1]}'`);
  const request = {
    ...defaultRequest,
    ...Object.fromEntries(given),
    checkFile: checkFile ?? '',
    inputFile: all('input-file').at(-1) ?? defaultRequest.inputFile,
    implicitCheckNot: all('implicit-check-not'),
    definitions: all('D'),
    dumpInput,
    dumpContext: contexts.length > 0 ? Math.max(...contexts) : defaultRequest.dumpContext,
  };
  return {
    ...request,
    checkPrefixes: checkPrefixes.length > 0 ? checkPrefixes : defaultRequest.checkPrefixes,
    commentPrefixes: commentPrefixes.length > 0 ? commentPrefixes : defaultRequest.commentPrefixes,
  };
}
