import {
  computingDevices,
  machineFamilies,
  machineKey,
  machineOfJson,
  machinePresets,
  namedMachine,
} from '@shardform/cost-model';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { runTool } from '../run-tool.ts';

const cwd = mkdtempSync(join(tmpdir(), 'shardform-machines-'));
afterAll(() => rmSync(cwd, { recursive: true }));

async function machines(...args: readonly string[]) {
  const input = { stdin: new Uint8Array(), cwd };
  const { stdout, stderr, exitCode } = await runTool('shardform', ['machines', ...args], input);
  return { stdout: String(stdout), stderr, exitCode };
}

/** The error of a machine that a file describes. */
async function problemOf(text: string): Promise<string> {
  writeFileSync(join(cwd, 'm.json'), text);
  const { stdout, stderr, exitCode } = await machines('m.json');
  expect([stdout, exitCode]).toEqual(['', 1]);
  return stderr;
}

const device = { kind: 'own', flops: 1e14, dram: 1e12, launch: 1e-6, memory: 8e10 };
const OWN = {
  name: 'own',
  device: {
    ...device,
    rates: { f8: 2e14 },
    efficiency: { products: 0.5, memory: 0.8, source: 'a stopwatch' },
  },
  ...{ nodes: 4, per_node: 2, inside_gbps: 800, between_gbps: 200, cards: 2 },
  ...{ inside_latency: 1e-6, between_latency: 1e-5 },
};

describe('without a name', () => {
  test('lists each preset with its devices, and the devices of which any number can be named', async () => {
    const { stdout } = await machines();
    const lines = stdout.trimEnd().split('\n');
    const rows = lines.slice(1, lines.indexOf('')).map((line) => line.split(/ +/).slice(0, 2));
    expect(rows).toEqual(
      Object.entries(machinePresets).map(([name, make]) => [name, String(computingDevices(make()))]),
    );
    expect(lines.at(-1)).toBe(`Of any size: ${machineFamilies.join(', ')}.`);
  });

  test('has no description to write', async () => {
    expect((await machines('-o', 'x.json')).stderr).toContain("flag '--output' needs a machine");
  });
});

describe('with a name', () => {
  test.each([...Object.keys(machinePresets), 'h100:3x8', 'tpuv4:2x2x4', 'tpuv5e:4@16x16'])(
    'prints %s as JSON that is the same machine',
    async (name) => {
      const { stdout } = await machines(name);
      expect(machineKey(machineOfJson('m.json', JSON.parse(stdout)))).toBe(machineKey(namedMachine(name)!));
    },
  );

  test('writes a file that is a machine', async () => {
    expect(await machines('a100:2x4', '-o', 'a.json')).toEqual({ stdout: '', stderr: '', exitCode: 0 });
    const { stdout } = await machines('a.json');
    expect(stdout).toBe(readFileSync(join(cwd, 'a.json'), 'utf8'));
  });

  test('prints what a file describes, with all that it leaves out', async () => {
    writeFileSync(join(cwd, 'own.json'), JSON.stringify(OWN));
    expect(JSON.parse((await machines('own.json')).stdout)).toEqual(OWN);
    writeFileSync(join(cwd, 'grid.json'), '{"grid": [2, 2], "device": {"flops": 1e14}}');
    expect(JSON.parse((await machines('grid.json')).stdout)).toMatchObject({
      ...{ name: 'grid.json', grid: [2, 2], wraps: false, default_gbps: 25, latency: 0 },
      device: { kind: 'gpu', flops: 1e14, dram: 9e11, launch: 1e-5 },
    });
  });

  test('answers other programs with the description', async () => {
    writeFileSync(join(cwd, 'own.json'), JSON.stringify(OWN));
    const { stdout } = await machines('own.json', '--json');
    expect(JSON.parse(stdout)).toEqual({
      version: 1,
      families: [...machineFamilies],
      machines: [
        {
          ...{ name: 'own', devices: 8, description: OWN },
          rates: 'calibrated: products at 50 %, memory at 80 % of the peak (from a stopwatch; error unknown)',
        },
      ],
    });
  });

  test.each([
    ['h100', "unknown machine 'h100'; say how many, such as 'h100x8' or 'h100:2x8'"],
    ['h10:2x8', "unknown machine 'h10:2x8'; did you mean 'h100:2x8'?"],
    ['galaxi', "unknown machine 'galaxi'; did you mean 'galaxy'?"],
    [
      'a100:8x32',
      "machine 'a100:8x32' has nodes of 32 devices, of at most 16; shapes are NODESxDEVICES, such as 'a100:32x8'",
    ],
    ['h100:12', "machine 'h100:12' has the shape '12' where NODESxDEVICES was expected, such as 2x8"],
    ['tpuv5e:4x4x4', "has the shape '4x4x4' where a slice was expected, such as 16x16 or 2@16x16"],
    ['absent.json', "'absent.json'"],
  ])('refuses %s', async (name, problem) => {
    const { stdout, stderr, exitCode } = await machines(name);
    expect([stdout, stderr, exitCode]).toEqual(['', expect.stringContaining(problem), 1]);
  });
});

test.each([
  ['{"nodes": 2', "'m.json' is not JSON"],
  [
    JSON.stringify({
      ...OWN,
      device: { ...device, efficiency: { accuracy: [{ steps: 0, mean_error: 0.1 }] } },
    }),
    "m.json: 'steps' of entry 0 of the accuracy of the efficiency of 'device' is not a whole number above 0",
  ],
  ['[]', 'm.json is not an object'],
  [
    JSON.stringify({ ...OWN, betwen_gbps: 1 }),
    "m.json has the unknown field 'betwen_gbps'; did you mean 'between_gbps'?",
  ],
  [
    JSON.stringify({ ...OWN, device: { ...device, rates: { f8: 0 } } }),
    "m.json: 'f8' of the rates of 'device' is not above 0; leave it out if it is not known",
  ],
  [
    JSON.stringify({ ...OWN, inside_gbps: 0 }),
    "m.json: 'inside_gbps' is not above 0; leave it out if it is not known",
  ],
  [
    '{"devices": 7, "per_node": 2}',
    "m.json: 'per_node' is 2, which does not divide 7 'devices'; give the number of 'nodes' and of the devices of each",
  ],
  [
    '{"nodes": 1, "per_node": 7, "cards": 2}',
    "m.json: 'cards' is 2, which does not divide the 7 devices of a node; several cards of one device count as one",
  ],
  [
    '{"nodes": 100000, "per_node": 8}',
    'm.json: the machine has 800,000 devices, more than the 65,536 allowed',
  ],
  [
    '{"devices": 2, "links": [[1, 2, 100]]}',
    "'m.json' has links of pairs of devices, which only its own file describes",
  ],
])('%s is refused with its field, the reason and a remedy', async (text, problem) => {
  expect(await problemOf(text)).toContain(problem);
});
