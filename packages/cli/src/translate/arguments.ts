import { defaultMarker } from '../opt/split-input.ts';
import type { Accumulation } from '@shardform/runtime-sim';
import type { Flags, FlagValues } from '../command/flag.ts';
import { refuseIdleFlags } from '../command/idle-flags.ts';
import { UsageError } from '../tool-io.ts';

/** The translations of `shardform translate`. */
export type Translation =
  | 'serialize'
  | 'deserialize'
  | 'interpret'
  | 'from-onnx'
  | 'hlo-to-stablehlo'
  | 'stablehlo-to-hlo'
  | 'ttnn-to-flatbuffer'
  | 'ttnn-to-python'
  | 'mlir-to-python'
  | 'ttnn-to-cpp'
  | 'mlir-to-cpp';

/** The command line of `shardform translate`. */
export interface TranslateArguments {
  readonly translation: Translation;
  /** `-` for standard input. */
  readonly file: string;
  /** The output file, `-` for standard output. */
  readonly output: string;
  /** The separator of the modules of the file, or `null` if it holds one. */
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
  /** The folder for the records of probes, or `null`. */
  readonly probeFolder: string | null;
  readonly printsDense: boolean;
  /** The precision of sums in interpreted programs; `null` for the tool's default. */
  readonly accumulation: Accumulation | null;
  /** Sizes that an ONNX model only names. */
  readonly sizes: ReadonlyMap<string, number>;
  readonly weightsAsArguments: boolean;
  /** The folder of the inputs of a program in Python or C++, or `null`. */
  readonly tensorFolder: string | null;
  /** The only file of a program in Python to write, or `null`. */
  readonly fileId: string | null;
}

/** The flags of `shardform translate`: those of stablehlo-translate, and more. */
export const translateFlags = {
  serialize: { description: 'write the program as a portable artifact' },
  deserialize: { description: 'read a portable artifact and print its program' },
  'from-onnx': { description: 'read an ONNX model and print it as StableHLO' },
  'hlo-to-stablehlo': { description: "read XLA's HLO, text or binary, and print it as StableHLO" },
  'stablehlo-to-hlo': { description: 'print the program as the text of HLO that XLA makes of it' },
  'ttnn-to-flatbuffer': {
    description: "write a TTNN program as the binary that Tenstorrent's runtime loads",
  },
  'ttnn-to-python': {
    description: "write a TTNN program as a script that executes it by Tenstorrent's Python library",
  },
  'tensor-load-directory': {
    value: 'DIR',
    description: 'where the program finds its inputs as arg0.tensorbin and so on; ones unless given',
  },
  'mlir-to-python': { description: 'write a program of the dialect emitpy as Python' },
  'ttnn-to-cpp': {
    description: "write a TTNN program as C++ that executes it by Tenstorrent's library",
  },
  'mlir-to-cpp': { description: 'write a program of the dialect emitc as C++' },
  'emitpy-file-id': { value: 'NAME', description: 'of its files, write this one only' },
  interpret: { description: 'execute @main, or the only function, and print its results' },
  o: {
    value: 'FILE',
    type: 'output',
    inPlace: true,
    description: 'where to write, standard output unless given',
  },
  sizes: { value: 'NAME=SIZE,...', description: 'sizes that an ONNX model only names' },
  'weights-as-arguments': { description: 'weights of an ONNX model are arguments, not constants' },
  target: {
    value: 'X.Y.Z',
    description:
      "the version of StableHLO to write, or 'current'; unless given, the newest one that programs of the last twelve weeks read",
  },
  'strip-debuginfo': { description: 'leave locations out' },
  'allow-other-dialects': {
    description: 'keep operations of other dialects, which later versions may not read',
  },
  'mlir-print-debuginfo': { description: 'print locations' },
  'print-stablehlo-version': { description: 'print the version of an artifact before the program' },
  args: { value: 'ARRAY', description: 'the inputs of the program to execute' },
  'interpreter-print-dense': { description: 'print results as constants' },
  accumulation: {
    value: 'HOW',
    choices: ['wide', 'each-step'],
    description:
      "'wide' keeps sums and products of narrow floats in f32 and rounds once, as XLA does; 'each-step' rounds at each step, as StableHLO's interpreter does",
  },
  'probe-output-dir': {
    value: 'DIR',
    type: 'output',
    description: 'write the records of interpreter.probe there',
  },
  'split-input-file': {
    value: 'MARKER',
    implied: defaultMarker,
    description: `the file holds several modules, divided by '${defaultMarker}'`,
  },
  'allow-unregistered-dialect': { description: 'keep operations of unknown dialects' },
  'verify-diagnostics': { description: "compare messages with 'expected-error {{...}}' comments" },
} as const satisfies Flags;

/** Values of {@link translateFlags}. */
export type TranslateFlags = FlagValues<typeof translateFlags>;

const TRANSLATIONS: readonly Translation[] = [
  'serialize',
  'deserialize',
  'interpret',
  'from-onnx',
  'hlo-to-stablehlo',
  'stablehlo-to-hlo',
  'ttnn-to-flatbuffer',
  'ttnn-to-python',
  'mlir-to-python',
  'ttnn-to-cpp',
  'mlir-to-cpp',
];
/** Flags that only some translations have. */
const FLAGS_OF: Readonly<Record<Translation, readonly (keyof TranslateFlags)[]>> = {
  serialize: ['target', 'strip-debuginfo', 'allow-other-dialects'],
  deserialize: ['print-stablehlo-version', 'mlir-print-debuginfo'],
  interpret: ['args', 'probe-output-dir', 'interpreter-print-dense', 'accumulation'],
  'from-onnx': ['sizes', 'weights-as-arguments', 'mlir-print-debuginfo'],
  'hlo-to-stablehlo': ['mlir-print-debuginfo'],
  'stablehlo-to-hlo': [],
  'ttnn-to-flatbuffer': [],
  'ttnn-to-python': ['tensor-load-directory'],
  'mlir-to-python': ['emitpy-file-id'],
  'ttnn-to-cpp': ['tensor-load-directory'],
  'mlir-to-cpp': [],
};

/**
 * Parses the flags of `shardform translate`.
 *
 * @param refusesIdle whether flags of other translations are rejected, which upstream's tool ignores.
 * @throws UsageError
 */
export function translateArguments(
  file: string,
  flags: TranslateFlags,
  refusesIdle: boolean,
): TranslateArguments {
  const [translation, other] = TRANSLATIONS.filter((name) => flags[name]);
  if (translation === undefined)
    throw new UsageError(
      "expected what to do: '--serialize', '--deserialize', '--interpret', '--from-onnx', '--hlo-to-stablehlo', '--stablehlo-to-hlo', '--ttnn-to-flatbuffer', '--ttnn-to-python', '--mlir-to-python', '--ttnn-to-cpp' or '--mlir-to-cpp'",
    );
  if (other !== undefined) throw new UsageError(`'--${translation}' and '--${other}' exclude each other`);
  if (refusesIdle) {
    const own = FLAGS_OF[translation];
    const others = Object.values(FLAGS_OF).flat();
    refuseIdleFlags(
      flags,
      others.filter((flag) => !own.includes(flag)),
      `beside '--${translation}'`,
    );
  }
  return {
    translation,
    file,
    output: flags.o ?? '-',
    splitMarker: flags['split-input-file'],
    allowsUnregistered: flags['allow-unregistered-dialect'],
    target: flags.target,
    stripsDebugInfo: flags['strip-debuginfo'],
    allowsOtherDialects: flags['allow-other-dialects'],
    printsVersion: flags['print-stablehlo-version'],
    verifiesDiagnostics: flags['verify-diagnostics'],
    printsLocations: flags['mlir-print-debuginfo'],
    inputs: flags.args ?? '',
    probeFolder: flags['probe-output-dir'],
    printsDense: flags['interpreter-print-dense'],
    accumulation: flags.accumulation,
    sizes: sizesOf(flags.sizes ?? ''),
    weightsAsArguments: flags['weights-as-arguments'],
    tensorFolder: flags['tensor-load-directory'],
    fileId: flags['emitpy-file-id'] ?? null,
  };
}

/** `batch=8,sequence=16`. @throws UsageError */
function sizesOf(text: string): Map<string, number> {
  const entries = text.split(',').filter((entry) => entry !== '');
  return new Map(
    entries.map((entry) => {
      const [, name, digits] = /^(.+)=([0-9]+)$/.exec(entry) ?? [];
      if (name === undefined) throw new UsageError(`flag '--sizes' expects NAME=SIZE, got '${entry}'`);
      const size = Number(digits);
      if (!Number.isSafeInteger(size))
        throw new UsageError(`flag '--sizes' expects sizes up to ${Number.MAX_SAFE_INTEGER}, got '${entry}'`);
      return [name, size];
    }),
  );
}
