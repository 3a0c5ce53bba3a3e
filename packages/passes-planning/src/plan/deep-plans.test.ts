import { programEntry } from '@shardform/dialect-func';
import { programMesh } from '@shardform/dialect-sdy';
import { copyOf } from '@shardform/inspect';
import { measureStages, partitionOn } from '@shardform/study';
import { describe, expect, test } from 'vitest';
import { layeredStep } from '../../tests/layered-step.ts';
import { context, machine } from '../../tests/planned.ts';
import { explainPlan } from '../explain/explain-plan.ts';
import { makePlan, type Plan } from './make-plan.ts';
import { tiesOf } from './ties.ts';

const LAYERS = 6;

function planOf(layers: number, memory?: number): Plan {
  const module = layeredStep(layers, { size: 2048 });
  const [name, mesh] = programMesh(module)!;
  const ties = tiesOf(programEntry(module)!);
  const limit = memory === undefined ? {} : { memory };
  return makePlan(module, context, { machine, mesh: { name, mesh }, ties, partitioner: 'xla', ...limit });
}

describe('plans of programs of repeated layers', () => {
  const plan = planOf(LAYERS);

  test('say what the whole program takes', () => {
    for (const { module, facts } of plan.tried) {
      const { stages, run } = partitionOn(machine, copyOf(module), context, {}, 'xla');
      const { collectives, local } = stages;
      const found = measureStages({ module, collectives, local, context }, machine, run).facts;
      expect(facts.time!.seconds).toBeCloseTo(found.time!.seconds, 12);
      expect([facts.memory!.bytes, facts.sent.bytes]).toEqual([found.memory!.bytes, found.sent.bytes]);
    }
  });

  test('split all layers alike', () => {
    const splits = plan.best.argumentSplits!.slice(1, LAYERS + 1);
    expect(splits).toEqual(splits.map(() => splits[0]));
  });

  test('are no slower than the program as it is written', () => {
    const secondsOf = ({ facts }: Plan['best']): number => facts.time!.seconds;
    const written = plan.tried.filter(({ model }) => model === null);
    for (const own of written) expect(secondsOf(plan.best)).toBeLessThanOrEqual(secondsOf(own));
  });

  test('keep to a limit of memory that a plan without one exceeds', () => {
    const peak = plan.best.facts.memory!.bytes;
    const smaller = planOf(LAYERS, 0.8 * peak);
    expect(smaller.fits).toBe(true);
    expect(smaller.best.facts.memory!.bytes).toBeLessThanOrEqual(0.8 * peak);
  });

  test('have decisions about the arguments of the whole program', () => {
    const options = { work: 1e6, pareto: false, nameOf: () => '' };
    const { decisions } = explainPlan(plan, options);
    const { func } = plan.planning.problem;
    expect(decisions.length).toBeGreaterThan(0);
    for (const { value } of decisions) expect(func.entry.arguments).toContain(value);
  });
});
