import { expect, test } from 'vitest';
import { writeBytecode, parseModule } from '@shardform/ir-core';
import { createContext } from '../src/context.ts';
import { runTool } from '../src/run-tool.ts';
import type { ToolResult } from '../src/tool-io.ts';

const text = (content: string): Uint8Array => new TextEncoder().encode(content);

function run(content: string | Uint8Array, ...args: readonly string[]): Promise<ToolResult> {
  const stdin = typeof content === 'string' ? text(content) : content;
  return runTool('shardform', args, { stdin, cwd: '.' });
}

const EMPTY = 'func.func @foo() {return}';
const NESTED = 'module { module { func.func @foo() {return} } }';
const LOOP = 'func.func @main() { cf.br ^a\n^a: cf.br ^a }';
const IDENTITY = 'func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> { return %a : tensor<4xf32> }';
const HUGE = `sdy.mesh @m = <[${Array.from({ length: 40 }, (_, i) => `"a${i}"=1000000000`).join(', ')}]>
${IDENTITY}`;
const INSIDE =
  "module must have entry func with name main; its functions stand in a module inside of it, as those of a device's program do: take the program that it was made from";

test.each([
  [NESTED, ['show', '-'], `shardform: error: '-': ${INSIDE}`],
  [NESTED, ['explain', '-'], `shardform: error: '-': ${INSIDE}`],
  [
    'module {}',
    ['show', '-'],
    "shardform: error: '-': module must have entry func with name main; it has no function with a body: expected a func.func",
  ],
  [
    LOOP,
    ['sim', '-'],
    "<stdin>:1:21: error: 'cf.br' goes on in another block, which is not simulated: use stablehlo.while, stablehlo.if and stablehlo.case",
  ],
  [
    HUGE,
    ['show', '-'],
    "<stdin>:1:1: error: mesh @m has over 1.8e+308 devices, more than the 65,536 allowed; --limit-devices raises the limit; 'shardform opt' propagates shardings on meshes of any size",
  ],
  [
    IDENTITY,
    ['opt', ''],
    'shardform: error: expected the name of a file, but it is empty; is a variable not set?',
  ],
  [
    IDENTITY,
    ['partition', '-', '-o', ''],
    'shardform: error: expected the name of a file, but it is empty; is a variable not set?',
  ],
  [IDENTITY, ['report', '-', '-o'], "shardform: error: flag '-o' requires a value"],
  [
    IDENTITY,
    ['sim', '-', '-o', 'x'],
    "shardform: error: unknown flag '-o'; run 'shardform sim --help' for the flags",
  ],
  [
    IDENTITY,
    ['run', '-', '--limit-time', '1e-9'],
    'shardform: error: stopped after 1e-9 s; --limit-time raises the limit',
  ],
  [
    IDENTITY,
    ['run', '-', '--limit-devices', '0.5'],
    "shardform: error: flag '--limit-devices' expects a whole number above 0, or none, got '0.5'",
  ],
])('%j with %j: %s', async (program, args, message) => {
  const { stderr, exitCode } = await run(program, ...args);
  expect(stderr.split('\n')[0]).toBe(message);
  expect(exitCode).toBe(1);
});

test('says that a time of nothing is none', async () => {
  const { stdout, stderr } = await run(EMPTY, 'sim', '-');
  expect(stdout).toContain('0 s ');
  expect(stderr).toBe('warning: nothing in the program takes time: no operation computes or communicates\n');
});

test('takes an axis of one device as fitting all sizes', async () => {
  const program = (size: number): string => `sdy.mesh @m = <["x"=${size}]>
func.func @main(%a: tensor<5xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> tensor<5xf32> { return %a : tensor<5xf32> }`;
  expect((await run(program(1), 'show', '-')).stdout).not.toContain('does not fit');
  expect((await run(program(2), 'show', '-')).stdout).toContain('does not fit the sizes');
});

test.each([
  ['UTF-32', [0xff, 0xfe, 0, 0, 0x6d, 0, 0, 0]],
  ['UTF-32', [0, 0, 0xfe, 0xff, 0, 0, 0, 0x6d]],
  ['UTF-16', [0xff, 0xfe, 0x6d, 0]],
])('names text in %s', async (name, bytes) => {
  expect((await run(Uint8Array.from(bytes), 'opt', '-')).stderr).toBe(
    `shardform: error: '<stdin>' is text in ${name}, not MLIR; convert it to UTF-8: iconv -f ${name} -t UTF-8 FILE\n`,
  );
});

test('says what to do about bytecode that is cut off', async () => {
  const context = createContext();
  const bytes = writeBytecode(parseModule(IDENTITY, context)!, context);
  const { stderr } = await run(bytes.subarray(0, 100), 'opt', '-');
  expect(stderr).toMatch(/<stdin>:0:0: note: the file is cut off or damaged: copy it or write it again\n$/);
});

test('names the file of an ONNX model that is refused', async () => {
  // A model of one opset, version 2^63, without a graph.
  const opset = Uint8Array.of(0x42, 11, 0x10, ...new Array<number>(9).fill(0x80), 1);
  const { stderr } = await run(opset, 'translate', '--from-onnx', '-');
  expect(stderr).toBe(
    '<stdin>:0:0: error: the model is of opset -9223372036854776000, which ONNX does not have\n',
  );
});
