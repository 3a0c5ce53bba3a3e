import { describe, expect, test } from 'vitest';
import { smallContext } from '../../tests/small-dialects.ts';
import { canonicalize } from '../passes/canonicalize.ts';
import { cse } from '../passes/cse.ts';
import { booleanOption } from './option.ts';
import { definePass } from './pass.ts';
import { definePipeline, nest, nestImplicitly } from './pipeline.ts';
import { PipelineError } from './pipeline-error.ts';
import { parsePassFlag, parsePipeline, printPipeline } from './pipeline-text.ts';

const onFunctions = definePass({
  name: 'on-functions',
  className: 'OnFunctions',
  summary: 'runs on functions',
  anchor: 'func.func',
  run: () => undefined,
});

const cleanUp = definePipeline({
  name: 'clean-up',
  summary: 'cleans up',
  options: { twice: booleanOption('twice') },
  build: ({ twice }) => [nest('func.func', cse.create()), ...(twice ? [cse.create()] : [])],
});

const context = smallContext({ name: 'test', passes: [onFunctions], pipelines: [cleanUp] });

function print(text: string): string {
  return printPipeline(parsePipeline(text, context));
}

function problem(text: string): PipelineError {
  try {
    parsePipeline(text, context);
  } catch (error) {
    if (error instanceof PipelineError) return error;
    throw error;
  }
  throw new Error(`'${text}' was accepted`);
}

describe('textual pipelines', () => {
  test.each([
    ['builtin.module()', 'builtin.module()'],
    ['builtin.module(cse)', 'builtin.module(cse)'],
    [' builtin.module ( cse , func.func( cse ) ) ', 'builtin.module(cse,func.func(cse))'],
    ['any(cse)', 'any(cse)'],
    ['builtin.module(func.func(on-functions,cse),cse)', 'builtin.module(func.func(on-functions,cse),cse)'],
    ['builtin.module(clean-up{twice=true})', 'builtin.module(func.func(cse),cse)'],
    ['builtin.module(clean-up,cse)', 'builtin.module(func.func(cse),cse)'],
    ['func.func(builtin.module(cse))', 'func.func(builtin.module(cse))'],
  ])('%s', (text, expected) => {
    expect(print(text)).toBe(expected);
  });

  test('print all options of a pass', () => {
    expect(print('builtin.module(canonicalize{max-iterations=3 enable-patterns=a,b},cse)')).toBe(
      'builtin.module(canonicalize{cse-between-iterations=false  enable-patterns={a,b}  max-iterations=3 ' +
        'max-num-rewrites=-1 region-simplify=normal test-convergence=false top-down=true},cse)',
    );
  });

  const unwrapped =
    "expected pass pipeline to be wrapped with the anchor operation type, e.g. 'builtin.module(...)'";
  test.each([
    ['', 0, unwrapped],
    ['cse', 0, unwrapped],
    ['cse,canonicalize', 0, unwrapped],
    ['builtin.module(cse', 0, unwrapped],
    ['builtin.module(foo)', 15, "'foo' does not refer to a registered pass or pass pipeline"],
    ['builtin.module(cse,)', 19, "'' does not refer to a registered pass or pass pipeline"],
    ['builtin.module(cse cse)', 15, "'cse cse' does not refer to a registered pass or pass pipeline"],
    ['builtin.module(canonicalize{top-down}cse)', 37, "expected ',' after parsing pipeline"],
    ['builtin.module(canonicalize{top-down)', 27, "missing closing '}' while processing pass options"],
    [
      'builtin.module(cse))',
      19,
      "encountered extra closing ')' creating unbalanced parentheses while parsing pipeline",
    ],
    ['builtin.module(func.func(cse)', 29, 'encountered unbalanced parentheses while parsing pipeline'],
    ['builtin.module(cse{a=b})', 15, '<Pass-Options-Parser>: no such option a'],
    [
      'builtin.module(on-functions)',
      15,
      "Can't add pass 'OnFunctions' restricted to 'func.func' on a PassManager intended to run on 'builtin.module', did you intend to nest?",
    ],
    [`${'any('.repeat(200)}${')'.repeat(200)}`, 404, 'pipelines are nested too deep (more than 100)'],
  ])('reject %s', (text, offset, message) => {
    const error = problem(text);
    expect(error.message).toBe(message);
    expect(error.offset).toBe(offset);
  });

  test('suggest the name that was meant', () => {
    expect(problem('builtin.module(canonicalise)').hint).toBe('canonicalize');
    expect(problem('builtin.module(canonicalize{max-iteration=3})').hint).toBe('max-iterations');
    expect(problem('builtin.module(foo)').hint).toBeNull();
  });

  test('show the place of an error', () => {
    expect(problem('builtin.module(cse,\n  canonicalise)').describe()).toBe(
      [
        "pipeline:2:3: error: 'canonicalise' does not refer to a registered pass or pass pipeline",
        '  canonicalise)',
        '  ^~~~~~~~~~~~',
        "did you mean 'canonicalize'?",
        '',
      ].join('\n'),
    );
  });
});

describe('flags of single passes', () => {
  test('are nested under the operation that the pass is restricted to', () => {
    const elements = [
      ...parsePassFlag('on-functions', '', context),
      ...parsePassFlag('cse', '', context),
      ...parsePassFlag('clean-up', 'twice', context),
    ];
    expect(printPipeline(nestImplicitly('builtin.module', elements))).toBe(
      'builtin.module(func.func(on-functions),cse,func.func(cse),cse)',
    );
  });

  test('take options with or without braces', () => {
    for (const text of ['max-iterations=3 top-down=false', '{max-iterations=3 top-down=false}']) {
      expect(parsePassFlag('canonicalize', text, context)).toEqual([
        canonicalize.create({ 'max-iterations': 3, 'top-down': false }),
      ]);
    }
  });

  test('reject unknown names', () => {
    expect(() => parsePassFlag('csee', '', context)).toThrow(
      "'csee' does not refer to a registered pass or pass pipeline",
    );
  });
});
