import { expect, test } from 'vitest';
import { smallContext } from '../../tests/small-dialects.ts';
import { parseModule } from '../text/parse-module.ts';
import { definePass } from './pass.ts';
import { printStatistics, type StatisticsDisplay } from './pass-statistics.ts';
import { nest, type OpPipeline } from './pipeline.ts';
import { runPasses } from './run-passes.ts';

const counts = definePass({
  name: 'counts',
  className: 'Counts',
  summary: 'counts',
  statistics: { visits: 'Number of visits', 'big-ones': 'Number of big ones', none: 'Never counted' },
  run: (_, pass) => {
    pass.count('visits');
    pass.count('big-ones', 10);
  },
});
const silent = definePass({ name: 'silent', summary: 'counts nothing', run: () => undefined });

const context = smallContext();
const pipeline: OpPipeline = {
  anchor: 'builtin.module',
  elements: [
    nest('func.func', counts.create(), silent.create()),
    counts.create(),
    nest('func.func', counts.create()),
    nest('builtin.module', silent.create()),
  ],
};

const heading = `===-------------------------------------------------------------------------===
                         ... Pass statistics report ...
===-------------------------------------------------------------------------===
`;

function report(display: StatisticsDisplay): string {
  const module = parseModule('func.func @f() { return }\nfunc.func @g() { return }', context)!;
  return printStatistics(pipeline, runPasses(module, pipeline, context).statistics, display);
}

test('follows the pipeline', () => {
  expect(report('pipeline')).toBe(`${heading}'func.func' Pipeline
  Counts
    (S) 20 big-ones - Number of big ones
    (S)  0 none     - Never counted
    (S)  2 visits   - Number of visits
  silent
Counts
  (S) 10 big-ones - Number of big ones
  (S)  0 none     - Never counted
  (S)  1 visits   - Number of visits
Pipeline Collection : ['builtin.module', 'func.func']
  'builtin.module' Pipeline
    silent
  'func.func' Pipeline
    Counts
      (S) 20 big-ones - Number of big ones
      (S)  0 none     - Never counted
      (S)  2 visits   - Number of visits

`);
});

test('sums over passes of one name', () => {
  expect(report('list')).toBe(`${heading}  Counts
    (S) 50 big-ones - Number of big ones
    (S)  0 none     - Never counted
    (S)  5 visits   - Number of visits

`);
});
