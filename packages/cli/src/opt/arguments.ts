import { closestName, type Context } from '@shardform/ir-core';
import { UsageError } from '../tool-io.ts';
import { defaultMarker } from './split-input.ts';

/** A pass or pipeline given as a flag, with the text of its options. */
export interface PassFlag {
  readonly name: string;
  readonly options: string;
}

/** When a module is printed during a pipeline. */
export interface PrintIrFlags {
  readonly before: readonly string[] | 'all';
  readonly after: readonly string[] | 'all';
  readonly afterChange: boolean;
  readonly afterFailure: boolean;
}

/** The command line of `shardform opt`. */
export interface OptArguments {
  readonly file: string;
  readonly output: string;
  /** The marker that separates modules, or `null` to take the file whole. */
  readonly split: string | null;
  readonly verifyDiagnostics: boolean;
  readonly allowUnregistered: boolean;
  readonly generic: boolean;
  readonly debugInfo: boolean;
  readonly localScope: boolean;
  readonly elideElements: number;
  readonly hexElements: number;
  readonly verifyEach: boolean;
  readonly passFlags: readonly PassFlag[];
  /** The text of `--pass-pipeline`, or `null`. */
  readonly pipeline: string | null;
  readonly printIr: PrintIrFlags;
}

/** Flags without a value, by the field that they set. */
const SWITCHES = {
  'verify-diagnostics': 'verifyDiagnostics',
  'allow-unregistered-dialect': 'allowUnregistered',
  'mlir-print-op-generic': 'generic',
  'mlir-print-debuginfo': 'debugInfo',
  'mlir-print-local-scope': 'localScope',
  'verify-each': 'verifyEach',
} as const;

/** Flags with a value, which may also be the next argument. */
const VALUES = [
  'o',
  'pass-pipeline',
  'mlir-elide-elementsattrs-if-larger',
  'mlir-print-elementsattrs-with-hex-if-larger',
  'mlir-print-ir-before',
  'mlir-print-ir-after',
] as const;

/** Flags that change nothing here and are accepted so that command lines written for other tools work. */
const IGNORED: ReadonlySet<string> = new Set([
  'mlir-disable-threading',
  'no-implicit-module',
  'mlir-print-assume-verified',
]);

/** Every flag that is no pass, for help and completion. */
export const optFlags: readonly string[] = [
  ...Object.keys(SWITCHES),
  ...VALUES,
  'split-input-file',
  'mlir-print-ir-before-all',
  'mlir-print-ir-after-all',
  'mlir-print-ir-after-change',
  'mlir-print-ir-after-failure',
  ...IGNORED,
];

/** Reads a command line as mlir-opt does: flags have one or two dashes, passes keep their order. */
export function parseOptArguments(args: readonly string[], context: Context): OptArguments {
  const switches: Record<(typeof SWITCHES)[keyof typeof SWITCHES], boolean> = {
    verifyDiagnostics: false,
    allowUnregistered: false,
    generic: false,
    debugInfo: false,
    localScope: false,
    verifyEach: true,
  };
  const values = new Map<string, string>();
  const lists = { before: [] as string[], after: [] as string[] };
  const all = { before: false, after: false };
  const passFlags: PassFlag[] = [];
  let file: string | null = null;
  let split: string | null = null;
  let [afterChange, afterFailure] = [false, false];
  let flagsEnded = false;
  for (let i = 0; i < args.length; i++) {
    const argument = args[i]!;
    if (argument === '--' && !flagsEnded) {
      flagsEnded = true;
      continue;
    }
    if (flagsEnded || !argument.startsWith('-') || argument === '-') {
      if (file !== null) throw new UsageError(`too many input files: '${file}' and '${argument}'`);
      file = argument;
      continue;
    }
    const [, name, given] = /^--?([^=]*)(?:=([\s\S]*))?$/.exec(argument)!;
    const flag = name!;
    if (Object.hasOwn(SWITCHES, flag)) {
      switches[SWITCHES[flag as keyof typeof SWITCHES]] = booleanValue(flag, given);
    } else if ((VALUES as readonly string[]).includes(flag)) {
      const value = given ?? args[++i];
      if (value === undefined) throw new UsageError(`flag '--${flag}' requires a value`);
      if (flag === 'mlir-print-ir-before') lists.before.push(...value.split(','));
      else if (flag === 'mlir-print-ir-after') lists.after.push(...value.split(','));
      else values.set(flag, value);
    } else if (flag === 'split-input-file')
      split = given === undefined || given === '' ? defaultMarker : given;
    else if (flag === 'mlir-print-ir-before-all') all.before = true;
    else if (flag === 'mlir-print-ir-after-all') all.after = true;
    else if (flag === 'mlir-print-ir-after-change') afterChange = true;
    else if (flag === 'mlir-print-ir-after-failure') afterFailure = true;
    else if (IGNORED.has(flag)) continue;
    else if (context.passes.has(flag) || context.pipelines.has(flag)) {
      passFlags.push({ name: flag, options: given ?? '' });
    } else throw new UsageError(unknownFlag(flag, context));
  }
  const pipeline = values.get('pass-pipeline') ?? null;
  if (pipeline !== null && passFlags.length > 0) {
    throw new UsageError("'--pass-pipeline' can't be used together with flags of single passes");
  }
  return {
    ...switches,
    file: file ?? '-',
    output: values.get('o') ?? '-',
    split,
    elideElements: numberValue('mlir-elide-elementsattrs-if-larger', values, Infinity),
    hexElements: numberValue('mlir-print-elementsattrs-with-hex-if-larger', values, 100),
    passFlags,
    pipeline,
    printIr: {
      before: all.before ? 'all' : lists.before,
      after: all.after ? 'all' : lists.after,
      afterChange,
      afterFailure,
    },
  };
}

function booleanValue(flag: string, given: string | undefined): boolean {
  if (given === undefined || given === 'true' || given === '1') return true;
  if (given === 'false' || given === '0') return false;
  throw new UsageError(`flag '--${flag}' expects true or false, got '${given}'`);
}

function numberValue(flag: string, values: ReadonlyMap<string, string>, fallback: number): number {
  const given = values.get(flag);
  if (given === undefined) return fallback;
  const number = Number(given);
  // A negative limit means that there is none, as in MLIR.
  if (number === -1) return Infinity;
  if (!Number.isInteger(number) || number < 0)
    throw new UsageError(`flag '--${flag}' expects a number, got '${given}'`);
  return number;
}

function unknownFlag(flag: string, context: Context): string {
  const close = closestName(flag, [...optFlags, ...context.passes.keys(), ...context.pipelines.keys()]);
  const hint =
    close === null ? "run 'shardform opt --help' for the flags and passes" : `did you mean '--${close}'?`;
  return `unknown flag or pass '--${flag}'; ${hint}`;
}
