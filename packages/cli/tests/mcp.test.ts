import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { programArguments } from './program.ts';

// Processes are started.
vi.setConfig({ testTimeout: 30_000 });

const program = `sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
`;

const root = mkdtempSync(join(tmpdir(), 'shardform-mcp-'));
writeFileSync(join(root, 'step.mlir'), program);

const client = new Client({ name: 'test', version: '1.0.0' });

beforeAll(async () => {
  const args = [...(await programArguments()), 'mcp', '--root', root];
  await client.connect(new StdioClientTransport({ command: process.execPath, args }));
}, 180_000);

afterAll(async () => {
  await client.close();
  rmSync(root, { recursive: true });
});

/** The answer of a tool; errors have their data as text. */
async function call(name: string, given: Record<string, unknown>) {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: given });
  const [first, second] = content as readonly { readonly text: string }[];
  const data: unknown = isError === true ? JSON.parse(second!.text) : structuredContent;
  return { text: first!.text, data, isError };
}

describe('shardform mcp', () => {
  test('lists its tools', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'upload',
      'parse',
      'verify',
      'run_pipeline',
      'study',
      'explain',
      'picture',
      'partition',
      'cost',
      'compare',
      'plan',
      'train_run',
      'simulate_strategy',
      'search_strategies',
      'machines',
      'simulate',
      'lower',
    ]);
    expect(JSON.stringify({ tools }).length).toBeLessThanOrEqual(12_000);
  });

  test('a path, a text and a handle give the same answer', async () => {
    const uploaded = await call('upload', { program });
    const { handle } = uploaded.data as { handle: string };
    for (const [name, more] of [
      ['verify', {}],
      ['explain', { value: '%0' }],
      ['partition', {}],
      ['cost', { machine: 't3k' }],
      ['simulate', { seed: 3 }],
      ['compare', { other: 'step.mlir' }],
    ] as const) {
      const answer = await call(name, { program, ...more });
      expect(answer.isError).toBe(false);
      for (const own of ['step.mlir', handle])
        expect(await call(name, { program: own, ...more })).toEqual(answer);
    }
    expect(await call('verify', { program: 'mlir:000000000000' })).toMatchObject({
      isError: true,
      text: "no program is kept under the handle 'mlir:000000000000': upload it again",
    });
    expect(await call('verify', { program: '../step.mlir' })).toMatchObject({ isError: true });
  });

  test('describes a machine', async () => {
    const { data } = await call('machines', { name: 'h100:2x8' });
    expect(data).toMatchObject({ machines: [{ name: 'h100:2x8', devices: 16, description: { nodes: 2 } }] });
    const { text, isError } = await call('machines', { name: 'h10:2x8' });
    expect([isError, text]).toEqual([true, "unknown machine 'h10:2x8'; did you mean 'h100:2x8'?"]);
  });

  test('parses', async () => {
    const { text, isError } = await call('parse', { program: 'func.func @f() { return }' });
    expect(isError).toBe(false);
    expect(text).toBe('the program is right:\nmodule {\n  func.func @f() {\n    return\n  }\n}\n');
  });

  test('tells all problems with places', async () => {
    const { text, isError } = await call('verify', { program: program.replace('add %a', 'addd %a') });
    expect(isError).toBe(true);
    expect(text).toBe("3:8: error: custom op 'stablehlo.addd' is unknown\n");
  });

  test('runs pipelines', async () => {
    const pipeline = 'builtin.module(sdy-propagation-pipeline)';
    const { text } = await call('run_pipeline', { program, pipeline });
    expect(text).toContain('sdy.sharding_per_value<[<@mesh, [{"x"}]>]>');
    const wrong = await call('run_pipeline', { program, pipeline: 'builtin.module(cze)' });
    expect(wrong).toMatchObject({ isError: true, data: { version: 1, error: { kind: 'pipeline' } } });
  });

  test('explains shardings', async () => {
    const { data } = await call('explain', { program, value: '%0' });
    expect(data).toMatchObject({ values: [{ value: '%0', axes: [{ dimension: 0, axis: '"x"' }] }] });
  });

  test('simulates', async () => {
    const { text, isError } = await call('simulate', { program, seed: 3 });
    expect(isError).toBe(false);
    expect(text).toContain('executed on 2 simulated devices');
  });

  test('answers others while one works, and nothing to a call that is cancelled', async () => {
    const endless = `func.func @main(%a: tensor<i32>) -> tensor<i32> {
      %c = stablehlo.constant dense<1> : tensor<i32>
      %t = stablehlo.constant dense<true> : tensor<i1>
      %0 = stablehlo.while(%i = %a) : tensor<i32>
        cond { stablehlo.return %t : tensor<i1> }
        do { %n = stablehlo.add %i, %c : tensor<i32> stablehlo.return %n : tensor<i32> }
      return %0 : tensor<i32>
    }`;
    const controller = new AbortController();
    const endlessCall = client.callTool({ name: 'simulate', arguments: { program: endless } }, undefined, {
      signal: controller.signal,
    });
    const { isError } = await call('verify', { program });
    expect(isError).toBe(false);
    controller.abort();
    await expect(endlessCall).rejects.toThrow();
    expect(await client.ping()).toEqual({});
  });

  test('refuses arguments that a tool does not take', async () => {
    await expect(call('parse', { program: 5 })).rejects.toThrow("-32602: parameter 'program' is no string");
    await expect(call('parse', {})).rejects.toThrow("-32602: parameter 'program' is missing");
    expect(await call('explain', { program, value: '-h' })).toMatchObject({
      isError: true,
      text: "the file has no value '-h'; it has %a, %0",
    });
  });

  test('tells time and memory on a machine', async () => {
    const { data } = await call('cost', { program, machine: 't3k' });
    expect(data).toMatchObject({ machine: 't3k', devices: 2, peakMemory: { device: 0 } });
    const wrong = await call('cost', { program, machine: 'galaxi' });
    expect(wrong).toMatchObject({ isError: true, data: { error: { kind: 'usage' } } });
  });

  const reversed = program.replace('%0 = stablehlo.add %a, %a', '%0 = stablehlo.reverse %a, dims = [0]');

  test('lists collectives, and gives the program on request', async () => {
    const { text, data } = await call('partition', { program: reversed });
    expect(text).toMatch(
      /^2 devices, 1 collective, each device sends 8 B\na program for 2 devices\npartitioned as XLA would, predicted\n\ncommunication, .*\n +8 B +collective_permute/,
    );
    expect(data).toMatchObject({
      output: null,
      totals: { bytes: 8 },
      collectives: [{ reason: expect.any(String) as string }],
    });
    const emitted = await call('partition', { program: reversed, emit: 'stablehlo' });
    expect(emitted.text).toContain('tensor<2xf32>');
    await expect(call('partition', { program, emit: 'hlo' })).rejects.toThrow("parameter 'emit' is none of");
  });

  test('compares two programs', async () => {
    const { text, data } = await call('compare', { program: reversed, other: program, machine: 't3k' });
    expect(text).toMatch(/^each device sends 8 B -> 0 B, .* a step on t3k; collectives: 1 gone, 0 added; /);
    expect(text).toMatch(/\nbytes that a device sends {2}8 B -> 0 B\n/);
    expect(text).toMatch(/\nonly in the first program:\n +8 B +collective_permute/);
    expect(data).toMatchObject({
      before: { devices: 2, bytes: 8, executions: 1 },
      after: { devices: 2, bytes: 0, executions: 0 },
      gone: [{ kind: 'collective_permute' }],
      added: [],
    });
    const wrong = await call('compare', { program, other: 'func.func {' });
    expect(wrong).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^other:1:11: error: /) as string,
    });
    expect(await call('compare', { program, other: program, machine: 'galaxi' })).toMatchObject({
      isError: true,
    });
  });

  test('draws one value', async () => {
    const { text } = await call('picture', { program, value: '%0' });
    expect(text).toMatch(/^%0 : tensor<4xf32>/);
  });

  test('draws', async () => {
    const { text, data } = await call('picture', { program });
    expect(text).toContain('argument 0 : tensor<4xf32>');
    expect(data).toMatchObject({ version: 1, mesh: { deviceCount: 2 } });
  });

  test('refuses what it does not know', async () => {
    await expect(call('pars', {})).rejects.toThrow("unknown tool 'pars'");
    await expect(call('parse', { programm: '' })).rejects.toThrow("parameter 'program' is missing");
    await expect(call('parse', { program, genric: true })).rejects.toThrow(
      "unknown parameter 'genric'; did you mean 'generic'?",
    );
  });
});
