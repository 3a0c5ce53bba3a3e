import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { builtinTools } from '../builtin/builtin-tools.ts';
import { Shell, type TraceEntry } from '../shell/shell.ts';
import type { Tool, ToolTable } from '../tool.ts';
import { FeatureExpressionError, evaluateFeatures } from './feature-expression.ts';
import { standardSubstitutions, substitute } from './substitution.ts';
import { type TestScript, TestScriptError, parseTestScript } from './test-script.ts';

/** The environment of a test. */
export interface LitOptions {
  /** The tools under test; they hide builtin commands of the same name. */
  readonly tools: ToolTable;
  /** Names that are true in `REQUIRES:`, `UNSUPPORTED:`, `XFAIL:` and `%if`. */
  readonly features?: ReadonlySet<string>;
  /** Further names for `RUN:` lines, such as `%models`. */
  readonly substitutions?: ReadonlyMap<string, string>;
  /** Asked for commands that are neither tools nor builtin. */
  readonly resolveTool?: (name: string) => Tool | undefined;
}

/** How a test went. `unresolved` tests cannot be run as they are written. */
export type LitStatus =
  'passed' | 'failed' | 'expected-failure' | 'unexpected-pass' | 'unsupported' | 'unresolved';

/** The result of a test; `report` explains in several lines why it is not `passed`, and is empty otherwise. */
export interface LitResult {
  readonly status: LitStatus;
  readonly report: string;
}

/** The longest stretch of one output that a report shows, in characters. */
const outputLimit = 8000;

function section(title: string, text: string): string {
  if (text.trim() === '') return '';
  const shown = text.length > outputLimit ? `${text.slice(0, outputLimit)}\n[...]\n` : text;
  return `# ${title}:\n${shown.endsWith('\n') ? shown : `${shown}\n`}`;
}

/** The failed command with what it wrote; the commands before it without. */
function describeTrace(trace: readonly TraceEntry[]): string {
  let report = '';
  for (const { words, exitCode, stdout, stderr } of trace) {
    report += `$ ${words.join(' ')}\n`;
    if (exitCode === 0) continue;
    report += `# exit code ${exitCode}\n${section('standard error', stderr)}`;
    report += section('standard output', Buffer.from(stdout).toString('utf8'));
  }
  return report;
}

/** Why a test is not run at all; null when it is. */
function unsupportedBecause(script: TestScript, features: ReadonlySet<string>): string | null {
  const missing = script.requires.filter((condition) => !evaluateFeatures(condition, features));
  if (missing.length > 0) return `required features are missing: ${missing.join(', ')}`;
  const present = script.unsupported.filter((condition) => evaluateFeatures(condition, features));
  return present.length > 0 ? `unsupported with these features: ${present.join(', ')}` : null;
}

async function runLines(
  script: TestScript,
  path: string,
  options: LitOptions,
  folder: string,
): Promise<string | null> {
  const features = options.features ?? new Set<string>();
  const names = new Map([...standardSubstitutions(path, folder), ...(options.substitutions ?? [])]);
  const tools = new Map([...builtinTools, ...options.tools]);
  const { resolveTool } = options;
  const shell = new Shell({ tools, cwd: folder, ...(resolveTool && { resolveTool }) });
  for (const { line, text } of script.runLines) {
    const command = substitute(text, line, names, features);
    if (command.trim() === '') continue;
    const before = shell.trace.length;
    const result = await shell.run(command);
    if (result.exitCode === 0) continue;
    const trace = describeTrace(shell.trace.slice(before));
    // The trace has every error that a command wrote; the rest is the shell's own.
    const own = trace === '' ? result.stderr : '';
    return `RUN: at line ${line}: ${command}\n${trace}${own}`;
  }
  return null;
}

/**
 * Runs the `RUN:` lines of a test file one after another, in a temporary folder that is removed.
 * Commands run in this process; the first line that fails decides.
 */
export async function runLitTest(file: string, options: LitOptions): Promise<LitResult> {
  const path = resolve(file);
  const features = options.features ?? new Set<string>();
  const folder = mkdtempSync(join(tmpdir(), 'shardform-lit-'));
  try {
    const script = parseTestScript(readFileSync(path, 'utf8'));
    const reason = unsupportedBecause(script, features);
    if (reason !== null) return { status: 'unsupported', report: reason };
    if (script.runLines.length === 0) return { status: 'unresolved', report: 'test has no RUN: line' };
    const report = await runLines(script, path, options, folder);
    const expectsFailure = script.expectedFailures.some(
      (condition) => condition === '*' || evaluateFeatures(condition, features),
    );
    if (report === null) {
      return expectsFailure
        ? { status: 'unexpected-pass', report: 'the test is marked XFAIL and passed' }
        : { status: 'passed', report: '' };
    }
    return { status: expectsFailure ? 'expected-failure' : 'failed', report };
  } catch (error) {
    if (error instanceof TestScriptError || error instanceof FeatureExpressionError) {
      return { status: 'unresolved', report: error.message };
    }
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
