import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fromByteString, toByteString } from '../byte-string.ts';
import { type Tool, type ToolInput, type ToolResult, failed } from '../tool.ts';
import { NoChecksError, canonicalize, readCheckFile } from './check-file.ts';
import { Checker } from './checker.ts';
import { defineVariables } from './command-definitions.ts';
import { UsageError, parseCommandLine } from './command-line.ts';
import { dumpInput } from './input-dump.ts';
import type { CheckRequest } from './request.ts';
import { CheckFileError, SourceText, formatMessage } from './source-text.ts';
import { VariableScope } from './variable-scope.ts';

const help = `Input dump annotation format:

  - L:     labels line number L of the input
  - T:L    labels the only finding of a pattern of type T from line L of the check file, or of an
           implicit pattern when L is 'imp' and its number
  - T:L'N  labels the Nth finding of such a pattern
  - !~~    marks a bad match: excluded text, or text on the wrong line
  - X~~    marks where a match was looked for in vain
  - ?      marks the place that resembles the pattern most
`;

/** The outcome of a check. */
export interface CheckOutcome {
  readonly holds: boolean;
  /** FileCheck's output: messages, then the annotated input if requested. */
  readonly report: string;
}

/**
 * Checks `input` against the directives in `checkText`, both as they were read from their files.
 *
 * @param names what messages call the two texts.
 * @throws CheckFileError, NoChecksError or UsageError when there is nothing sound to check.
 */
export function checkText(
  checkText: Uint8Array | string,
  input: Uint8Array | string,
  request: CheckRequest,
  names: { readonly checkFile: string; readonly input: string },
): CheckOutcome {
  const scope = new VariableScope();
  const { strictWhitespace, implicitCheckNot, definitions, dumpInput: dump } = request;
  const source = (name: string, text: Uint8Array | string) =>
    new SourceText(toByteString(name), canonicalize(toByteString(text), strictWhitespace));
  const checkSource = source(names.checkFile, checkText);
  const inputSource = source(names.input, input);
  const inBytes = { ...request, implicitCheckNot: implicitCheckNot.map(toByteString) };
  defineVariables(definitions.map(toByteString), scope);

  const steps = readCheckFile(checkSource, inBytes, scope);
  if (inputSource.text === '' && !request.allowEmpty) {
    throw new UsageError(`FileCheck error: '${names.input}' is empty.`, 2);
  }
  const checker = new Checker(steps, inputSource, inBytes, scope);
  const holds = checker.run();
  let report = checker.reporter.text;
  if (dump === 'always' || (dump === 'fail' && !holds)) {
    const annotated = dumpInput(
      checker.reporter.findings,
      inputSource,
      dump === 'always' ? null : request.dumpContext,
    );
    report += `\nInput file: ${inputSource.name}\nCheck file: ${checkSource.name}\n\n${annotated}`;
  }
  return { holds, report: fromByteString(report) };
}

function readInput(path: string, { stdin, cwd }: ToolInput): Uint8Array | null {
  if (path === '-') return stdin;
  try {
    return readFileSync(resolve(cwd, path));
  } catch {
    return null;
  }
}

function run(args: readonly string[], io: ToolInput): ToolResult {
  const request = parseCommandLine(args);
  if (request.dumpInput === 'help') return { stdout: help, stderr: '', exitCode: 0 };
  const check = readInput(request.checkFile, io);
  if (!check)
    return failed(`Could not open check file '${request.checkFile}': No such file or directory\n`, 2);
  const input = readInput(request.inputFile, io);
  if (!input)
    return failed(`Could not open input file '${request.inputFile}': No such file or directory\n`, 2);
  const names = {
    checkFile: request.checkFile,
    input: request.inputFile === '-' ? '<stdin>' : request.inputFile,
  };
  const { holds, report } = checkText(check, input, request, names);
  return { stdout: '', stderr: report, exitCode: holds ? 0 : 1 };
}

/** LLVM's FileCheck as a tool. Ends with 0 when all checks hold, 1 when one fails, 2 when it cannot check. */
export const fileCheck: Tool = (args, io) => {
  try {
    return run(args, io);
  } catch (error) {
    if (error instanceof UsageError) return failed(`${error.message}\n`, error.exitCode);
    if (error instanceof NoChecksError) return failed(`${error.message}\n`, 2);
    if (error instanceof CheckFileError) return failed(fromByteString(formatMessage(error.found)), 2);
    throw error;
  }
};
