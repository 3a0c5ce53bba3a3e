import { uniformMachine } from '@shardform/cost-model';
import { messagePort, type WorkerPort } from '@shardform/runtime-sim';

import { afterEach, describe, expect, test } from 'vitest';
import { mlpModel } from '../model/mlp-model.ts';
import { degreeGrid } from '../strategy/degrees.ts';
import type { Candidate, Workload } from './candidate.ts';
import { search } from './search.ts';
import { serveSearch } from './serve-search.ts';
import { spreadSearch } from './spread-search.ts';

const workload: Workload = {
  model: (devices, chunks) =>
    mlpModel({ layers: 8, width: 256, batch: 512, elementBytes: 2 }, devices, chunks),
  batch: 512,
  machine: uniformMachine(8),
  costModel: 'roofline',
};

const candidates = degreeGrid(8, 512).flatMap((degrees) =>
  (['gpipe', '1f1b'] as const).map((schedule): Candidate => ({ degrees, schedule, recompute: false })),
);

const open = new Set<WorkerPort>();
afterEach(() => {
  expect(open.size, 'ports left open').toBe(0);
});

/** Ports whose other ends are in this thread: messages are copied and come later all the same. */
function ports(count: number, served = workload): WorkerPort[] {
  return Array.from({ length: count }, () => {
    const { port1, port2 } = new MessageChannel();
    serveSearch(messagePort(port2), served);
    const port = messagePort(port1);
    const own: WorkerPort = {
      ...port,
      close: () => {
        open.delete(own);
        port.close();
      },
    };
    open.add(own);
    return own;
  });
}

const modes = [
  ['exhaustive', { mode: 'exhaustive' }],
  ['pruned', {}],
  ['pruned for little memory', { memory: 2e6 }],
  ['pareto', { pareto: true }],
] as const;

describe.each(modes)('%s', (_, options) => {
  const expected = search(workload, candidates, options);

  test.each([1, 2, 5])('the search with %i threads is that of one, in the same order', async (count) => {
    const told: string[] = [];
    const found = await spreadSearch(workload, candidates, {
      ...options,
      start: () => ports(count),
      onOutcome: (outcome, done) => told.push(JSON.stringify([outcome, done])),
    });
    expect(found).toEqual(expected);
    const alone: string[] = [];
    search(workload, candidates, {
      ...options,
      onOutcome: (outcome, done) => alone.push(JSON.stringify([outcome, done])),
    });
    expect(told).toEqual(alone);
  });

  test('is the same without threads, and with some that start late', async () => {
    expect(await spreadSearch(workload, candidates, options)).toEqual(expected);
    expect(await spreadSearch(workload, candidates, { ...options, start: () => [] })).toEqual(expected);
    const late = await spreadSearch(workload, candidates, {
      ...options,
      start: () => ports(2),
      headStart: 20,
    });
    expect(late).toEqual(expected);
  });
});

test('threads do all the work', async () => {
  const idle = { ...workload, model: () => expect.unreachable('the work is not done in a thread') };
  expect(await spreadSearch(idle, candidates, { start: () => ports(2) })).toEqual(
    search(workload, candidates),
  );
});

test('what threads fail to do is done in this one', async () => {
  const expected = search(workload, candidates, { mode: 'exhaustive' });
  const broken = { ...workload, model: () => null as never };
  const start = (): WorkerPort[] => [...ports(1), ...ports(1, broken)];
  expect(await spreadSearch(workload, candidates, { mode: 'exhaustive', start })).toEqual(expected);
  const silent = (): WorkerPort[] => [
    { send: () => undefined, close: () => undefined, listen: (_, fail) => void setTimeout(fail, 5) },
  ];
  expect(await spreadSearch(workload, candidates, { mode: 'exhaustive', start: silent })).toEqual(expected);
});

test('a defect is thrown by the search, wherever it shows', async () => {
  const broken: Workload = {
    ...workload,
    model: () => {
      throw new TypeError('a defect');
    },
  };
  await expect(spreadSearch(broken, candidates, { start: () => ports(2, broken) })).rejects.toThrow(
    'a defect',
  );
});

test.each([0, 2])('a search that is stopped goes on with what it knew, with %i threads', async (count) => {
  const expected = search(workload, candidates, { mode: 'exhaustive' });
  const stop = new AbortController();
  const start = (): WorkerPort[] => ports(count);
  const first = await spreadSearch(workload, candidates, {
    mode: 'exhaustive',
    signal: stop.signal,
    ...(count === 0 ? {} : { start }),
    onOutcome: (_, done) => {
      if (done === 20) stop.abort();
    },
  });
  expect(first.isComplete).toBe(false);
  expect(first.evaluations.length + first.rejected.length).toBe(20);
  const outcomes = [...first.evaluations, ...first.rejected];
  const second = await spreadSearch(workload, candidates, {
    mode: 'exhaustive',
    known: (candidate) => outcomes.find(({ candidate: own }) => own === candidate) ?? null,
    ...(count === 0 ? {} : { start }),
  });
  expect(second).toEqual({ ...expected, evaluated: expected.evaluated - first.evaluated });
});
