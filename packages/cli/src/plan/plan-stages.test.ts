import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { trainingStep } from '../../tests/training-step.ts';
import { runTool } from '../run-tool.ts';
import type { ToolResult } from '../tool-io.ts';

const folder = mkdtempSync(join(tmpdir(), 'shardform-plan-stages-'));
afterAll(() => rmSync(folder, { recursive: true }));

function shardform(...args: string[]): Promise<ToolResult> {
  return runTool('shardform', args, { stdin: new Uint8Array(0), cwd: folder });
}

interface PlanJson {
  readonly best: Candidate;
  readonly tried: readonly Candidate[];
  readonly noPipeline: string | null;
  readonly arguments: readonly { readonly stageMesh: string | null }[];
}

interface Candidate {
  readonly mesh: string;
  readonly pipeline: { readonly stages: number; readonly microbatches: number } | null;
  readonly facts: {
    readonly time: { readonly seconds: number };
    readonly memory: { readonly bytes: number };
  };
}

async function plan(text: string, ...args: string[]): Promise<PlanJson> {
  writeFileSync(join(folder, 'step.mlir'), text);
  const { stdout, stderr } = await shardform('plan', 'step.mlir', '--json', '--machine', 'a100x8', ...args);
  expect(stderr).toBe('');
  return JSON.parse(String(stdout)) as PlanJson;
}

describe('shardform plan --stages', () => {
  test('writes a program of several meshes that run executes to the numbers of its text', async () => {
    const found = await plan(trainingStep(4, 16, 8), '--mesh', '2', '--stages', '2', '-o', 'pipeline.mlir');
    expect(found.best.pipeline).toMatchObject({ stages: 2 });
    expect(found.best.mesh).toBe('x=2');
    // The first two layers, and the inputs; the last two, and the targets.
    expect(found.arguments.map(({ stageMesh }) => stageMesh)).toEqual([
      ...['stage0', 'stage0', 'stage0', 'stage0', 'stage1', 'stage1', 'stage1', 'stage1'],
      ...['stage0', 'stage1'],
    ]);
    expect(readFileSync(join(folder, 'pipeline.mlir'), 'utf8')).toContain('mpmd.transfer');
    const { stdout, exitCode } = await shardform('run', 'pipeline.mlir');
    expect(String(stdout)).toContain(
      'executed on 4 simulated devices: stage0 has devices 0-1, stage1 has devices 2-3',
    );
    expect(exitCode).toBe(0);
  });

  test('reports pipelines beside plans of one mesh, and answers with the fastest of all', async () => {
    const { best, tried } = await plan(trainingStep(4, 16, 8), '--devices', '4', '--brief');
    expect(tried.some(({ pipeline }) => pipeline !== null)).toBe(true);
    expect(tried.some(({ pipeline }) => pipeline === null)).toBe(true);
    expect(best.facts.time.seconds).toBe(Math.min(...tried.map(({ facts }) => facts.time.seconds)));
  });

  test('--strategy pp gives a pipeline of any number of stages, and refuses what is for plans of one mesh', async () => {
    const found = await plan(trainingStep(4, 16, 8), '--devices', '4', '--strategy', 'pp');
    expect(found.tried.every(({ pipeline }) => pipeline !== null)).toBe(true);
    expect(found.best.pipeline?.stages).toBeGreaterThan(1);
    const refused = async (...args: string[]): Promise<string> =>
      (await shardform('plan', 'step.mlir', '--strategy', 'pp', ...args)).stderr;
    expect(await refused('--devices', '4', '--stages', '1')).toBe(
      "shardform: error: '--strategy pp' asks for pipelines; '--stages 1' asks for a plan without one\n",
    );
    expect(await refused('--devices', '4', '--jax', 'plan.py')).toBe(
      "shardform: error: '--jax' is for plans of one mesh: leave it out, or '--strategy pp'\n",
    );
  });

  test('keeps to the numbers of microbatches and the schedule that are given', async () => {
    const args = ['--mesh', '2', '--stages', '2', '--microbatches', '8', '--schedule', 'gpipe'];
    const { tried } = await plan(trainingStep(4, 16, 8), ...args);
    expect(tried.map(({ pipeline }) => pipeline)).toEqual([
      expect.objectContaining({ stages: 2, microbatches: 8, schedule: 'gpipe' }),
    ]);
  });

  test.each([
    [
      ['--mesh', '2', '--stages', '2', '--microbatches', '3'],
      "a batch of 16 can't be divided into 3 microbatches",
    ],
    [['--mesh', '1', '--stages', '40'], 'too few operations that follow each other'],
    [['--stages', '2'], "'--stages' needs the mesh of a stage"],
    [['--devices', '6', '--stages', '4'], "6 devices can't be dealt to 4 stages"],
    [['--mesh', '2', '--stages', '2', '--jax', 'plan.py'], "'--jax' is for plans of one mesh"],
    [['--mesh', '2', '--stages', '1', '--schedule', 'gpipe'], "'--schedule' is of pipelines"],
  ])('says what is wrong with %j', async (args, message) => {
    writeFileSync(join(folder, 'step.mlir'), trainingStep(4, 16, 8));
    const { stderr, exitCode } = await shardform('plan', 'step.mlir', ...args);
    expect(stderr).toContain(message);
    expect(exitCode).not.toBe(0);
  });

  test('says why a program that needs its whole batch in between is no pipeline', async () => {
    const text = trainingStep(4, 16, 8).replace(
      '%q = stablehlo.multiply %e, %e',
      '%m = stablehlo.reverse %e, dims = [0] : tensor<16x8xf32>\n  %q = stablehlo.multiply %e, %m',
    );
    writeFileSync(join(folder, 'step.mlir'), text);
    const { stderr } = await shardform(
      'plan',
      'step.mlir',
      '--machine',
      'a100x8',
      '--mesh',
      '2',
      '--stages',
      '2',
    );
    expect(stderr).toContain('the whole batch is needed in between');
  });
});
