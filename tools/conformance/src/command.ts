// One tool as a program, for the shell scripts among the tests: `command TOOL ARGUMENT...`.
import { readFileSync } from 'node:fs';
import { builtinTools } from '@shardform/lit';
import { cliTools } from './cli-tools.ts';

const [name = '', ...args] = process.argv.slice(2);
const tool = cliTools.get(name) ?? builtinTools.get(name);
if (!tool) throw new Error(`no tool '${name}'`);
const stdin = process.stdin.isTTY ? new Uint8Array() : readFileSync(0);
const { stdout, stderr, exitCode } = await tool(args, { stdin, cwd: process.cwd() });
process.stdout.write(stdout);
process.stderr.write(stderr);
process.exitCode = exitCode;
