import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Answer, Given, McpTool } from './mcp/tool.ts';
import { serveMethods } from './serve/methods.ts';
import { StudyMemory } from './study-memory.ts';
import type { ToolInput } from './tool-io.ts';

// Every call is made twice, with and without what was asked before.
vi.setConfig({ testTimeout: 180_000 });

const input: ToolInput = { stdin: () => new Uint8Array(), cwd: '/', colour: false };

let fresh: readonly McpTool[];
let remembering: readonly McpTool[];

beforeAll(async () => {
  fresh = await serveMethods(input);
  remembering = await serveMethods({ ...input, studies: new StudyMemory() });
});

async function ask(methods: readonly McpTool[], name: string, given: Given): Promise<Answer> {
  return methods.find((method) => method.name === name)!.run(given);
}

const example = (name: string): string =>
  readFileSync(new URL(`../examples/${name}`, import.meta.url), 'utf8');

const warned = `module attributes {mhlo.num_partitions = 2 : i32} {
  func.func @main(%a: tensor<8xf32> {mhlo.sharding = "{devices=[2]0,1}"}) -> tensor<8xf32> {
    %0 = stablehlo.custom_call @unheard_of(%a) : (tensor<8xf32>) -> tensor<8xf32>
    %1 = call @f(%0) : (tensor<8xf32>) -> tensor<8xf32>
    %2 = call @f(%1) : (tensor<8xf32>) -> tensor<8xf32>
    return %2 : tensor<8xf32>
  }
  func.func private @f(%a: tensor<8xf32>) -> tensor<8xf32> {
    %0 = stablehlo.tanh %a : tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}`;

const undecided = `sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<?xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<?xf32> {
  %0 = stablehlo.tanh %a : tensor<?xf32>
  return %0 : tensor<?xf32>
}`;

const calls: readonly (readonly [string, Given])[] = [
  ['show', {}],
  ['explain', { value: '%0' }],
  ['partition', { emit: 'none' }],
  ['show', { as_written: true }],
  ['sim', { machine: 't3k', peak: true }],
  ['sim', {}],
  ['partition', { emit: 'stablehlo' }],
  ['show', { table: true }],
  ['show', { value: '%0' }],
  ['show', { collectives: true }],
  ['explain', { value: '%0', cheaper: true }],
  ['partition', { emit: 'sdy-collectives', machine: 'a100x8' }],
  ['show', { value: '%nothing' }],
  ['partition', { validate: true, seed: 1 }],
];

test.each([
  ['a training step', example('train.mlir')],
  ['a program that passes warn of', warned],
  ['one that cannot be partitioned', undecided],
  ['one that is no program', example('broken.mlir')],
])('answers about %s are the same whatever was asked before', async (_, program) => {
  for (const [name, given] of [...calls, ...calls.toReversed()])
    expect(await ask(remembering, name, { program, ...given })).toEqual(
      await ask(fresh, name, { program, ...given }),
    );
});

test('the last programs are kept, as far as they are not large', async () => {
  const memory = new StudyMemory();
  const methods = await serveMethods({ ...input, studies: memory });
  const program = example('train.mlir');
  await ask(methods, 'show', { program });
  let made = 0;
  const bytes = new TextEncoder().encode(program);
  const find = () =>
    // Of no machine and no partitioner.
    memory.study('  -', bytes, () => {
      made++;
      throw new Error('made anew');
    });
  expect(find().study.module).toBe(find().study.module);
  for (let i = 0; i < 4; i++) await ask(methods, 'show', { program: `${program}// ${i}\n` });
  expect(find).toThrow('made anew');
  expect(made).toBe(1);
});

test('the file of a machine is read again', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'machine-'));
  const methods = await serveMethods({ ...input, cwd, studies: new StudyMemory() });
  const seconds = async (gbps: number): Promise<number> => {
    const machine = { devices: 8, device: {}, default_gbps: gbps };
    writeFileSync(join(cwd, 'm.json'), JSON.stringify(machine));
    const { data } = await ask(methods, 'sim', { program: example('train.mlir'), machine: 'm.json' });
    return (data as { readonly seconds: number }).seconds;
  };
  expect(await seconds(10)).toBeGreaterThan(await seconds(100));
  rmSync(cwd, { recursive: true });
});
