import { expect, test } from 'vitest';
import { smallContext } from '../../tests/small-dialects.ts';
import { parseModule } from '../text/parse-module.ts';
import { definePass } from './pass.ts';
import { parsePipeline } from './pipeline-text.ts';
import { printIr, type PrintIrOptions } from './print-ir.ts';
import { runPasses } from './run-passes.ts';

const fails = definePass({ name: 'fails', summary: 'fails', run: (_, pass) => pass.fail() });
const context = smallContext({ name: 'test', passes: [fails] });
const always = (): boolean => true;

/** What is printed while the pipeline runs. */
function dump(pipeline: string, options: PrintIrOptions): string {
  const module = parseModule(
    'func.func @f(%x: i32) { %0 = arith.addi %x, %x : i32 return }\nfunc.func private @g()',
    context,
  )!;
  let text = '';
  const instrumentation = printIr(context, options, (part) => (text += part));
  runPasses(module, parsePipeline(pipeline, context), context, { instrumentations: [instrumentation] });
  return text;
}

test('prints functions before and after passes', () => {
  expect(dump('builtin.module(func.func(cse))', { before: always, after: always })).toBe(
    `// -----// IR Dump Before CSE (cse) //----- //
func.func @f(%arg0: i32) {
  %0 = arith.addi %arg0, %arg0 : i32
  return
}

// -----// IR Dump After CSE (cse) //----- //
func.func @f(%arg0: i32) {
  return
}

// -----// IR Dump Before CSE (cse) //----- //
func.func private @g()

// -----// IR Dump After CSE (cse) //----- //
func.func private @g()

`,
  );
});

const whole = `module {
  func.func @f(%arg0: i32) {
    return
  }
  func.func private @g()
}


`;

test('prints the whole program, only of the passes asked for', () => {
  const after: PrintIrOptions['after'] = ({ name }) => name === 'canonicalize';
  expect(dump('builtin.module(func.func(cse),canonicalize)', { after })).toBe(
    `// -----// IR Dump After Canonicalizer (canonicalize) //----- //\n${whole}`,
  );
  expect(dump('builtin.module(func.func(cse,canonicalize))', { after, moduleScope: true })).toBe(
    `// -----// IR Dump After Canonicalizer (canonicalize) ('func.func' operation: @f) //----- //\n${whole}` +
      `// -----// IR Dump After Canonicalizer (canonicalize) ('func.func' operation: @g) //----- //\n${whole}`,
  );
});

test('prints only what changed', () => {
  expect(dump('builtin.module(cse,canonicalize)', { after: always, afterChange: true })).toBe(
    `// -----// IR Dump After CSE (cse) //----- //\n${whole}`,
  );
});

test('prints only what failed', () => {
  expect(dump('builtin.module(cse,fails)', { after: always, afterFailure: true })).toBe(
    `// -----// IR Dump After fails Failed (fails) //----- //\n${whole}`,
  );
});

test('tells which pass and operation a text is about', () => {
  const about: string[] = [];
  const module = parseModule('func.func private @g()', context)!;
  const instrumentation = printIr(context, { after: always }, (_, { pass }, op) =>
    about.push(`${pass.name} ${op.name}`),
  );
  runPasses(module, parsePipeline('builtin.module(func.func(cse),cse)', context), context, {
    instrumentations: [instrumentation],
  });
  expect(about).toEqual(['cse func.func', 'cse builtin.module']);
});
