import { Buffer } from 'node:buffer';
import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { toBytes } from '../byte-string.ts';
import type { Tool, ToolResult, ToolTable } from '../tool.ts';
import { expandGlob } from './glob.ts';
import { parseScript } from './parser.ts';
import {
  type Command,
  type Pipeline,
  type Redirection,
  type Script,
  ShellSyntaxError,
  type Word,
} from './syntax.ts';

/** The outcome of a command. */
export interface CommandResult {
  readonly stdout: Uint8Array;
  readonly stderr: string;
  readonly exitCode: number;
  /** Whether the tool threw instead of ending. */
  readonly crashed: boolean;
}

/** A command that ran, for reports on failures. */
export interface TraceEntry extends CommandResult {
  readonly words: readonly string[];
}

/** How a shell finds its commands. */
export interface ShellOptions {
  readonly tools: ToolTable;
  /** Asked for commands that are not in the table; may start programs. */
  readonly resolveTool?: (name: string) => Tool | undefined;
  /** The folder scripts start in, absolute. */
  readonly cwd: string;
}

const nothing = new Uint8Array();
const crashCode = 134;
const notFoundCode = 127;

const failure = (stderr: string, exitCode: number): CommandResult => {
  return { stdout: nothing, stderr, exitCode, crashed: false };
};

const success = (stdout: Uint8Array): CommandResult => ({ stdout, stderr: '', exitCode: 0, crashed: false });

function systemMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Runs scripts whose commands are functions of this process. One shell is one working folder. */
export class Shell {
  /** Every command that ran, in order. */
  readonly trace: TraceEntry[] = [];
  private readonly options: ShellOptions;
  private cwd: string;

  constructor(options: ShellOptions) {
    this.options = options;
    this.cwd = options.cwd;
  }

  /** Runs a script's text; a script that cannot be read ends with 2. */
  async run(text: string, stdin: Uint8Array = nothing): Promise<CommandResult> {
    let script: Script;
    try {
      script = parseScript(text);
    } catch (error) {
      if (error instanceof ShellSyntaxError) return failure(`shell: ${error.message}\n`, 2);
      throw error;
    }
    return this.runScript(script, stdin);
  }

  private async runScript(script: Script, stdin: Uint8Array): Promise<CommandResult> {
    const outputs: Uint8Array[] = [];
    let stderr = '';
    let last = success(nothing);
    for (const { when, pipeline } of script) {
      if (when !== 'always' && (last.exitCode === 0) !== (when === 'success')) continue;
      last = await this.runPipeline(pipeline, stdin);
      outputs.push(last.stdout);
      stderr += last.stderr;
    }
    return { ...last, stdout: Buffer.concat(outputs), stderr };
  }

  /** Runs the commands one after another; fails when any of them fails, as under `pipefail`. */
  private async runPipeline({ negated, commands }: Pipeline, stdin: Uint8Array): Promise<CommandResult> {
    let input = stdin;
    let stderr = '';
    let exitCode = 0;
    let crashed = false;
    for (const command of commands) {
      const result = await this.runCommand(command, input);
      input = result.stdout;
      stderr += result.stderr;
      crashed ||= result.crashed;
      if (result.exitCode !== 0) exitCode = result.exitCode;
    }
    if (negated) exitCode = exitCode === 0 ? 1 : 0;
    return { stdout: input, stderr, exitCode, crashed };
  }

  private async runCommand(
    { words, group, redirections }: Command,
    stdin: Uint8Array,
  ): Promise<CommandResult> {
    let input = stdin;
    try {
      for (const { stream, target } of redirections) {
        if (stream !== 'stdin' || target.kind !== 'file') continue;
        input = readFileSync(await this.redirectionPath(target.path));
      }
      const result = group
        ? await this.runScript(group, input)
        : await this.execute(await this.expand(words), input);
      return await this.redirect(result, redirections);
    } catch (error) {
      // Only the files of redirections fail here; tools that throw are crashes.
      return failure(`shell: ${systemMessage(error)}\n`, 1);
    }
  }

  private async redirect(
    result: CommandResult,
    redirections: readonly Redirection[],
  ): Promise<CommandResult> {
    let { stdout, stderr } = result;
    for (const { stream, target, append } of redirections) {
      if (stream === 'stdin') continue;
      if (target.kind === 'file') {
        // Errors are not buffered, so they precede the output.
        const both = Buffer.concat([toBytes(stderr), stdout]);
        const data = { stdout, stderr: toBytes(stderr), both }[stream];
        const path = await this.redirectionPath(target.path);
        if (append) appendFileSync(path, data);
        else writeFileSync(path, data);
        if (stream !== 'stderr') stdout = nothing;
        if (stream !== 'stdout') stderr = '';
      } else if (stream === 'stderr' && target.kind === 'stdout') {
        stdout = Buffer.concat([toBytes(stderr), stdout]);
        stderr = '';
      } else if (stream === 'stdout' && target.kind === 'stderr') {
        stderr += Buffer.from(stdout).toString('utf8');
        stdout = nothing;
      }
    }
    return { ...result, stdout, stderr };
  }

  private async redirectionPath(word: Word): Promise<string> {
    const [path = ''] = await this.expand([word]);
    return path === '/dev/null' ? path : resolve(this.cwd, path);
  }

  private async expand(words: readonly Word[]): Promise<readonly string[]> {
    const expanded: string[] = [];
    for (const word of words) {
      let text = '';
      let isPattern = false;
      for (const segment of word) {
        if (segment.kind === 'output') {
          const { stdout } = await this.runScript(segment.script, nothing);
          text += Buffer.from(stdout).toString('utf8').replace(/\n+$/, '');
        } else {
          text += segment.text;
          isPattern ||= !segment.quoted && /[*?]/.test(segment.text);
        }
      }
      if (isPattern) expanded.push(...expandGlob(text, this.cwd));
      else expanded.push(text);
    }
    return expanded;
  }

  private async execute(words: readonly string[], stdin: Uint8Array): Promise<CommandResult> {
    const [name = '', ...args] = words;
    switch (name) {
      case 'cd':
        return this.changeFolder(args);
      case 'not':
        return this.runNegated(args, stdin);
      case 'env':
        return this.runInEnvironment(args, stdin);
      case 'xargs':
        return this.runWithArguments(args, stdin);
      default:
        return this.runTool(name, args, stdin);
    }
  }

  private async runTool(name: string, args: readonly string[], stdin: Uint8Array): Promise<CommandResult> {
    const { tools, resolveTool } = this.options;
    const tool = tools.get(name) ?? tools.get(basename(name)) ?? resolveTool?.(name);
    let result = failure(`shell: ${name}: command not found\n`, notFoundCode);
    if (tool) {
      try {
        const ended: ToolResult = await tool(args, { stdin, cwd: this.cwd });
        result = { ...ended, stdout: toBytes(ended.stdout), crashed: false };
      } catch (error) {
        const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
        result = {
          stdout: nothing,
          stderr: `${name} crashed: ${stack}\n`,
          exitCode: crashCode,
          crashed: true,
        };
      }
    }
    this.trace.push({ words: [name, ...args], ...result });
    return result;
  }

  private changeFolder(args: readonly string[]): CommandResult {
    const folder = resolve(this.cwd, args[0] ?? '.');
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
      return failure(`cd: ${folder}: no such folder\n`, 1);
    }
    this.cwd = folder;
    return success(nothing);
  }

  /** `not COMMAND` succeeds when the command fails properly, `not --crash COMMAND` when it crashes. */
  private async runNegated(args: readonly string[], stdin: Uint8Array): Promise<CommandResult> {
    const wantsCrash = args[0] === '--crash';
    const result = await this.execute(wantsCrash ? args.slice(1) : args, stdin);
    const asWanted = wantsCrash ? result.crashed : result.exitCode !== 0 && !result.crashed;
    return { ...result, exitCode: asWanted ? 0 : 1, crashed: false };
  }

  /** Tools read no environment, so that `env NAME=value` only steps over its own words. */
  private async runInEnvironment(args: readonly string[], stdin: Uint8Array): Promise<CommandResult> {
    let at = 0;
    while (at < args.length && (args[at]!.includes('=') || args[at]!.startsWith('-')))
      at += args[at] === '-u' ? 2 : 1;
    return at < args.length ? this.execute(args.slice(at), stdin) : success(nothing);
  }

  /** `xargs COMMAND` adds the words of the input; `xargs -I{} COMMAND` runs once for each line. */
  private async runWithArguments(args: readonly string[], stdin: Uint8Array): Promise<CommandResult> {
    const text = Buffer.from(stdin).toString('utf8');
    const [option = ''] = args;
    if (!option.startsWith('-I')) {
      return this.execute([...args, ...text.split(/\s+/).filter((word) => word !== '')], nothing);
    }
    const mark = option.length > 2 ? option.slice(2) : (args[1] ?? '{}');
    const command = args.slice(option.length > 2 ? 1 : 2);
    const outputs: Uint8Array[] = [];
    let last = success(nothing);
    for (const line of text.split('\n').filter((each) => each.trim() !== '')) {
      last = await this.execute(
        command.map((word) => word.replaceAll(mark, line)),
        nothing,
      );
      outputs.push(last.stdout);
      if (last.exitCode !== 0) break;
    }
    return { ...last, stdout: Buffer.concat(outputs) };
  }
}
