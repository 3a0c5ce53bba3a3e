import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runTool } from '../src/run-tool.ts';

const folder = mkdtempSync(join(tmpdir(), 'shardform-wrong-'));
afterAll(() => rmSync(folder, { recursive: true }));
const budget = join(folder, 'budget.json');
writeFileSync(budget, '{"collectives": {}}');

/** Commands that read one program as a user has written it, with what else they have to be given. */
const COMMANDS_OF_PROGRAMS: readonly (readonly string[])[] = [
  ['study', '-'],
  ['explain', '-'],
  ['partition', '-'],
  ['sim', '-'],
  ['plan', '-', '--devices', '2'],
  ['check', '-', '--budget', budget],
  ['compare', '-', '--sharding', '%0=x'],
  ['report', '-', '-o', '/nowhere/report.html'],
  ['bundle', '-', '-o', '/nowhere/bundle'],
  ['dist', 'simulate', '-'],
  ['dist', 'search', '-', '--devices', '2', '--batch-args', '0'],
];

/** Commands that read one program, with what else they have to be given. */
const COMMANDS: readonly (readonly string[])[] = [
  ...COMMANDS_OF_PROGRAMS,
  ['show', '-'],
  ['show', '-', '--collectives'],
  ['run', '-'],
  ['tt', '-'],
  ['export', '-', '--format', 'model-explorer', '-o', '/nowhere/graph.json'],
];

const WRITE = 'write the program of a JAX function with jax.jit(f).lower(*args).as_text(debug_info=True)';
const FORMATS = 'expected MLIR text, MLIR bytecode or a file of jax.export';

/** Kinds of files that hold no program, with the complaint about each. */
const KINDS: Readonly<Record<string, readonly [content: string | Uint8Array, message: string]>> = {
  'an empty file': ['', `'<stdin>' is empty (0 bytes); ${WRITE}`],
  'a blank file': [' \n\n', `'<stdin>' has nothing but white space; ${WRITE}`],
  'a Python program': [
    'import jax\nprint(jax.devices())\n',
    "'<stdin>' is a Python program, not MLIR; let it write the StableHLO of the same function: jax.jit(f).lower(*args).as_text(debug_info=True)",
  ],
  'a Python program that begins with a text': [
    '"""A step of training: params.x %loss"""\nimport jax\n\nprint(jax.numpy.ones(3))\n',
    "'<stdin>' is a Python program, not MLIR; let it write the StableHLO of the same function: jax.jit(f).lower(*args).as_text(debug_info=True)",
  ],
  'a jaxpr': [
    '{ lambda ; a:f32[8]. let b:f32[8] = sin a in (b,) }',
    "'<stdin>' is a jaxpr, not MLIR; write the StableHLO of the same function: jax.jit(f).lower(*args).as_text(debug_info=True)",
  ],
  'a budget': [
    '{ "collectives": { "all_reduce": 0 } }',
    `'<stdin>' is JSON, not MLIR; budgets are given with --budget, machines with --machine, beside the program: ${WRITE}`,
  ],
  'a list in JSON': [
    '[1, 2]',
    `'<stdin>' is JSON, not MLIR; budgets are given with --budget, machines with --machine, beside the program: ${WRITE}`,
  ],
  'a configuration in YAML': [
    'mesh:\n  data: 4\nmodel: llama\n',
    `'<stdin>' is text without an operation, not MLIR; ${WRITE}`,
  ],
  'a table': ['name,bytes\nw,12\n', `'<stdin>' is text without an operation, not MLIR; ${WRITE}`],
  'a note': [
    'Remember to shard the optimizer\n',
    `'<stdin>' is text without an operation, not MLIR; ${WRITE}`,
  ],
  'the name of a file': [
    'demo/step.mlir\n',
    "'<stdin>' has the name of a file in it, 'demo/step.mlir', in place of a program; give that file, or its text",
  ],
  'an image': [
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10),
    `'<stdin>' is a PNG image, not MLIR; ${FORMATS}`,
  ],
  'unknown bytes': [
    Uint8Array.from({ length: 64 }, (_, i) => 1 + (i % 7)),
    `'<stdin>' is a binary file of an unknown format, or one that is cut off, not MLIR; expected MLIR text, MLIR bytecode, a whole file of jax.export, or HLO as text or protobuf`,
  ],
  'arrays of NumPy': [
    Uint8Array.from('PK\u0003\u0004'.padEnd(26, '\0') + '\u0008\0\0\0arg0.npy', (own) => own.charCodeAt(0)),
    "'<stdin>' is an npz file, not MLIR; it holds arrays: pass it with --in to `shardform run` beside a program",
  ],
};

const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content;

describe.each(COMMANDS.map((words) => [words.join(' '), words] as const))('shardform %s', (_, words) => {
  test.each(Object.entries(KINDS))(
    'says of %s what it is and what to do',
    async (_kind, [content, message]) => {
      const { stderr, exitCode } = await runTool('shardform', words, { stdin: bytesOf(content), cwd: '/' });
      expect(stderr).toBe(`shardform: error: ${message}\n`);
      expect(exitCode).toBe(1);
    },
  );
});

const LOWERED = 'this command takes the program that it was lowered from';
const SHOWN = "and 'shardform show -' draws its tensors";
const MESH = `sdy.mesh @mesh = <["x"=2]>
func.func @main(%x: tensor<32x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<32x32xf32> {
  %0 = stablehlo.exponential %x : tensor<32x32xf32>
  return %0 : tensor<32x32xf32>
}`;

/** Files of the stages of the lowering for Tenstorrent, with the complaint about each. */
const STAGES: Readonly<Record<string, readonly [file: string, message: string]>> = {
  TTIR: [
    '2-ttir.mlir',
    `'<stdin>' is a program in TTIR, lowered for devices of Tenstorrent: 'shardform tt - --golden' compares the numbers of its operations, ${SHOWN}; ${LOWERED}`,
  ],
  TTNN: [
    '3-ttnn.mlir',
    `'<stdin>' is a program in TTNN, lowered for devices of Tenstorrent: 'shardform tt - --profile' tells its time and memory, ${SHOWN}; ${LOWERED}`,
  ],
  'a binary': [
    'program.ttnn',
    `'<stdin>' is a binary for Tenstorrent's runtime: 'shardform tt - --profile' tells its time and memory, and 'shardform show -' lists its operations; ${LOWERED}`,
  ],
};

describe('a program that was lowered for a mesh of Tenstorrent', () => {
  beforeAll(async () => {
    const words = ['tt', '-', '-o', folder, '--no-run'];
    expect(await runTool('shardform', words, { stdin: bytesOf(MESH), cwd: '/' })).toMatchObject({
      exitCode: 0,
    });
  });
  const answer = (words: readonly string[], file: string) =>
    runTool('shardform', words, { stdin: readFileSync(join(folder, file)), cwd: '/' });

  describe.each(COMMANDS_OF_PROGRAMS.map((words) => [words.join(' '), words] as const))(
    'is refused by shardform %s, with what takes it',
    (_, words) => {
      test.each(Object.entries(STAGES))('%s', async (_kind, [file, message]) => {
        const { stderr, exitCode } = await answer(words, file);
        expect(stderr).toBe(`shardform: error: ${message}\n`);
        expect(exitCode).toBe(1);
      });
    },
  );

  test.each(['2-ttir.mlir', '3-ttnn.mlir'])('is executed: %s', async (file) => {
    expect(await answer(['run', '-'], file)).toMatchObject({ exitCode: 0, stderr: '' });
  });

  test('is not executed as a binary, which has the tensors of one device', async () => {
    const { stderr, exitCode } = await answer(['run', '-'], 'program.ttnn');
    expect(stderr).toBe(
      "shardform: error: '<stdin>' is a binary for Tenstorrent's runtime on a mesh of 1x2 devices: 'shardform run' executes the stage that it was written from, 3-ttnn.mlir in the folder of 'shardform tt PROGRAM -o FOLDER', and 'shardform tt - --golden' compares the numbers of its operations\n",
    );
    expect(exitCode).toBe(1);
  });
});

const STEP = `func.func @main(%w: tensor<8x8xf32> {jax.arg_info = "state['m']['w']", jax.buffer_donor = true}, %x: tensor<4x8xf32> {jax.arg_info = "x"}) -> tensor<4x8xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}`;
/** A step that gives back its state, which is not donated. */
const UPDATED = `func.func @main(%w: tensor<8x8xf32> {jax.arg_info = "state['m']['w']"}, %x: tensor<4x8xf32> {jax.arg_info = "x"}) -> (tensor<8x8xf32> {jax.result_info = "result['m']['w']"}) {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.add %w, %0 : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}`;
const SPLIT = `sdy.mesh @mesh = <["data"=256]>
func.func @main(%x: tensor<256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}]>}) -> tensor<256xf32> {
  %0 = stablehlo.tanh %x : tensor<256xf32>
  return %0 : tensor<256xf32>
}`;

test.each([
  [
    SPLIT,
    'sim - --machine a100x8',
    "shardform: error: machine 'a100x8' has 8 devices, and 256 are needed; name more nodes of it: 'a100:32x8'",
  ],
  [
    SPLIT,
    'sim - --machine t3k',
    "shardform: error: machine 't3k' has 8 devices, and 256 are needed; 'shardform machines' lists others, and those that can have any size",
  ],
  [
    STEP,
    'plan - --devices 2 --memory 12',
    "shardform: error: flag '--memory' expects a size with a unit, got '12'; write 12GB or 12GiB, or 12B for bytes",
  ],
  [
    STEP,
    'dist search - --devices 2 --batch-args 0',
    "shardform: error: flag '--batch-args': argument 0, state['m']['w'], is donated, so it is state that the step updates, not a batch; did you mean 1? @main has 2 arguments (0: tensor<8x8xf32>, 1: tensor<4x8xf32>)",
  ],
  [
    UPDATED,
    'dist search - --devices 2 --batch-args 0',
    "shardform: error: flag '--batch-args': argument 0, state['m']['w'], has its next value in result['m']['w'], so it is state that the step updates, not a batch; did you mean 1? @main has 2 arguments (0: tensor<8x8xf32>, 1: tensor<4x8xf32>)",
  ],
])('%# a program that does not fit what is asked: %s with %s', async (program, words, message) => {
  const { stderr, exitCode } = await runTool('shardform', words.split(' '), {
    stdin: bytesOf(program),
    cwd: '/',
  });
  expect(stderr.split('\n')[0]).toBe(message);
  expect(exitCode).toBe(1);
});

test('a program without shardings says how they are had', async () => {
  const { stdout } = await runTool('shardform', ['partition', '-', '--emit', 'none'], {
    stdin: bytesOf(STEP),
    cwd: '/',
  });
  expect(stdout).toBe(`a program for 1 device
as it was given
no communication: nothing in the program says how arrays are split; lower it with shardings of its arguments (jax.jit's in_shardings, or arrays that have some), or let 'shardform plan FILE --devices 8' choose them
`);
});
