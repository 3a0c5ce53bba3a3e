import { expect, test } from 'vitest';
import { runTool } from '../src/run-tool.ts';
import type { ToolResult } from '../src/tool-io.ts';

function run(text: string, args: readonly string[], colour = false): Promise<ToolResult> {
  return runTool('shardform', args, { stdin: new TextEncoder().encode(text), cwd: '.', colour });
}

/** Controls other than line ends, and overrides of the direction of writing. */
const CONTROLS = /[\0-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;

const NAMED = `sdy.mesh @"m\\1B[2J" = <["x\\07"=2]>
func.func @"main"(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@"m\\1B[2J", [{"x\\07"}]>}) -> tensor<4xf32> {
  %0 = stablehlo.abs %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}`;

test.each([[['show', '-']], [['sim', '-']], [['explain', '-']], [['partition', '-']], [['run', '-']]])(
  'no command writes a control character of a name to a terminal: %s',
  async (args) => {
    const { stdout, stderr, exitCode } = await run(NAMED, args);
    expect(exitCode).toBe(0);
    expect(String(stdout)).not.toMatch(CONTROLS);
    expect(stderr).not.toMatch(CONTROLS);
  },
);

test('shows the name of a mesh with controls escaped, and colours for other names only', async () => {
  const { stdout } = await run(NAMED, ['show', '-'], true);
  expect(String(stdout)).toContain('m\\1B[2J');
  expect(String(stdout).replaceAll(/\u001b\[[\d;]*m/g, '')).not.toMatch(CONTROLS);
  const plain = NAMED.replaceAll('\\1B[2J', '').replaceAll('\\07', '');
  expect(String((await run(plain, ['show', '-'], true)).stdout)).toContain('\u001b[');
});

test('escapes controls in the names of files', async () => {
  const { stderr } = await run('', ['opt', 'a\u001b[2J\u202eb.mlir']);
  expect(stderr).toBe(
    "shardform: error: cannot open input file 'a\\1B[2J\\E2\\80\\AEb.mlir': No such file or directory\n",
  );
});

test('escapes controls in JSON as JSON does', async () => {
  const { stdout } = await run('', ['run', 'a\u009b\u202eb.mlir', '--json']);
  expect(String(stdout)).toContain('a\\u009b\\u202eb.mlir');
});

test('abridges a message with a name of megabytes, in JSON, too', async () => {
  const name = 'n'.repeat(2_000_000);
  const { stderr } = await run(`func.func @f() { call @${name}() : () -> () return }`, ['opt', '-']);
  expect(stderr).toContain(`'func.call' op '${'n'.repeat(100)}`);
  expect(stderr).toContain(' characters) ... n');
  expect(stderr.length).toBeLessThan(3000);
  const json = await run('', ['run', `${name}.mlir`, '--json']);
  expect(String(json.stdout).length).toBeLessThan(2000);
});

test('shows the first hundred errors and how many there are', async () => {
  const functions = Array.from(
    { length: 130 },
    (_, i) => `func.func @f${i}(%a: tensor<2xf32>) -> tensor<3xf32> { return %a : tensor<2xf32> }`,
  ).join('\n');
  for (const command of ['opt', 'run']) {
    const { stderr } = await run(functions, [command, '-']);
    expect(stderr.match(/: error: /g)).toHaveLength(100);
    expect(stderr.trimEnd().split('\n').at(-1)).toBe('shardform: note: and 30 more errors are not shown');
  }
  const { stderr } = await run(functions, ['opt', '-', '--diagnostics-format=json']);
  expect(stderr.trimEnd().split('\n')).toHaveLength(130);
});
