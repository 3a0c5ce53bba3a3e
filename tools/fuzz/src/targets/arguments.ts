import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTool } from '@shardform/cli';
import type { Random } from '../random.ts';
import type { Target } from './target.ts';

/** Commands that neither serve somebody nor start other programs. */
const COMMANDS = [
  ...['opt', 'show', 'explain', 'partition', 'run', 'sim', 'dist', 'tt', 'report', 'translate', 'highlight'],
  ...['validate', 'completion', 'help', 'runn', '', '-', '--version', '__proto__'],
];

const VALUES = [
  ...[
    '',
    '0',
    '-1',
    '1',
    '0.5',
    '1e400',
    'NaN',
    'Infinity',
    '9007199254740993',
    '1KiB',
    '1XiB',
    '0x10',
    ' ',
    '\n',
  ],
  ...[
    'x',
    'main',
    '@main',
    '%0',
    '-',
    '--',
    '.',
    '..',
    'no/such/file.mlir',
    '*',
    't3k',
    'json',
    'true',
    'null',
  ],
  ...[
    '[',
    '[dense<1> : tensor<2xi32>]',
    'builtin.module(',
    'a=b',
    'a,b',
    '{}',
    '{"a":',
    '\0',
    'é',
    '__proto__',
  ],
];

const PROGRAMS = ['', 'module {}', 'func.func @main() { return }', 'x', '\0'];

const flagsByCommand = new Map<string, readonly string[]>();
let folder: string | null = null;

/** Command lines with little or no program behind them. */
export const commandLines: Target = {
  summary: 'command lines: flags, values, files that there are not',
  inputOf: (random) => new TextEncoder().encode(random.pick(PROGRAMS)),
  async execute(input, _context, random) {
    const cwd = (folder ??= mkdtempSync(join(tmpdir(), 'shardform-arguments-')));
    const command = random.pick(COMMANDS);
    const flags = await flagsOf(command);
    const args = [command, ...Array.from({ length: random.below(5) }, () => argument(random, flags))];
    const { exitCode, stderr, stdout } = await runTool('shardform', args, { stdin: input, cwd });
    const problem = problemOf(exitCode, stderr, stdout.length);
    return problem === null ? null : `${JSON.stringify(args)}: ${problem}`;
  },
};

function problemOf(exitCode: number, stderr: string, written: number): string | null {
  if (stderr.includes('internal error') || /\n\s+at \S+ \(/.test(stderr)) return stderr.slice(0, 500);
  if (exitCode === 0) return null;
  if (exitCode !== 1 && exitCode !== 2) return `ends with ${exitCode}: ${stderr.slice(0, 300)}`;
  return stderr === '' && written === 0 ? `ends with ${exitCode} and says nothing` : null;
}

/** The flags that a command's help text names. */
async function flagsOf(command: string): Promise<readonly string[]> {
  const known = flagsByCommand.get(command);
  if (known !== undefined) return known;
  const { stdout } = await runTool('shardform', [command, '--help'], {
    stdin: new Uint8Array(),
    cwd: tmpdir(),
  });
  // What writes files or starts programs is not called at random.
  const found = [...new Set(String(stdout).match(/--?[a-z][a-z0-9-]*/g) ?? [])].filter(
    (name) =>
      !/^--?(o|out.*|output|html|.*dir|save.*|load|help|h|trace|serve|open|config|engine|processes|python|workers)$/.test(
        name,
      ),
  );
  flagsByCommand.set(command, found);
  return found;
}

function argument(random: Random, flags: readonly string[]): string {
  if (flags.length === 0 || random.below(3) === 0) return random.pick(VALUES);
  const name = random.pick(flags);
  const changed = random.below(10) === 0 ? `${name}x` : name;
  return random.below(2) === 0 ? changed : `${changed}=${random.pick(VALUES)}`;
}
