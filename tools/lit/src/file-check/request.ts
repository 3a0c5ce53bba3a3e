/** When the annotated input is printed. */
export type DumpInput = 'help' | 'always' | 'fail' | 'never';

/** The parsed command line of FileCheck. */
export interface CheckRequest {
  readonly checkFile: string;
  /** `-` is the standard input. */
  readonly inputFile: string;
  readonly checkPrefixes: readonly string[];
  /** Prefixes of directives that are ignored. */
  readonly commentPrefixes: readonly string[];
  readonly implicitCheckNot: readonly string[];
  /** `NAME=value` and `#format,NAME=expression`, in order. */
  readonly definitions: readonly string[];
  readonly strictWhitespace: boolean;
  readonly matchFullLines: boolean;
  readonly ignoreCase: boolean;
  readonly allowEmpty: boolean;
  readonly allowUnusedPrefixes: boolean;
  readonly allowDagOverlap: boolean;
  readonly enableVarScope: boolean;
  readonly dumpInput: DumpInput;
  /** Lines shown around each error in the dump. */
  readonly dumpContext: number;
}

/** The request that an empty command line makes. */
export const defaultRequest: CheckRequest = {
  checkFile: '',
  inputFile: '-',
  checkPrefixes: ['CHECK'],
  commentPrefixes: ['COM', 'RUN'],
  implicitCheckNot: [],
  definitions: [],
  strictWhitespace: false,
  matchFullLines: false,
  ignoreCase: false,
  allowEmpty: false,
  allowUnusedPrefixes: false,
  allowDagOverlap: false,
  enableVarScope: false,
  dumpInput: 'fail',
  dumpContext: 5,
};
