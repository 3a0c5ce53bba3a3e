import { describe, expect, expectTypeOf, test } from 'vitest';
import { FuncOp, PrintOp, smallContext } from '../../tests/small-dialects.ts';
import type { ModuleOp } from '../builtin/ops/module-op.ts';
import type { Operation } from '../ir/operation.ts';
import { symbolName } from '../ir/symbol-table.ts';
import { parseModule } from '../text/parse-module.ts';
import type { PassInstrumentation } from './instrumentation.ts';
import { integerOption, listOption, stringOption } from './option.ts';
import { definePass } from './pass.ts';
import { parsePipeline } from './pipeline-text.ts';
import { nest, type PipelineElement } from './pipeline.ts';
import { type RunOptions, runPasses } from './run-passes.ts';
import { collectionName, scheduleName } from './schedule.ts';

const log: string[] = [];

function describeOp(op: Operation): string {
  return symbolName(op) ?? op.name;
}

const note = definePass({
  name: 'note',
  summary: 'notes where it runs',
  options: { tag: stringOption('a tag', 'note') },
  run(op, pass) {
    log.push(`${pass.options.tag} ${describeOp(op)}`);
    pass.count('visits');
  },
});
const fails = definePass({ name: 'fails', summary: 'fails', run: (_, pass) => pass.fail() });
const complains = definePass({
  name: 'complains',
  summary: 'reports an error',
  run: (op, pass) => pass.opError(op, 'is not good enough'),
});
const complainsOnly = definePass({
  name: 'complains-only',
  summary: 'reports an error that does not matter',
  toleratesErrors: 'it only looks at the operation',
  run: (op, pass) => pass.context.diagnostics.error(op.location, 'is not good enough'),
});
const captures = definePass({
  name: 'captures',
  summary: 'reports an error to itself',
  run(op, pass) {
    pass.context.diagnostics.capture(() => pass.context.diagnostics.error(op.location, 'nobody sees it'));
  },
});
const breaks = definePass({
  name: 'breaks',
  summary: 'leaves invalid IR',
  anchor: 'func.func',
  run: (op) => (op as FuncOp).body.entry.lastOp!.erase(),
});

const context = smallContext({
  name: 'test',
  passes: [note, fails, complains, complainsOnly, captures, breaks],
});

const source = `
func.func @f() { return }
module @m { func.func @h() { return } }
func.func @g() { return }`;

function run(pipeline: string, instrumentation: PassInstrumentation = {}) {
  log.length = 0;
  const module: ModuleOp = parseModule(source, context)!;
  const { result, diagnostics } = context.diagnostics.capture(() =>
    runPasses(module, parsePipeline(pipeline, context), context, { instrumentations: [instrumentation] }),
  );
  return { ...result, messages: diagnostics.map(({ message }) => message) };
}

function runElements(elements: readonly PipelineElement[], options: RunOptions = {}) {
  log.length = 0;
  const module: ModuleOp = parseModule(source, context)!;
  const { result, diagnostics } = context.diagnostics.capture(() =>
    runPasses(module, { anchor: 'builtin.module', elements }, context, options),
  );
  return {
    ...result,
    messages: diagnostics.map(({ message }) => message),
    notes: diagnostics.flatMap(({ notes }) => notes.map(({ message }) => message)),
  };
}

describe('runPasses', () => {
  test('runs nested pipelines on the operations directly inside, one after the other', () => {
    expect(run('builtin.module(note{tag=a},func.func(note{tag=b},note{tag=c}))').succeeded).toBe(true);
    expect(log).toEqual(['a builtin.module', 'b f', 'c f', 'b g', 'c g']);
  });

  test('joins nested pipelines that follow each other', () => {
    run(
      'builtin.module(func.func(note{tag=a}),builtin.module(func.func(note{tag=b})),func.func(note{tag=c}))',
    );
    expect(log).toEqual(['a f', 'c f', 'b h', 'a g', 'c g']);
  });

  test('does not join pipelines for any operation', () => {
    run('builtin.module(func.func(note{tag=a}),any(note{tag=b}))');
    expect(log).toEqual(['a f', 'a g', 'b f', 'b m', 'b g']);
  });

  test('stops at a pass that fails', () => {
    const { succeeded, failedPass } = run('builtin.module(note,fails,note)');
    expect(succeeded).toBe(false);
    expect(failedPass?.pass).toBe(fails);
    expect(log).toEqual(['note builtin.module']);
  });

  test('a pass that tolerates errors goes on', () => {
    const { succeeded, messages } = run('builtin.module(func.func(complains-only))');
    expect(succeeded).toBe(true);
    expect(messages).toEqual(['is not good enough', 'is not good enough']);
  });

  test('stops at a pass that reports an error, unless it was captured', () => {
    const { succeeded, messages } = run('builtin.module(captures,complains,note)');
    expect(succeeded).toBe(false);
    expect(messages).toEqual(["'builtin.module' op is not good enough"]);
    expect(log).toEqual([]);
  });

  test('runs on the other operations when a pass fails on one, but no pass after it', () => {
    const { succeeded, failedPass, messages } = run('builtin.module(func.func(complains,note),note)');
    expect(succeeded).toBe(false);
    expect(failedPass?.pass).toBe(complains);
    expect(messages).toEqual(["'func.func' op is not good enough", "'func.func' op is not good enough"]);
    expect(log).toEqual([]);
  });

  test('verifies after each pass', () => {
    const { succeeded, failedPass, messages } = run('builtin.module(func.func(breaks),note)');
    expect(succeeded).toBe(false);
    expect(failedPass?.pass).toBe(breaks);
    expect(messages.length).toBe(2);
    expect(log).toEqual([]);
  });

  test('rejects operations that a pipeline or pass is not meant for', () => {
    expect(run('func.func(note)').messages).toEqual([
      "can't run 'func.func' pass manager on 'builtin.module' op",
    ]);
    expect(run('any(breaks)').messages).toEqual([
      "'builtin.module' op trying to schedule a pass on an unsupported operation",
    ]);
  });

  test('counts what passes count', () => {
    const { statistics } = run('builtin.module(func.func(note))');
    expect([...statistics.values()].map((counters) => [...counters])).toEqual([[['visits', 2]]]);
  });

  test('tells instrumentations', () => {
    const events: string[] = [];
    run('builtin.module(func.func(note),fails)', {
      beforePass: ({ pass }, op) => events.push(`before ${pass.name} ${describeOp(op)}`),
      afterPass: ({ pass }, op) => events.push(`after ${pass.name} ${describeOp(op)}`),
      afterPassFailed: ({ pass }, op) => events.push(`failed ${pass.name} ${describeOp(op)}`),
    });
    expect(events).toEqual([
      'before note f',
      'after note f',
      'before note g',
      'after note g',
      'before fails builtin.module',
      'failed fails builtin.module',
    ]);
  });

  test('needs the dialects that a pass creates operations of', () => {
    const needy = definePass({
      name: 'needy',
      summary: '',
      dependentDialects: ['llvm'],
      run: () => undefined,
    });
    expect(runElements([needy.create()]).messages).toEqual(["pass 'needy' needs the dialect 'llvm'"]);
  });

  test('reports a pass that throws by its name, with no stack', () => {
    const broken = definePass({
      name: 'broken',
      summary: '',
      run: () => {
        throw new TypeError('x is undefined');
      },
    });
    const { succeeded, failedPass, thrown, messages, notes } = runElements([broken.create()]);
    expect([succeeded, failedPass?.pass]).toEqual([false, broken]);
    expect(thrown).toBeInstanceOf(TypeError);
    expect(messages).toEqual(["pass 'broken' stopped with an internal error: x is undefined"]);
    expect(notes).toEqual(['this is a defect of the pass, not of the program']);
  });

  test('runs pipelines of passes on what lies in their operation', () => {
    const inner = { anchor: 'func.func', elements: [note.create()] };
    const onFunctions = definePass({
      name: 'on-functions',
      summary: '',
      run: (op, pass) => {
        for (const nested of op.regions[0]!.entry)
          if (nested.name === 'func.func') pass.runPipeline(nested, inner);
      },
    });
    expect(runElements([onFunctions.create()]).succeeded).toBe(true);
    expect(log).toEqual(['note f', 'note g']);
  });

  test('rejects pipelines of passes on anything else', () => {
    const onParent = definePass({
      name: 'on-parent',
      summary: '',
      anchor: 'func.func',
      run: (op, pass) => {
        pass.runPipeline(op.parentOp!, { anchor: 'builtin.module', elements: [note.create()] });
      },
    });
    expect(new Set(runElements([nest('func.func', onParent.create())]).messages)).toEqual(
      new Set([
        "'builtin.module' op Trying to schedule a dynamic pipeline on an operation that isn't nested under the current operation the pass is processing",
      ]),
    );
    expect(log).toEqual([]);
  });

  test('tells how far it is', () => {
    const progress: string[] = [];
    runElements([note.create(), nest('func.func', note.create(), note.create())], {
      onProgress: ({ passNumber, passCount, op, opNumber, opCount, done }) =>
        progress.push(`${passNumber}/${passCount} ${describeOp(op)} ${opNumber}/${opCount} ${done}`),
    });
    expect(progress).toEqual([
      '1/3 builtin.module 1/1 0',
      '2/3 f 1/2 0.5',
      '3/3 f 1/2 0.625',
      '2/3 g 2/2 0.75',
      '3/3 g 2/2 0.875',
    ]);
  });

  test('tells instrumentations of pipelines', () => {
    const events: string[] = [];
    runElements([nest('func.func', note.create()), nest('builtin.module', note.create())], {
      instrumentations: [
        {
          beforePipeline: (pipeline, op) => events.push(`${scheduleName(pipeline)} ${describeOp(op)} {`),
          afterPipeline: () => events.push('}'),
          beforeNested: (stage) => events.push(`${collectionName(stage)} {`),
          afterNested: () => events.push('}'),
        },
      ],
    });
    expect(events).toEqual([
      "'builtin.module' Pipeline builtin.module {",
      "Pipeline Collection : ['builtin.module', 'func.func'] {",
      "'func.func' Pipeline f {",
      '}',
      "'builtin.module' Pipeline m {",
      '}',
      "'func.func' Pipeline g {",
      '}',
      '}',
      '}',
    ]);
  });
});

describe('definePass', () => {
  test('types the options by their declaration', () => {
    definePass({
      name: 'typed',
      summary: '',
      options: { count: integerOption('', 1), names: listOption('', stringOption('')) },
      run(_, pass) {
        expectTypeOf(pass.options.count).toEqualTypeOf<number>();
        expectTypeOf(pass.options.names).toEqualTypeOf<readonly string[]>();
        // @ts-expect-error: no such option
        expect(pass.options.other).toBeUndefined();
      },
    });
  });

  test('rejects options that the pass does not have', () => {
    // @ts-expect-error: no such option
    expect(() => note.create({ other: 1 })).toThrow("pass 'note' has no option 'other'");
    expect(note.create()).toEqual({ pass: note, options: { tag: 'note' } });
  });

  test('operations made by passes are typed', () => {
    expectTypeOf(PrintOp.create({ values: [] }, [])).toExtend<Operation>();
  });
});

test('what a pass leaves as it is is verified once', () => {
  const module = parseModule(source, context)!;
  let count = 0;
  module.verifyRegions = () => {
    count++;
    return true;
  };
  const elements = [note.create(), note.create(), note.create()];
  expect(runPasses(module, { anchor: 'builtin.module', elements }, context).succeeded).toBe(true);
  expect(count).toBe(1);
});
