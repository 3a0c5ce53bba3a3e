import { CollectiveCosts, type GroupedCollective, machineOfJson } from '@shardform/cost-model';
import { replicaGroups } from '@shardform/dialect-stablehlo';
import {
  DenseElementsAttr,
  elementByteWidth,
  lookUp,
  type ModuleOp,
  product,
  RankedTensorType,
  type Value,
} from '@shardform/ir-core';
import { contentionSeconds, type CostedCollective, secondsText, Study } from '@shardform/study';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createContext } from '../src/context.ts';
import { runTool } from '../src/run-tool.ts';
import { isHidden } from '../src/table/exposed-text.ts';
import { machineFile, NODES_OF_TWO } from './machine-file.ts';

const machine = machineOfJson('nodes.json', NODES_OF_TWO);
const path = machineFile(NODES_OF_TWO);
const budget = machineFile({ machine: path, time: '1s' });

const programs = ['../examples', '../../playground/src/examples']
  .flatMap((folder) => {
    const url = new URL(`${folder}/`, import.meta.url);
    return readdirSync(url).map((name) => [name, new URL(name, url)] as const);
  })
  .filter(([name]) => name.endsWith('.mlir') && name !== 'broken.mlir')
  .map(([name, url]) => [name, readFileSync(url, 'utf8')] as const)
  .filter(([, text]) => /sdy\.mesh|mhlo\.sharding/.test(text) && !text.includes('mpmd.'));

async function printed(text: string, ...args: string[]): Promise<string> {
  const stdin = new TextEncoder().encode(text);
  const { stdout, stderr, exitCode } = await runTool('shardform', args, { stdin, cwd: import.meta.dirname });
  expect([exitCode, exitCode === 0 ? '' : stderr]).toEqual([0, '']);
  return String(stdout);
}

// Each command has a schema of its own.
const jsonOf = async (text: string, ...args: string[]): Promise<unknown> =>
  JSON.parse(await printed(text, ...args, '--json'));

function measured(name: string, text: string) {
  const study = Study.read(name, text, createContext([]));
  return { study, ...study.measured(machine) };
}

const KINDS: ReadonlyMap<string, GroupedCollective> = new Map([
  ['all_gather', 'allgather'],
  ['all_reduce', 'allreduce'],
  ['reduce_scatter', 'reducescatter'],
  ['all_to_all', 'alltoall'],
]);

const bytesOf = (values: readonly Value[]): number =>
  values.reduce((sum, { type }) => {
    if (!(type instanceof RankedTensorType)) return sum;
    return sum + product(type.shape) * (elementByteWidth(type.elementType) ?? 1);
  }, 0);

/** The seconds of the collectives of the program of a device by kind, each executed once, with all of their groups together. */
function pricesByKind(local: ModuleOp): ReadonlyMap<string, number> {
  const costs = new CollectiveCosts(machine);
  const sums = new Map<string, number>();
  local.walk((op) => {
    const name = op.name.slice('stablehlo.'.length);
    const attribute = op.getAttr('replica_groups');
    if (!KINDS.has(name) || !(attribute instanceof DenseElementsAttr)) return;
    const kind = lookUp(KINDS, name);
    const groups = replicaGroups(attribute).map((group) =>
      group.filter((device) => device >= 0).map((device) => device + 1),
    );
    const bytes = bytesOf(kind === 'allgather' ? op.results : op.operandValues());
    sums.set(name, (sums.get(name) ?? 0) + costs.seconds(kind, groups, bytes));
  });
  return sums;
}

const sumOf = (collectives: readonly CostedCollective[], kind: string): number =>
  collectives.filter((own) => own.kind === kind).reduce((sum, { seconds }) => sum + (seconds ?? NaN), 0);

test.each(programs)('collectives of %s take the seconds of the cost model on nodes', (name, text) => {
  const { study, collectives } = measured(name, text);
  const { local } = study.partitioned();
  // Loops and calls repeat collectives.
  expect(collectives.filter(({ executions }) => executions !== 1)).toEqual([]);
  const prices = pricesByKind(local!);
  expect([...prices.keys()].toSorted()).toEqual([...new Set(collectives.map(({ kind }) => kind))].toSorted());
  for (const [kind, seconds] of prices)
    expect([kind, sumOf(collectives, kind) / seconds]).toEqual([kind, expect.closeTo(1, 9)]);
});

test('these collectives are of three kinds, among devices of one node and of several', () => {
  const perNode = NODES_OF_TWO.per_node;
  const found = new Set<string>();
  for (const [name, text] of programs)
    measured(name, text)
      .study.partitioned()
      .local!.walk((op) => {
        const attribute = op.getAttr('replica_groups');
        if (!(attribute instanceof DenseElementsAttr)) return;
        for (const group of replicaGroups(attribute))
          found.add(
            `${op.name} ${new Set(group.map((own) => Math.floor(own / perNode))).size > 1 ? 'across' : 'inside'}`,
          );
      });
  expect([...found].toSorted()).toEqual([
    'stablehlo.all_gather across',
    'stablehlo.all_gather inside',
    'stablehlo.all_reduce across',
    'stablehlo.reduce_scatter across',
  ]);
});

test.each(programs)('lists and reports have the seconds of each collective of %s', async (name, text) => {
  const { collectives, facts } = measured(name, text);
  const rows = (parts: readonly (readonly [string, number, number])[]) =>
    parts.toSorted((a, b) => a[0].localeCompare(b[0]) || a[1] - b[1] || a[2] - b[2]);
  // The step is longer for what links are shared for, too.
  const longer = ({ exposedSeconds, contention }: CostedCollective): number =>
    exposedSeconds! + contentionSeconds(contention!);
  const expected = rows(
    collectives.map((own) => [own.kind, longer(own), Math.max(0, own.seconds! - longer(own))]),
  );
  // Their schemas have these members.
  const listed = (await jsonOf(text, 'show', '-', '--collectives', '--machine', path)) as {
    collectives: { kind: string; seconds: number; hiddenSeconds: number }[];
  };
  expect(rows(listed.collectives.map((own) => [own.kind, own.seconds, own.hiddenSeconds]))).toEqual(expected);
  const report = await printed(text, 'report', '-', '--machine', path, '-o', '-');
  for (const own of collectives.length > 20 ? [] : collectives) {
    // What the step does not wait for is told by the time that is hidden.
    const told = isHidden(longer(own), own.seconds! - longer(own))
      ? `${secondsText(own.seconds!)} hidden`
      : secondsText(longer(own));
    expect(report).toMatch(new RegExp(`<td>${own.kind}</td>.*<td>${told}[<,]`));
  }
  const { facts: checked } = (await jsonOf(text, 'check', '-', '--budget', budget)) as { facts: unknown };
  expect(checked).toMatchObject({ time: facts.time, sent: facts.sent });
});

// Plans are made of the program after inlining, which changes nothing in these.
test.each(programs.filter(([name]) => /^(train|layers)\.mlir$/.test(name)))(
  'explanations and plans measure %s as it is simulated',
  async (name, text) => {
    const { facts, collectives } = measured(name, text);
    const seconds = facts.time!.seconds;
    const value = collectives[0]!.value!;
    // Their schemas have these members.
    const { communication } = (await jsonOf(text, 'explain', '-', value, '--cheaper', '--machine', path)) as {
      communication: { cheaper: { secondsNow: number } | null }[];
    };
    for (const { cheaper } of communication) if (cheaper !== null) expect(cheaper.secondsNow).toBe(seconds);
    const simulated = (await jsonOf(text, 'sim', '-', '--machine', path, '--partitioner', 'best')) as {
      seconds: number;
    };
    const { tried } = (await jsonOf(text, 'plan', '-', '--machine', path, '--partitioner', 'best')) as {
      tried: { isGiven: boolean; facts: { time: { seconds: number } } }[];
    };
    expect(tried.find(({ isGiven }) => isGiven)!.facts.time.seconds).toBe(simulated.seconds);
  },
);
