import { diagnosticToJson, type JsonDiagnostic, LimitError, PipelineError } from '@shardform/ir-core';
import { ExecutionError } from '@shardform/runtime-sim';
import { ModuleError } from '../load-module.ts';
import { type ToolInput, type ToolResult, UsageError } from '../tool-io.ts';
import type { CommandRun } from './define-command.ts';

/** What a command prints with `--json` when it can't do what it is asked to. */
export interface ErrorJson {
  readonly version: 1;
  readonly error: {
    /** Whether the command line, the program or the pipeline is wrong. */
    readonly kind: 'usage' | 'module' | 'pipeline';
    readonly message: string;
    readonly diagnostics: readonly JsonDiagnostic[];
  };
}

/** What a command whose result is a file prints with `--json`. */
export interface OutputJson {
  readonly version: 1;
  /** Whether all modules were read and all passes succeeded. */
  readonly succeeded: boolean;
  /** What the command prints without `--json`; `null` when that is no text. */
  readonly output: string | null;
  /** The bytes in base64 when the output is no text, or `null`. */
  readonly bytes: string | null;
  readonly diagnostics: readonly JsonDiagnostic[];
  /** Reports that are no diagnostics, such as timings. */
  readonly messages: string;
}

/** Whether a command line asks for JSON. */
export function asksForJson(args: readonly string[]): boolean {
  return args.some((argument) => /^--?json(=true|=1)?$/.test(argument));
}

/** JSON on one line, as standard output gets it. */
export function jsonLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/**
 * Lets a command that prints a module understand `--json`.
 *
 * @param flags what makes the command print its diagnostics as one JSON object a line.
 */
export function withJsonOutput(run: CommandRun, flags: readonly string[] = []): CommandRun {
  return async (args: readonly string[], input: ToolInput): Promise<ToolResult> => {
    if (!asksForJson(args)) return run(args, input);
    const rest = args.filter((argument) => !asksForJson([argument]));
    const { stdout, stderr, exitCode } = await run([...flags, ...rest], input);
    const { diagnostics, messages } = takeDiagnostics(stderr);
    const isText = typeof stdout === 'string';
    const json: OutputJson = {
      version: 1,
      succeeded: exitCode === 0,
      output: isText ? stdout : null,
      bytes: isText ? null : Buffer.from(stdout).toString('base64'),
      diagnostics,
      messages,
    };
    return { stdout: jsonLine(json), stderr: '', exitCode };
  };
}

/** The JSON form of an error that the person can do something about; `null` for others. */
export function errorJson(error: unknown): ErrorJson | null {
  const json = (kind: ErrorJson['error']['kind'], message: string, diagnostics: readonly JsonDiagnostic[]) =>
    ({ version: 1, error: { kind, message, diagnostics } }) as const;
  if (error instanceof ModuleError) {
    const diagnostics = error.diagnostics.map(diagnosticToJson);
    const first = diagnostics.find(({ severity }) => severity === 'error');
    return json('module', first?.message ?? error.messages.trimEnd(), diagnostics);
  }
  if (error instanceof LimitError) return json('module', error.message, []);
  if (error instanceof ExecutionError) return json('module', error.message, []);
  if (error instanceof PipelineError) return json('pipeline', error.describe().trimEnd(), []);
  return error instanceof UsageError ? json('usage', error.message, []) : null;
}

function takeDiagnostics(stderr: string): Pick<OutputJson, 'diagnostics' | 'messages'> {
  const diagnostics: JsonDiagnostic[] = [];
  const others: string[] = [];
  for (const line of stderr.split(/(?<=\n)/)) {
    const diagnostic = line.startsWith('{"severity":') ? parseDiagnostic(line) : null;
    if (diagnostic === null) others.push(line);
    else diagnostics.push(diagnostic);
  }
  return { diagnostics, messages: others.join('') };
}

function parseDiagnostic(line: string): JsonDiagnostic | null {
  try {
    // Lines that begin like this are what diagnosticText writes.
    return JSON.parse(line) as JsonDiagnostic;
  } catch {
    return null;
  }
}
