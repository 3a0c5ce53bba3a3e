import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { commands } from '../commands.ts';
import { runTool } from '../run-tool.ts';
import type { TSchema } from 'typebox';
import { diagnosticSchema, errorSchema } from './diagnostic-schema.ts';
import { commandsWithJson, schemaPages } from './schema-pages.ts';

const all = await commandsWithJson(commands);

const reference = fileURLToPath(new URL('../../../../docs/reference/json', import.meta.url));
// `pnpm run docs` sets it.
const update = process.env.UPDATE_REFERENCE === '1';

describe('docs/reference/json is what the schemas say', () => {
  const pages = schemaPages(all);
  if (update) mkdirSync(reference, { recursive: true });
  for (const [name, text] of pages) {
    test(name, () => {
      if (update) writeFileSync(join(reference, name), text);
      expect(readFileSync(join(reference, name), 'utf8')).toBe(text);
    });
  }

  test('nothing else', () => {
    expect(readdirSync(reference).sort()).toEqual([...pages.keys()].sort());
  });
});

const folder = mkdtempSync(join(tmpdir(), 'shardform-json-'));
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });

const program = `sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
`;

const trainingRun = {
  model: { layers: 2, hidden: 64, heads: 4, ffn: 256, gated: false, vocab: 512, sequence: 64 },
  ...{ hardware: 'h100-80gb', devices: 2, batch: 4, fsdp: 2 },
};

const compiled = `HloModule main, num_partitions=2

ENTRY %main (a: f32[2]) -> f32[4] {
  %a = f32[2]{0} parameter(0)
  ROOT %g = f32[4]{0} all-gather(%a), channel_id=1, replica_groups={{0,1}}, dimensions={0}
}
`;

/** The event of a trace. */
const gatherEvent = {
  ...{ ph: 'X', pid: 1, tid: 1, name: 'g', ts: 1, dur: 2 },
  args: { hlo_op: 'g', hlo_module: 'main', run_id: '1', device_ordinal: '0' },
};

/** Arguments of commands that require more than a program. */
const calls: Readonly<Record<string, readonly string[]>> = {
  demo: ['-o', 'demo'],
  calibrate: [],
  machines: ['h100:2x8'],
  'dist simulate': ['p.mlir'],
  'dist search': ['--model', 'mlp-xs', '--batch', '64', '--devices', '2'],
  'dist show': ['p.mlir'],
  'dist train': ['run.json'],
  'dist train --search': ['gpt3-125m', '--search', '--machine', 'h100:1x1', '--batch', '1'],
  compare: ['p.mlir', 'p.mlir'],
  'compare --profile': ['run.trace.json', 'run.trace.json', '--profile', '--hlo', 'p.hlo', '--hlo', 'p.hlo'],
  bundle: ['p.mlir', '-o', 'bundle'],
  check: ['p.mlir', '--budget', 'budget.json'],
  compiled: ['p.mlir', '--hlo', 'p.hlo'],
  profile: ['run.trace.json', '--hlo', 'p.hlo', '--machine', 'h100:1x2'],
  opt: ['p.mlir', '-cse'],
  export: ['p.mlir', '--format', 'model-explorer', '-o', 'graph.json'],
  translate: ['p.mlir', '--serialize'],
  reduce: ['p.mlir', '--test', 'grep -q stablehlo.add', '-o', '-'],
  new: ['pass', 'a-pass'],
  'show FILE.ttnn': ['stages/program.ttnn'],
};

async function jsonOf(args: readonly string[]): Promise<unknown[]> {
  writeFileSync(join(folder, 'p.mlir'), program);
  writeFileSync(join(folder, 'p.hlo'), compiled);
  writeFileSync(join(folder, 'run.trace.json'), JSON.stringify([gatherEvent]));
  writeFileSync(join(folder, 'run.json'), JSON.stringify(trainingRun));
  writeFileSync(join(folder, 'budget.json'), '{"collectives": {"all_gather": 0}, "memory": 1}');
  const stdin = new Uint8Array();
  const { stdout } = await runTool('shardform', [...args, '--json'], { stdin, cwd: folder });
  return String(stdout)
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
}

function expectSchema(value: unknown, schema: TSchema): void {
  const validate = ajv.compile(schema);
  validate(value);
  expect(validate.errors).toBeNull();
}

describe('--json prints what the schema says', () => {
  beforeAll(async () => {
    writeFileSync(join(folder, 'p.mlir'), program);
    const args = ['tt', 'p.mlir', '--no-run', '-o', 'stages'];
    await runTool('shardform', args, { stdin: new Uint8Array(), cwd: folder });
  });

  for (const { command, json } of all) {
    const outputs = [{ flag: '', schema: json.schema }, ...json.variants];
    for (const { flag, schema } of outputs) {
      test(
        `shardform ${command.name} ${flag}`.trimEnd(),
        async () => {
          const call = `${command.name} ${flag}`.trimEnd();
          const flags = flag === '' ? [] : flag.split(' ');
          const given = calls[call] ?? [...(calls[command.name] ?? ['p.mlir']), ...flags];
          const values = await jsonOf([...command.name.split(' '), ...given]);
          expect(values.length).toBeGreaterThan(0);
          for (const value of values) expectSchema(value, schema);
        },
        30_000,
      );
    }
  }

  test('errors of the command line, of programs and of pipelines', async () => {
    const kinds: unknown[] = [];
    writeFileSync(join(folder, 'wrong.mlir'), 'func.func @f() { stablehlo.nothing }');
    for (const args of [
      ['show', 'missing.mlir'],
      ['show', 'wrong.mlir'],
      ['opt', 'p.mlir', '--pass-pipeline=builtin.module(nothing)'],
    ]) {
      const [value] = await jsonOf(args);
      expectSchema(value, errorSchema);
      kinds.push((value as { error: { kind: string } }).error.kind);
    }
    expect(kinds).toEqual(['usage', 'module', 'pipeline']);
  });

  test('diagnostics', async () => {
    const [value] = await jsonOf(['opt', 'wrong.mlir']);
    expectSchema(value, all.find(({ command }) => command.name === 'opt')!.json.schema);
    for (const diagnostic of (value as { diagnostics: unknown[] }).diagnostics)
      expectSchema(diagnostic, diagnosticSchema);
  });
});
