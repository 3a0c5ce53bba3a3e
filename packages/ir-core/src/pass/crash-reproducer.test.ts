import { expect, test } from 'vitest';
import { smallContext } from '../../tests/small-dialects.ts';
import { SourceText } from '../ir/location.ts';
import { cse } from '../passes/cse.ts';
import { parseModule } from '../text/parse-module.ts';
import { crashReproducer, readReproducer } from './crash-reproducer.ts';
import { definePass } from './pass.ts';
import { nest, type OpPipeline } from './pipeline.ts';
import { runPasses } from './run-passes.ts';

const fails = definePass({
  name: 'fails',
  className: 'Fails',
  summary: 'fails',
  run: (_, pass) => pass.fail(),
});
const context = smallContext({ name: 'test', passes: [fails] });
const failing: OpPipeline = {
  anchor: 'builtin.module',
  elements: [nest('func.func', cse.create(), fails.create())],
};

function reproduce(pipeline: OpPipeline, local: boolean) {
  const module = parseModule('func.func @f(%x: i32) { %0 = arith.addi %x, %x : i32 return }', context)!;
  const written: string[] = [];
  const { diagnostics } = context.diagnostics.capture(() => {
    const reproducer = crashReproducer(module, pipeline, context, { local }, (text) => {
      written.push(text);
      return 'reproducer generated at `r.mlir`';
    });
    runPasses(module, pipeline, context, { instrumentations: [reproducer] });
  });
  return {
    written,
    messages: diagnostics.flatMap((one) => [one, ...one.notes]).map(({ message }) => message),
  };
}

function metadata(pipeline: string): string {
  return `
{-#
  external_resources: {
    mlir_reproducer: {
      pipeline: "${pipeline}",
      disable_threading: true,
      verify_each: true
    }
  }
#-}
`;
}

test('saves the program before the run and the whole pipeline', () => {
  const { written, messages } = reproduce(failing, false);
  const program = `module {
  func.func @f(%arg0: i32) {
    %0 = arith.addi %arg0, %arg0 : i32
    return
  }
}
`;
  expect(written).toEqual([`${program}${metadata('builtin.module(func.func(cse,fails))')}`]);
  expect(messages).toEqual([
    'Failures have been detected while processing an MLIR pass pipeline',
    "Pipeline failed while executing [`Fails` on 'func.func' operation: @f]: reproducer generated at `r.mlir`",
  ]);
});

test('a local one has the failing pass and the program before it', () => {
  const { written, messages } = reproduce(failing, true);
  const program = 'module {\n  func.func @f(%arg0: i32) {\n    return\n  }\n}\n';
  expect(written).toEqual([`${program}${metadata('builtin.module(func.func(fails))')}`]);
  expect(messages[1]).toBe(
    "Pipeline failed while executing `Fails` on 'func.func' operation: @f: reproducer generated at `r.mlir`",
  );
});

test('names the passes that run each other', () => {
  const runs = definePass({
    name: 'runs',
    summary: '',
    run: (op, pass) => {
      if (!pass.runPipeline(op, failing)) pass.fail();
    },
  });
  const { written, messages } = reproduce({ anchor: 'builtin.module', elements: [runs.create()] }, false);
  expect(written.length).toBe(1);
  expect(messages[1]).toContain(
    "[`runs` on 'builtin.module' operation, `Fails` on 'func.func' operation: @f]",
  );
});

test('writes nothing when all is well', () => {
  expect(reproduce({ anchor: 'builtin.module', elements: [cse.create()] }, true)).toEqual({
    written: [],
    messages: [],
  });
});

test('is read back', () => {
  const read = (text: string) => readReproducer(new SourceText('r.mlir', text), context);
  expect(read(`module {}\n${metadata('any(cse)')}`)).toEqual({ pipeline: 'any(cse)', verify: true });
  expect(
    read('{-# external_resources: { mlir_reproducer: { verify_each: false, pipeline: "any(cse)" } } #-}'),
  ).toEqual({ pipeline: 'any(cse)', verify: false });
  expect(read('module {}')).toBeNull();
  expect(read('module {} {-# external_resources: { other: { a: 1 } } #-}')).toBeNull();
  expect(read('module {} {-# external')).toBeNull();
});
