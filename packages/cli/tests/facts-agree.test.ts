import { type Machine, machineOfJson, machinePresets } from '@shardform/cost-model';
import { readdirSync, readFileSync } from 'node:fs';
import { deviceCount } from '@shardform/inspect';
import { bytesText } from '@shardform/ir-core';

import { chipAt, type Facts, partitionSteps, Study } from '@shardform/study';
import { expect, test } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { defaultMachine } from '../src/distribution/workload.ts';
import { collectiveLenses } from '../src/lsp/collective-lenses.ts';
import { timeOnMachine } from '../src/lsp/time-on-machine.ts';
import { DocumentFacts } from '../src/lsp/documents.ts';
import { hover } from '../src/lsp/hover.ts';
import { commandTool } from '../src/mcp/command-tool.ts';
import { createContext } from '../src/context.ts';
import { runTool } from '../src/run-tool.ts';
import { sim } from '../src/sim/sim.ts';
import type { ToolInput } from '../src/tool-io.ts';
import { machineFile, NODES_OF_TWO } from './machine-file.ts';

/** A grid, and nodes that the groups of collectives span, with the name or file of each. */
const MACHINES: readonly (readonly [flag: string, Machine])[] = [
  ['galaxy', machinePresets.galaxy!()],
  [machineFile(NODES_OF_TWO), machineOfJson('nodes.json', NODES_OF_TWO)],
];

/** Read as other operations: custom calls, and GSPMD's shardings with a part of the sizes of one device. */
const GSPMD = `module @gspmd attributes {mhlo.num_partitions = 4 : i32} {
  func.func @main(%a: tensor<8x2xf32> {mhlo.sharding = "{devices=[4,1]<=[4]}"}) -> tensor<8x2xf32> {
    %e = stablehlo.custom_call @mhlo.erf(%a) : (tensor<8x2xf32>) -> tensor<8x2xf32>
    %s = stablehlo.custom_call @Sharding(%e) {mhlo.sharding = "{devices=[4,1]<=[4]}"} : (tensor<8x2xf32>) -> tensor<8x2xf32>
    %l = stablehlo.custom_call @SPMDFullToShardShape(%s) {mhlo.sharding = "{manual}"} : (tensor<8x2xf32>) -> tensor<2x2xf32>
    %m = stablehlo.custom_call @mhlo.tan(%l) : (tensor<2x2xf32>) -> tensor<2x2xf32>
    %k = stablehlo.custom_call @Sharding(%m) {mhlo.sharding = "{manual}"} : (tensor<2x2xf32>) -> tensor<2x2xf32>
    %g = stablehlo.custom_call @SPMDShardToFullShape(%k) {mhlo.sharding = "{devices=[4,1]<=[4]}"} : (tensor<2x2xf32>) -> tensor<8x2xf32>
    %r = stablehlo.custom_call @Sharding(%g) {mhlo.sharding = "{replicated}"} : (tensor<8x2xf32>) -> tensor<8x2xf32>
    return %r : tensor<8x2xf32>
  }
}`;
/** A rule that a custom call of unknown cost has as an attribute. */
const RULE = `sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %r = stablehlo.custom_call @own(%a) {sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i, j]) {i=8, j=2}, custom>} : (tensor<8x2xf32>) -> tensor<8x2xf32>
  %t = stablehlo.custom_call @mhlo.tan(%r) : (tensor<8x2xf32>) -> tensor<8x2xf32>
  return %t : tensor<8x2xf32>
}`;

const programs = ['../examples', '../../playground/src/examples']
  .flatMap((folder) => {
    const url = new URL(`${folder}/`, import.meta.url);
    return readdirSync(url).map((name) => [name, new URL(name, url)] as const);
  })
  .filter(([name]) => name.endsWith('.mlir') && name !== 'broken.mlir')
  .map(([name, url]) => [name, readFileSync(url, 'utf8')] as const)
  .concat([['gspmd.mlir', GSPMD]])
  // Calls whose meshes passes choose cost nothing yet.
  .filter(([, text]) => !text.includes('mpmd.call'));

const input: ToolInput = { stdin: () => new Uint8Array(), cwd: import.meta.dirname, colour: false };

/** What is compared: the numbers that every surface shows. */
function numbersOf({ devices, time, memory, sent, collectives }: Facts) {
  return { devices, time, memory, sent, collectives };
}

async function jsonOf(
  command: string,
  text: string,
  machine: string,
  ...args: string[]
): Promise<{ facts: Facts }> {
  const { stdout, stderr, exitCode } = await runTool(
    'shardform',
    [command, '-', '--machine', machine, ...args, '--json'],
    {
      stdin: new TextEncoder().encode(text),
      cwd: import.meta.dirname,
    },
  );
  expect([exitCode, exitCode === 0 ? '' : stderr]).toEqual([0, '']);
  // The schemas of both commands have facts.
  return JSON.parse(String(stdout)) as { facts: Facts };
}

/** The collectives that the programs have on nodes, by kind: what there is to compare. */
const COLLECTIVES = [
  ['gpt_train.mlir', { all_reduce: 24 }],
  ['layers.mlir', { all_gather: 1, all_reduce: 6, reduce_scatter: 1 }],
  ['mlp.mlir', { all_gather: 1, all_reduce: 1 }],
  ['step.mlir', {}],
  ['train.mlir', { all_reduce: 4 }],
  ['attention.mlir', { all_reduce: 1 }],
  ['conflict.mlir', { all_gather: 2 }],
  ['manual-computation.mlir', { all_reduce: 1 }],
  ['mlp.mlir', { all_reduce: 1 }],
  ['sequential-mlp.mlir', {}],
  ['tenstorrent.mlir', {}],
  // The operand of erf, before it is divided by hand, and what the program returns.
  ['gspmd.mlir', { all_gather: 2 }],
] as const;

test('the programs that are compared have times, memory and collectives on a machine of nodes', () => {
  const found = programs.map(([name, text]) => {
    const { facts, collectives } = Study.read(name, text, createContext([])).measured(MACHINES[1]![1]);
    expect(facts).toMatchObject({
      time: { seconds: expect.any(Number) as number },
      memory: { bytes: expect.any(Number) as number },
    });
    expect(collectives.filter(({ seconds }) => seconds === null || seconds <= 0)).toEqual([]);
    expect(collectives.length).toBe(facts.collectives.count);
    return [name, Object.fromEntries(facts.collectives.byKind.map(({ kind, count }) => [kind, count]))];
  });
  expect(MACHINES[1]![1].topology.kind).toBe('nodes');
  expect(found).toEqual(COLLECTIVES);
});

const programsOnMachines = MACHINES.flatMap(([flag, machine]) =>
  programs.map(([name, text]) => [name, machine.name, { text, flag, machine }] as const),
);

test.each(programsOnMachines)('every surface has the same numbers of %s on %s', async (name, _, given) => {
  const { text, flag, machine } = given;
  const study = Study.read(name, text, createContext([]));
  const expected = numbersOf(study.measured(machine).facts);
  expect(expected.time).not.toBeNull();
  expect(expected.memory).not.toBeNull();
  expect(numbersOf((await jsonOf('sim', text, flag)).facts)).toEqual(expected);
  expect(numbersOf((await jsonOf('study', text, flag)).facts)).toEqual(expected);
  // What is placed on devices already is not partitioned.
  if (!text.includes('!dist.tensor'))
    expect(numbersOf((await jsonOf('partition', text, flag, '--emit', 'none')).facts)).toEqual(expected);
  const { data } = await commandTool(sim, sim.tool!, input).run({ program: text, machine: flag });
  // The schema of the tool has facts.
  expect(numbersOf((data as { facts: Facts }).facts)).toEqual(expected);
  expect(await reportNumbers(text, flag)).toEqual({
    devices: [expected.devices],
    seconds: expected.time === null ? [] : [expected.time.seconds],
    peak: expected.memory === null ? [] : [expected.memory.bytes],
    sent: [expected.sent.bytes],
    axis: expected.sent.byAxis.map(({ bytes }) => bytes),
    collectives: [expected.collectives.count],
  });
});

test.each(programs.filter(([, text]) => /sdy\.mesh|mhlo\.sharding/.test(text)))(
  'a lens above the main function tells the numbers of %s',
  (name, text) => {
    const study = Study.read(name, text, createContext([]));
    const { module } = study;
    const { facts } = study.measured(defaultMachine(module, deviceCount(module)));
    const document = new DocumentFacts(TextDocument.create(name, 'mlir', 1, text), () => createContext([]));
    const titles = collectiveLenses(document).map(({ command }) => command?.title);
    expect(titles).toContainEqual(
      expect.stringContaining(
        ` · step ${timeOnMachine(facts.time!.seconds, facts.time!.machine)}, simulated · peak memory of a device ${bytesText(facts.memory!.bytes)}`,
      ),
    );
    const communication =
      facts.collectives.count === 0
        ? 'no collectives'
        : new RegExp(`^${facts.collectives.count} collectives?, .*${bytesText(facts.sent.bytes)} per device`);
    expect(titles).toContainEqual(expect.stringMatching(communication));
  },
);

test.each([
  ...programs.filter(([, text]) => /sdy\.|mhlo\.sharding/.test(text)),
  ['rule.mlir', RULE] as const,
])('values have the shardings of the study in an editor and in explanations: %s', async (name, text) => {
  const study = Study.read(name, text, createContext([]));
  const { stage } = study.run(partitionSteps[0]!);
  const document = new DocumentFacts(TextDocument.create(name, 'mlir', 1, text), () => createContext([]));
  let compared = 0;
  for (const [offset, values] of study.model.values)
    for (const [i, value] of values.entries()) {
      const id = study.identities.source.idOf(value);
      const chip = stage === null ? null : chipAt(study, stage, id);
      const shown = document.shardingsAt(offset)[i] ?? null;
      const axes = chip?.dims.map(({ axes: own }) => own.join());
      expect([id, axesOf(shown?.axes)]).toEqual([id, axes]);
      const hovered = await hover(document, offset + 1);
      if (shown !== null) expect(JSON.stringify(hovered)).toContain(JSON.stringify(shown.axes).slice(1, -1));
      const [traced] = study.explain(id);
      if (traced !== undefined && axes?.some((own) => own !== '') === true) {
        expect([id, traced.chip?.dims.map(({ axes: own }) => own.join())]).toEqual([id, axes]);
        compared++;
      }
    }
  expect(compared > 0 || stage === null || !text.includes('sdy.sharding')).toBe(true);
});

/** Axes of each dimension, of `[{"x"}, {}]`. */
function axesOf(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  const dims = text.match(/\{[^}]*\}/g) ?? [];
  return dims.map((dim) => dim.slice(1, -1).replaceAll('"', '').replaceAll(', ', ','));
}

/** The numbers of a report's page, by what they are of. */
async function reportNumbers(text: string, machine: string): Promise<Record<string, number[]>> {
  const args = ['report', '-', '--machine', machine, '-o', '-'];
  const { stdout } = await runTool('shardform', args, {
    stdin: new TextEncoder().encode(text),
    cwd: import.meta.dirname,
  });
  const of = (name: string): number[] =>
    [...String(stdout).matchAll(new RegExp(`<data class="${name}" value="([^"]+)">`, 'g'))].map(([, value]) =>
      Number(value),
    );
  const names = ['devices', 'seconds', 'peak', 'sent', 'axis', 'collectives'];
  return Object.fromEntries(names.map((name) => [name, of(name)]));
}
