import { expect, test } from 'vitest';
import { smallContext } from '../../tests/small-dialects.ts';
import { parseModule } from '../text/parse-module.ts';
import { definePass } from './pass.ts';
import { Timing, type TimingDisplay } from './pass-timing.ts';
import { nest, type OpPipeline } from './pipeline.ts';
import { runPasses } from './run-passes.ts';

/** Only passes take time. */
let time = 0;
const takes = (name: string, ms: number) =>
  definePass({
    name,
    summary: '',
    run: () => {
      time += ms;
    },
  });
const [slow, quick] = [takes('slow', 30), takes('quick', 10)];
const inner: OpPipeline = { anchor: 'func.func', elements: [quick.create()] };
const runner = definePass({
  name: 'runner',
  summary: 'runs a pipeline',
  run: (op, pass) => {
    for (const nested of op.regions[0]!.entry) pass.runPipeline(nested, inner);
  },
});

const context = smallContext();
const pipeline: OpPipeline = {
  anchor: 'builtin.module',
  elements: [nest('func.func', quick.create(), quick.create()), slow.create(), runner.create()],
};

function report(display: TimingDisplay): string {
  time = 0;
  const timing = new Timing(() => time);
  const module = timing.measure('Parser', () => {
    time += 20;
    return parseModule('func.func @f() { return }\nfunc.func @g() { return }', context)!;
  });
  runPasses(module, pipeline, context, { instrumentations: [timing.instrumentation()] });
  time += 10;
  return timing.report(display);
}

const heading = `===-------------------------------------------------------------------------===
                         ... Execution time report ...
===-------------------------------------------------------------------------===
  Total Execution Time: 0.1200 seconds

  ----Wall Time----  ----Name----
`;

test('follows the pipeline', () => {
  expect(report('tree')).toBe(`${heading}    0.0200 ( 16.7%)  Parser
    0.0400 ( 33.3%)  'func.func' Pipeline
    0.0200 ( 16.7%)    quick
    0.0200 ( 16.7%)    quick
    0.0300 ( 25.0%)  slow
    0.0200 ( 16.7%)  runner
    0.0200 ( 16.7%)    'func.func' Pipeline
    0.0200 ( 16.7%)      quick
    0.0100 (  8.3%)  Rest
    0.1200 (100.0%)  Total
`);
});

test('lists names, the longest time first', () => {
  expect(report('list')).toBe(`${heading}    0.1200 (100.0%)  root
    0.0600 ( 50.0%)  'func.func' Pipeline
    0.0600 ( 50.0%)  quick
    0.0400 ( 33.3%)  Pipeline Collection : ['func.func']
    0.0300 ( 25.0%)  slow
    0.0200 ( 16.7%)  Parser
    0.0200 ( 16.7%)  runner
    0.0100 (  8.3%)  Rest
    0.1200 (100.0%)  Total
`);
});
