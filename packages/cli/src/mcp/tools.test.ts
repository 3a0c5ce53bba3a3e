import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { ToolInput } from '../tool-io.ts';
import { type Answer, argumentProblem, inputSchema } from './tool.ts';
import { mcpTools } from './tools.ts';

const program = 'func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> { return %a : tensor<4xf32> }';

const prioritized = `sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}p0]>}, %b: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}p1]>}) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}
`;

const outside = mkdtempSync(join(tmpdir(), 'shardform-mcp-'));
const folder = mkdtempSync(join(outside, 'root-'));
writeFileSync(join(folder, 'p.mlir'), program);
writeFileSync(join(outside, 'secret.mlir'), program);
symlinkSync(join(outside, 'secret.mlir'), join(folder, 'link.mlir'));
afterAll(() => rmSync(outside, { recursive: true }));

const input: ToolInput = { stdin: () => new Uint8Array(), cwd: outside, colour: false };

async function call(
  root: string | null,
  name: string,
  given: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  const tools = await mcpTools({ ...input, root });
  return tools.find((tool) => tool.name === name)!.run(given);
}

test('a tool reads the files of the root, and no others', async () => {
  expect(await call(folder, 'cost', { program: 'p.mlir' })).toMatchObject({ isError: false });
  for (const file of ['../secret.mlir', join(outside, 'secret.mlir'), 'link.mlir'])
    for (const given of [{ program: file }, { program, other: file }])
      expect(await call(folder, 'other' in given ? 'compare' : 'cost', given)).toMatchObject({
        isError: true,
        text: `cannot open input file '${file}': it is outside of '${folder}'`,
      });
  expect(await call(folder, 'cost', { program, machine: '../m.json' })).toMatchObject({ isError: true });
});

test('without a root no file is read', async () => {
  expect(await call(null, 'cost', { program: 'demo/step.mlir' })).toMatchObject({
    isError: true,
    text: "cannot open input file 'demo/step.mlir': this server reads no files; see 'mcp --root'",
  });
  expect(await call(null, 'cost', { program, machine: 'secret.json' })).toMatchObject({
    isError: true,
    text: "cannot open input file 'secret.json': this server reads no files; see 'mcp --root'",
  });
});

test('a tool writes no files', async () => {
  const pipeline = 'builtin.module(sdy-user-priority-propagate{module-dump-directory=dump})';
  const { text } = await call(folder, 'run_pipeline', { program: prioritized, pipeline });
  expect(text).toContain('this server writes no files');
  expect(readdirSync(outside).filter((name) => name === 'dump')).toEqual([]);
});

test('a path gives the answer of its text, messages included', async () => {
  const wrong = program.replace('return', 'retern');
  writeFileSync(join(folder, 'wrong.mlir'), wrong);
  for (const name of ['parse', 'verify', 'explain', 'picture', 'partition', 'cost', 'simulate']) {
    const [text, path] = [program, 'p.mlir'].map((own) => call(folder, name, { program: own }));
    const answer = await text!;
    expect(answer.isError).toBe(false);
    expect(await path!).toEqual(answer);
    expect(await call(folder, name, { program: 'wrong.mlir' })).toEqual(
      await call(folder, name, { program: wrong }),
    );
  }
});

test('a program on devices is compared with a reference that is text or a path', async () => {
  const doubled =
    'func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> { %0 = stablehlo.add %a, %a : tensor<4xf32> return %0 : tensor<4xf32> }';
  expect(await call(folder, 'simulate', { program, reference: 'p.mlir' })).toMatchObject({
    isError: false,
    text: expect.stringMatching(
      /^equal to the reference: 1 result on 1 device, largest difference 0\.0e\+0\nexecuted on /,
    ) as string,
  });
  expect(await call(folder, 'simulate', { program: 'p.mlir', reference: doubled })).toMatchObject({
    isError: true,
    text: expect.stringMatching(
      /^DIFFERENT from the reference in 1 of 1: 1 result on 1 device, .*\nshardform: error: output res0\[0\] differs: /,
    ) as string,
  });
});

test.each(['__proto__', 'constructor', 'toString'])("'%s' is no parameter", async (name) => {
  const tools = await mcpTools({ ...input, root: null });
  const given = JSON.parse(`{"program": "", "${name}": {"program": "", "other": "p.mlir"}}`) as Record<
    string,
    unknown
  >;
  const simulate = tools.find((tool) => tool.name === 'simulate')!;
  expect(argumentProblem(simulate, given)).toBe(`unknown parameter '${name}'`);
});

test('parameters are the flags of the command', async () => {
  const tools = await mcpTools({ ...input, root: null });
  const schema = inputSchema(tools.find(({ name }) => name === 'lower')!);
  expect(schema).toMatchObject({
    properties: {
      program: { type: 'string' },
      to: { type: 'string', enum: ['stablehlo', 'ttir', 'ttnn'] },
      seed: { type: 'integer' },
      deviation: { type: 'number' },
      no_run: { type: 'boolean' },
    },
    required: ['program'],
    additionalProperties: false,
  });
});

test('lowers a program and executes its stages', async () => {
  const { data, isError } = await call(null, 'lower', { program, mesh: '1x2', seed: 1 });
  expect(isError).toBe(false);
  expect(data).toMatchObject({ devices: 2, isEqual: true, stages: [{}, {}, { name: 'ttnn' }] });
});
