import {
  booleanOption,
  BYTECODE_VERSION,
  enumOption,
  type ExpectationLevel,
  integerOption,
  listOption,
  type OptionSpecs,
  type OptionValues,
  type PassOption,
  stringOption,
} from '@shardform/ir-core';
import { defaultMarker } from './split-input.ts';

/** A flag whose value is text of some kind, such as a file name. */
function text(valueName: string, description: string, defaultValue = ''): PassOption<string> {
  return { ...stringOption(description, defaultValue), valueName };
}

/** A flag that may be given with `=TEXT` or alone. */
function optionalText(valueName: string, description: string, impliedText: string): PassOption<string> {
  return { ...text(valueName, description), impliedText };
}

const expectations: PassOption<ExpectationLevel | 'off'> = {
  ...enumOption(
    "compare messages with 'expected-error {{...}}' comments",
    ['all', 'only-expected', 'off'],
    'off',
  ),
  valueName: 'all|only-expected',
  impliedText: 'all',
  parse: (given, fail) => {
    if (given === 'all' || given === 'true' || given === '1') return 'all';
    if (given === 'only-expected') return given;
    return given === 'false' || given === '0' ? 'off' : fail(`Cannot find option named '${given}'!`);
  },
};

/** A version of the bytecode format. */
const bytecodeVersion: PassOption<number> = {
  ...integerOption('the version of the bytecode', BYTECODE_VERSION),
  valueName: 'N',
  parse: (given, fail) => {
    const version = Number(given);
    if (given !== '' && Number.isInteger(version) && version >= 0 && version <= BYTECODE_VERSION)
      return version;
    return fail(`unsupported version requested ${given}, must be in range [0, ${BYTECODE_VERSION}]`);
  },
};

/** A negative limit means that there is none, as in MLIR. */
function limit(description: string, defaultValue: number): PassOption<number> {
  const option = integerOption(description, defaultValue);
  return {
    ...option,
    valueName: 'N',
    parse: (given, fail, context) => {
      const value = option.parse(given, fail, context);
      return value < 0 ? Infinity : value;
    },
  };
}

const passNames = (description: string): PassOption<readonly string[]> => ({
  ...listOption(description, stringOption('')),
  valueName: 'PASS,...',
});

const inputAndOutput = {
  o: text('FILE', 'write there instead of standard output', '-'),
  'split-input-file': optionalText(
    'MARKER',
    `the file holds several modules, divided by '${defaultMarker}'`,
    defaultMarker,
  ),
  'output-split-marker': text('MARKER', 'what divides the modules that are printed', defaultMarker),
  'allow-unregistered-dialect': booleanOption('keep operations of unknown dialects'),
  'sdy-legacy-syntax': booleanOption(
    'read sdy as its first documents wrote it, and tell how it is written today',
  ),
  'load-extension': {
    ...listOption('add the extensions that an ES module exports', stringOption('')),
    valueName: 'FILE.mjs',
  },
} satisfies OptionSpecs;

const passManager = {
  'pass-pipeline': text('TEXT', 'run this pipeline'),
  'dump-pass-pipeline': booleanOption('print the pipeline before it runs'),
  'verify-each': booleanOption('verify after every pass', true),
  validate: booleanOption('execute the module after every pass and compare the numbers'),
  'validate-seed': integerOption('seed of the random inputs for that', 0),
  'mlir-timing': booleanOption('report how long passes took'),
  'mlir-timing-display': enumOption('layout of that report', ['list', 'tree'], 'tree'),
  'mlir-pass-statistics': booleanOption('report what passes counted'),
  'mlir-pass-statistics-display': enumOption('layout of that report', ['list', 'pipeline'], 'pipeline'),
  'mlir-print-ir-before': passNames('print the module before these passes'),
  'mlir-print-ir-before-all': booleanOption('print the module before each pass'),
  'mlir-print-ir-after': passNames('print the module after these passes'),
  'mlir-print-ir-after-all': booleanOption('print the module after each pass'),
  'mlir-print-ir-after-change': booleanOption('of those, only after passes that changed it'),
  'mlir-print-ir-after-failure': booleanOption('print the module after a pass that failed'),
  'mlir-print-ir-module-scope': booleanOption('print the whole module around passes, not the function'),
  'mlir-print-ir-tree-dir': text('FOLDER', 'print to files there instead of standard error'),
  'mlir-pass-pipeline-crash-reproducer': text('FILE', 'when a pass fails, save the module and the pipeline'),
  'mlir-pass-pipeline-local-reproducer': booleanOption('save only the failing pass and the module before it'),
  'mlir-generate-reproducer': text('FILE', 'save the module and the pipeline in any case'),
  'run-reproducer': booleanOption('run the pipeline that is saved in the file'),
} satisfies OptionSpecs;

const diagnostics = {
  'verify-diagnostics': expectations,
  'diagnostics-format': enumOption('how problems are told', ['text', 'json', 'sarif'], 'text'),
  'mlir-diagnostic-verbosity-level': enumOption(
    'the least severity to tell',
    ['errors', 'warnings', 'remarks'],
    'remarks',
  ),
  'mlir-disable-diagnostic-notes': booleanOption('leave notes out'),
  'mlir-print-op-on-diagnostic': booleanOption('show the operation that a problem is about', true),
  'mlir-print-stacktrace-on-diagnostic': booleanOption('show which code reports a problem'),
} satisfies OptionSpecs;

const printing = {
  'emit-bytecode': booleanOption('write MLIR bytecode, not text'),
  'emit-bytecode-version': bytecodeVersion,
  'mlir-print-op-generic': booleanOption('print every operation in its generic form'),
  'mlir-print-debuginfo': booleanOption('print locations'),
  'mlir-pretty-debuginfo': booleanOption('print locations in a shorter form that can not be read back'),
  'mlir-print-local-scope': booleanOption('print without aliases'),
  'mlir-elide-elementsattrs-if-larger': limit('leave out constants of more than N elements', Infinity),
  'mlir-elide-resource-strings-if-larger': limit('leave out resources of more than N characters', Infinity),
  'mlir-print-elementsattrs-with-hex-if-larger': limit('print constants of more than N elements in hex', 100),
} satisfies OptionSpecs;

const information = {
  help: booleanOption('show this text'),
  'list-passes': booleanOption('list the passes with their options'),
  'show-dialects': booleanOption('list the dialects'),
} satisfies OptionSpecs;

/** Flags that change nothing here and are accepted so that command lines written for other tools work. */
const accepted = {
  'mlir-disable-threading': booleanOption(''),
  'mlir-print-assume-verified': booleanOption(''),
  'no-implicit-module': booleanOption(''),
} satisfies OptionSpecs;

/** The flags that help texts show, by heading. */
export const flagGroups: ReadonlyMap<string, OptionSpecs> = new Map<string, OptionSpecs>([
  ['Input and output', inputAndOutput],
  ['Passes', passManager],
  ['Problems', diagnostics],
  ['Printed form', printing],
  ['Information', information],
]);

/** Every flag of `shardform opt` that is no pass. */
export const optFlags = {
  ...inputAndOutput,
  ...passManager,
  ...diagnostics,
  ...printing,
  ...information,
  ...accepted,
};

/** Values of all flags. */
export type OptFlags = OptionValues<typeof optFlags>;
