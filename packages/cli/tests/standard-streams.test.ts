import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { programArguments } from './program.ts';

// Processes are started.
vi.setConfig({ testTimeout: 180_000 });

const folder = mkdtempSync(join(tmpdir(), 'streams-'));
let command: readonly string[];

const program = `sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}
`;

beforeAll(async () => {
  command = await programArguments();
  writeFileSync(join(folder, 'p.mlir'), program);
}, 180_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** The redirections of a process's streams. */
interface Streams {
  /** A redirection of the shell that it is started with. */
  readonly redirection?: string;
  /** Those whose readers leave before anything comes. */
  readonly broken?: readonly ('stdout' | 'stderr')[];
}

/** Runs the command to its end. */
async function outcome(args: readonly string[], { redirection = '', broken = [] }: Streams) {
  const child = spawn('sh', ['-c', `exec "$@" ${redirection}`, 'sh', process.execPath, ...command, ...args], {
    cwd: folder,
  });
  // A client that says nothing and leaves.
  child.stdin.on('error', () => undefined).end();
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  for (const name of broken) child[name].destroy();
  const [code] = (await once(child, 'exit')) as [number | null];
  await new Promise(setImmediate);
  return { code, stdout, stderr };
}

/** One command of each way to be written, and its exit code when all is well. */
const FAMILIES: readonly (readonly [name: string, args: readonly string[], code: number])[] = [
  ['opt', ['opt', 'p.mlir'], 0],
  ['a command', ['run', 'p.mlir'], 0],
  ['one that starts threads', ['run', 'p.mlir', '--workers', '2'], 0],
  ['one of a group', ['dist', 'simulate', '--model', 'mlp-xs', '--batch', '64', '--degrees', '2/1/1/1'], 0],
  ['one that prints bytes', ['opt', 'p.mlir', '--emit-bytecode'], 0],
  ['a server of agents', ['mcp'], 0],
  // The protocol asks for it when an editor leaves without a word.
  ['a server of an editor', ['lsp', '--stdio'], 1],
];

describe.skipIf(process.platform === 'win32')('with streams that are closed', () => {
  test.each(FAMILIES)('%s ends as it would', async (_, args, code) => {
    const silent = { code, stdout: '', stderr: '' };
    expect(await outcome(args, { redirection: '<&- >&- 2>&-' })).toEqual(silent);
    expect(await outcome(args, { broken: ['stdout', 'stderr'] })).toEqual(silent);
  });

  test('what belongs to one stream does not go to the other', async () => {
    const wrong = {
      code: 1,
      stdout: '',
      stderr: "shardform: error: cannot open input file 'missing.mlir': No such file or directory\n",
    };
    for (const streams of [{ redirection: '>&-' }, { broken: ['stdout'] }] as const)
      expect(await outcome(['opt', 'missing.mlir'], streams)).toEqual(wrong);
    for (const streams of [{ redirection: '2>&-' }, { broken: ['stderr'] }] as const)
      expect(await outcome(['opt', 'missing.mlir'], streams)).toEqual({ ...wrong, stderr: '' });
  });

  test('the playground is not served where nobody learns its address', async () => {
    expect(await outcome(['play', '--no-open'], { broken: ['stdout'] })).toEqual({
      code: 1,
      stdout: '',
      stderr: 'shardform: error: cannot write the output: Broken pipe\n',
    });
  });
});
