import { spawn } from 'node:child_process';
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { delimiter } from 'node:path';
import { type Tool, type ToolResult } from '@shardform/lit';
import type { WorkerSetup } from './messages.ts';

/** Returns whether a file begins with `#!`. */
function isScript(path: string): boolean {
  if (!path.includes('/') || !statSync(path, { throwIfNoEntry: false })?.isFile()) return false;
  const head = Buffer.alloc(2);
  const file = openSync(path, 'r');
  readSync(file, head);
  closeSync(file);
  return head.toString() === '#!';
}

/** A script as a tool; it is started as a program and finds the tools under test as programs too. */
function scriptTool(path: string, { programs, timeoutSeconds }: WorkerSetup): Tool {
  return (args, { stdin, cwd }) =>
    new Promise<ToolResult>((resolve, reject) => {
      const env = { ...process.env, PATH: `${programs}${delimiter}${process.env.PATH ?? ''}` };
      const child = spawn('bash', [path, ...args], {
        cwd,
        env,
        timeout: timeoutSeconds * 1000,
        killSignal: 'SIGKILL',
      });
      const stdout: Buffer[] = [];
      const stderr: Buffer[] = [];
      child.stdout.on('data', (data: Buffer) => stdout.push(data));
      child.stderr.on('data', (data: Buffer) => stderr.push(data));
      child.on('error', reject);
      child.on('close', (code) => {
        resolve({
          stdout: Buffer.concat(stdout),
          stderr: Buffer.concat(stderr).toString(),
          exitCode: code ?? 1,
        });
      });
      // A script that does not read its input closes it early.
      child.stdin.on('error', () => undefined);
      child.stdin.end(stdin);
    });
}

/** Finds tests' own shell scripts by the path a test calls them by. */
export function resolveScript(setup: WorkerSetup): (name: string) => Tool | undefined {
  return (name) => (isScript(name) ? scriptTool(name, setup) : undefined);
}
