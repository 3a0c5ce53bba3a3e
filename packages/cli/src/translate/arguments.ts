import { closestName } from '@shardform/ir-core';
import { defaultMarker } from '../opt/split-input.ts';
import type { Accumulation } from '@shardform/runtime-sim';
import { refuseIdleFlags } from '../command/idle-flags.ts';
import { UsageError } from '../tool-io.ts';

/** What `shardform translate` can do with a file. */
export type Translation = 'serialize' | 'deserialize' | 'interpret' | 'from-onnx';

/** The command line of `shardform translate`. */
export interface TranslateArguments {
  readonly translation: Translation;
  /** `-` for standard input. */
  readonly file: string;
  /** The output file, `-` for standard output. */
  readonly output: string;
  /** What divides the modules of the file, or `null` when it holds one. */
  readonly splitMarker: string | null;
  readonly allowsUnregistered: boolean;
  /** The version to write, or `null` for the default. */
  readonly target: string | null;
  readonly stripsDebugInfo: boolean;
  readonly allowsOtherDialects: boolean;
  readonly printsVersion: boolean;
  readonly verifiesDiagnostics: boolean;
  readonly printsLocations: boolean;
  /** The inputs of an interpreted program: `[dense<1> : tensor<2xi32>, ...]`; empty for none. */
  readonly inputs: string;
  /** Where to write what probes see, or `null`. */
  readonly probeFolder: string | null;
  readonly printsDense: boolean;
  /** What an interpreted program keeps sums in; `null` for the tool's default. */
  readonly accumulation: Accumulation | null;
  /** Sizes that an ONNX model only names. */
  readonly sizes: ReadonlyMap<string, number>;
  readonly weightsAsArguments: boolean;
}

const TRANSLATIONS: readonly Translation[] = ['serialize', 'deserialize', 'interpret', 'from-onnx'];
const SWITCHES = [
  ...TRANSLATIONS,
  'strip-debuginfo',
  'allow-other-dialects',
  'allow-unregistered-dialect',
  'print-stablehlo-version',
  'verify-diagnostics',
  'mlir-print-debuginfo',
  'interpreter-print-dense',
  'weights-as-arguments',
];
const VALUES = ['target', 'o', 'args', 'accumulation', 'probe-output-dir', 'sizes'];
/** Flags that only some translations have. */
const FLAGS_OF: Readonly<Record<Translation, readonly string[]>> = {
  serialize: ['target', 'strip-debuginfo', 'allow-other-dialects'],
  deserialize: ['print-stablehlo-version', 'mlir-print-debuginfo'],
  interpret: ['args', 'probe-output-dir', 'interpreter-print-dense', 'accumulation'],
  'from-onnx': ['sizes', 'weights-as-arguments', 'mlir-print-debuginfo'],
};
const SPLIT = 'split-input-file';

/**
 * Reads the command line of `shardform translate`; flags have one or two dashes.
 *
 * @param refusesIdle whether flags of other translations are refused, which upstream's tool takes without a word.
 * @throws UsageError
 */
export function parseTranslateArguments(args: readonly string[], refusesIdle = false): TranslateArguments {
  const switches = new Set<string>();
  const values = new Map<string, string>();
  const files: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const argument = args[i]!;
    if (!argument.startsWith('-') || argument === '-') {
      files.push(argument);
      continue;
    }
    // Whatever begins with a dash matches.
    const [, name, given] = /^--?([^=]*)(?:=([\s\S]*))?$/.exec(argument)!;
    if (name === SPLIT) values.set(SPLIT, given ?? defaultMarker);
    else if (SWITCHES.includes(name!)) {
      if (given !== undefined) throw new UsageError(`flag '--${name!}' takes no value`);
      switches.add(name!);
    } else if (VALUES.includes(name!)) {
      const value = given ?? args[++i];
      if (value === undefined) throw new UsageError(`flag '--${name!}' requires a value`);
      values.set(name!, value);
    } else throw new UsageError(unknownFlag(name!));
  }
  if (files.length > 1) throw new UsageError(`too many input files: '${files[0]!}' and '${files[1]!}'`);
  const [translation, other] = TRANSLATIONS.filter((name) => switches.has(name));
  if (translation === undefined)
    throw new UsageError(
      "expected what to do: '--serialize', '--deserialize', '--interpret' or '--from-onnx'",
    );
  if (other !== undefined) throw new UsageError(`'--${translation}' and '--${other}' exclude each other`);
  if (refusesIdle) {
    const given = Object.fromEntries([...switches, ...values.keys()].map((name) => [name, true]));
    const own = FLAGS_OF[translation];
    const others = Object.values(FLAGS_OF).flat();
    refuseIdleFlags(
      given,
      others.filter((flag) => !own.includes(flag)),
      `beside '--${translation}'`,
    );
  }
  return {
    translation,
    file: files[0] ?? '-',
    output: values.get('o') ?? '-',
    splitMarker: values.get(SPLIT) ?? null,
    allowsUnregistered: switches.has('allow-unregistered-dialect'),
    target: values.get('target') ?? null,
    stripsDebugInfo: switches.has('strip-debuginfo'),
    allowsOtherDialects: switches.has('allow-other-dialects'),
    printsVersion: switches.has('print-stablehlo-version'),
    verifiesDiagnostics: switches.has('verify-diagnostics'),
    printsLocations: switches.has('mlir-print-debuginfo'),
    inputs: values.get('args') ?? '',
    probeFolder: values.get('probe-output-dir') ?? null,
    printsDense: switches.has('interpreter-print-dense'),
    accumulation: accumulationOf(values.get('accumulation')),
    sizes: sizesOf(values.get('sizes') ?? ''),
    weightsAsArguments: switches.has('weights-as-arguments'),
  };
}

/** @throws UsageError */
function accumulationOf(text: string | undefined): Accumulation | null {
  if (text === undefined || text === 'wide' || text === 'each-step') return text ?? null;
  throw new UsageError(`flag '--accumulation' expects 'wide' or 'each-step', got '${text}'`);
}

/** `batch=8,sequence=16`. @throws UsageError */
function sizesOf(text: string): Map<string, number> {
  const entries = text.split(',').filter((entry) => entry !== '');
  return new Map(
    entries.map((entry) => {
      const [, name, size] = /^(.+)=([0-9]+)$/.exec(entry) ?? [];
      if (name === undefined) throw new UsageError(`flag '--sizes' expects NAME=SIZE, got '${entry}'`);
      return [name, Number(size)];
    }),
  );
}

function unknownFlag(name: string): string {
  const close = closestName(name, [...SWITCHES, ...VALUES, SPLIT]);
  const hint = close === null ? "run 'shardform translate --help'" : `did you mean '--${close}'?`;
  return `unknown flag '--${name}'; ${hint}`;
}
