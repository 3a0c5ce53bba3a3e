import { describe, expect, test } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { createContext } from '../context.ts';
import { completions } from './completion.ts';
import { DocumentFacts } from './documents.ts';
import { hover } from './hover.ts';
import { inlayHints } from './inlay-hints.ts';
import { definition, documentSymbols, references } from './navigation.ts';
import { problems } from './problems.ts';
import { runPassActions, runPassOn } from './run-pass.ts';
import { semanticTokens } from './semantic-tokens.ts';

const TEXT = `sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<8x16xf32> {
  %0 = stablehlo.tanh %a : tensor<8x16xf32>
  %1 = stablehlo.tanh %a : tensor<8x16xf32>
  %2 = stablehlo.add %0, %1 : tensor<8x16xf32>
  return %2 : tensor<8x16xf32>
}
`;

function facts(text: string): DocumentFacts {
  return new DocumentFacts(TextDocument.create('file:///a.mlir', 'mlir', 1, text), () => createContext());
}

/** Facts of a text in which `|` marks a place. */
function marked(text: string): readonly [DocumentFacts, number] {
  const offset = text.indexOf('|');
  return [facts(text.slice(0, offset) + text.slice(offset + 1)), offset];
}

function hoverText(text: string): string {
  const found = hover(...marked(text));
  return found === null ? '' : (found.contents as { value: string }).value;
}

describe('hover', () => {
  test('values have a type, a sharding and what each device holds', () => {
    expect(hoverText(TEXT.replace('add %0', 'add %|0'))).toBe(
      '```mlir\n%0: tensor<8x16xf32>\n```\n\nSharding after propagation: `[{"x"}, {}]`; each device holds 4x16.\n\nResult of `stablehlo.tanh`.',
    );
  });

  test('operations have their documentation', () => {
    expect(hoverText(TEXT.replace('stablehlo.add', 'stablehlo.a|dd'))).toMatch(/^## stablehlo\.add\n\n/);
  });

  test('symbols show their definition', () => {
    expect(hoverText(TEXT.replace('<@mesh', '<@me|sh'))).toBe(
      '```mlir\nsdy.mesh @mesh = <["x"=2, "y"=4]>\n```',
    );
  });
});

test('definitions and references', () => {
  const [at, offset] = marked(TEXT.replace('add %0', 'add |%0'));
  expect(definition(at, offset)?.range).toEqual({
    start: { line: 2, character: 2 },
    end: { line: 2, character: 4 },
  });
  expect(references(at, offset, false).map(({ range }) => range.start)).toEqual([{ line: 4, character: 21 }]);
});

test('symbols of a document', () => {
  expect(documentSymbols(facts(TEXT)).map(({ name, detail }) => [name, detail])).toEqual([
    ['@mesh', 'sdy.mesh'],
    ['@main', 'func.func'],
  ]);
});

test('inlay hints show what each device holds', () => {
  const all = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
  expect(inlayHints(facts(TEXT), all).map(({ position, label }) => [position.line, label])).toEqual([
    [1, '4x16 [{"x"}, {}]'],
    [2, '4x16 [{"x"}, {}]'],
    [3, '4x16 [{"x"}, {}]'],
    [4, '4x16 [{"x"}, {}]'],
  ]);
});

describe('completion', () => {
  const labels = (text: string): string[] => completions(...marked(text)).map(({ label }) => label);

  test('values in sight', () => {
    expect(labels(TEXT.replace('%0, %1', '%0, %|'))).toEqual(['%a', '%0', '%1', '%2']);
  });

  test('operations', () => {
    expect(labels(TEXT.replace('  %2 = stablehlo.add', '  %2 = stablehlo.|'))).toContain('stablehlo.add');
  });

  test('keys of an operation in its dictionary', () => {
    const text = TEXT.replace('stablehlo.add %0, %1 :', 'stablehlo.custom_call @f(%0) {|} :');
    expect(labels(text)).toEqual(
      expect.arrayContaining(['call_target_name', 'backend_config', 'sdy.sharding']),
    );
    expect(labels(text)).not.toContain('stablehlo.add');
  });

  test('attributes and symbols', () => {
    expect(labels(TEXT.replace('#sdy.sharding', '#sd|'))).toContain('#sdy.sharding');
    expect(labels(TEXT.replace('<@mesh', '<@|'))).toEqual(['@mesh', '@main']);
  });
});

describe('problems', () => {
  test('several at once, each at its place', () => {
    const text = TEXT.replace('stablehlo.tanh %a', 'stablehlo.tanhh %a').replace('add %0, %1', 'add %0, %7');
    expect(problems(facts(text)).map(({ message, range }) => [message, range.start.line])).toEqual([
      ["custom op 'stablehlo.tanhh' is unknown", 2],
      ['use of undeclared SSA value name', 4],
    ]);
  });

  test('what the verifier says', () => {
    const text = TEXT.replace('tanh %a : tensor<8x16xf32>', 'iota dim = 7 : tensor<8x16xf32>');
    expect(problems(facts(text)).map(({ range }) => range.start.line)).toEqual([2]);
  });
});

describe('passes', () => {
  test('replace the document', () => {
    const outcome = runPassOn(facts(TEXT), 'cse');
    expect('edit' in outcome && outcome.edit.newText).toContain(
      '%1 = stablehlo.add %0, %0 : tensor<8x16xf32>',
    );
  });

  test('that do not exist are told', () => {
    expect(runPassOn(facts(TEXT), 'cze')).toEqual({
      problem: expect.stringContaining("did you mean 'cse'?") as string,
    });
  });

  test('are offered for right programs only', () => {
    expect(runPassActions(facts(TEXT)).map(({ title }) => title)).toContain('Run sdy-propagation-pipeline');
    expect(runPassActions(facts('func.func @f('))).toEqual([]);
  });
});

test('semantic tokens tell names by what they are', () => {
  const { data } = semanticTokens(facts('func.func @f(%a: f32) {\n  return\n}\n'));
  expect(data).toEqual([0, 0, 9, 5, 0, 0, 10, 2, 0, 1, 0, 3, 2, 2, 1]);
});
