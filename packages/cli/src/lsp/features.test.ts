import { describe, expect, test } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { createContext } from '../context.ts';
import { collectiveLenses } from './collective-lenses.ts';
import { completions } from './completion.ts';
import { DocumentFacts } from './documents.ts';
import { hover } from './hover.ts';
import { inlayHints } from './inlay-hints.ts';
import { definition, documentSymbols, references } from './navigation.ts';
import { problems } from './problems.ts';
import { renamableRange, rename } from './rename.ts';
import { runPassActions, runPassOn } from './run-pass.ts';
import { semanticTokens } from './semantic-tokens.ts';
import { planActions, shardAutomatically } from './shard-automatically.ts';

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

async function hoverText(text: string): Promise<string> {
  const found = await hover(...marked(text));
  return found === null ? '' : (found.contents as { value: string }).value;
}

describe('hover', () => {
  test('values have a type, a sharding and what each device holds', async () => {
    expect(await hoverText(TEXT.replace('add %0', 'add %|0'))).toBe(
      '```mlir\n%0: tensor<8x16xf32>\n```\n\nSharding after propagation: `[{"x"}, {}]`; each device holds 4x16.\n\nResult of `stablehlo.tanh`.',
    );
  });

  test('values have the names of the program that they were made from', async () => {
    const text = TEXT.replace('%a: tensor<8x16xf32> {', `%a: tensor<8x16xf32> {jax.arg_info = "p['w']", `)
      .replace('-> tensor<8x16xf32> {', `-> (tensor<8x16xf32> {jax.result_info = "result['loss']"}) {`)
      .replace('%2 = stablehlo.add %0, %1 : tensor<8x16xf32>', '$& loc("block0/add")');
    expect(await hoverText(text.replace('tanh %a', 'tanh |%a'))).toContain(
      "\n\nIn the program it was made from: `p['w']`.\n\nArgument of a region.",
    );
    expect(await hoverText(text.replace('return %2', 'return %|2'))).toMatch(
      /\n\nIn the program it was made from: `block0\/add`\.\n\nReturned as `result\['loss'\]`\.\n\nResult of `stablehlo\.add`\.$/,
    );
  });

  test('of results that share a name the one that is meant', async () => {
    const text = TEXT.replace(
      '%2 = stablehlo.add %0, %1 : tensor<8x16xf32>',
      '%2:2 = stablehlo.optimization_barrier %0, %1 : tensor<8x16xf32>, tensor<8x16xf32>',
    );
    expect(await hoverText(text.replace('return %2', 'return %2|#1'))).toMatch(
      /^```mlir\n%2#1: tensor<8x16xf32>\n```[^`]*`[^`]*`[^`]*Result of/,
    );
  });

  test('of a long document shardings are computed piece by piece, and told to be missing until then', async () => {
    const [long, offset] = marked(`${TEXT.replace('add %0', 'add %|0')}//${' '.repeat(100_000)}`);
    const text = async (): Promise<string> =>
      ((await hover(long, offset))!.contents as { value: string }).value;
    expect(await text()).toContain('tensor<8x16xf32>\n```\n\nSharding: being propagated.');
    const lines = (): number => collectiveLenses(long).length;
    expect(lines()).toBe(0);
    while (long.missing !== null) expect(long.advance()).toBe(true);
    expect(await text()).toContain('Sharding after propagation: `[{"x"}, {}]`; each device holds 4x16.');
    expect(lines()).toBe(0);
    while (long.advance());
    expect(lines()).toBe(1);
  });

  test('a long document says why its shardings were given up', async () => {
    const [long, offset] = marked(`${TEXT.replace('add %0', 'add %|0')}//${' '.repeat(100_000)}`);
    long.giveUp('stopped after 10 s');
    expect((await hover(long, offset))!.contents).toMatchObject({
      value: expect.stringContaining('Sharding: stopped after 10 s.') as string,
    });
    expect(long.advance()).toBe(false);
  });

  test('operations have their documentation', async () => {
    expect(await hoverText(TEXT.replace('stablehlo.add', 'stablehlo.a|dd'))).toMatch(
      /^## stablehlo\.add\n\n/,
    );
  });

  test.each([
    '%0 = "ttnn.ab|s"(%x) : (tensor<2xf32>) -> tensor<2xf32>',
    '%0 = math.ab|sf %x : tensor<2xf32>',
  ])('with description, syntax and example: %s', async (line) => {
    const text = `func.func @main(%x: tensor<2xf32>) {\n  ${line}\n  return\n}`;
    expect(await hoverText(text)).toMatch(/absolute value[^]*Example:\n\n```mlir\nfunc\.func/);
  });

  test('symbols show their definition', async () => {
    expect(await hoverText(TEXT.replace('<@mesh', '<@me|sh'))).toBe(
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

  test('a problem has the code of the page that explains it', () => {
    const text =
      'func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n  %0 = linalg.copy %x\n  return %x : tensor<4xf32>\n}';
    expect(problems(facts(text)).map(({ code, codeDescription }) => [code, codeDescription])).toEqual([
      ['dialect-not-found', undefined],
    ]);
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

describe('plans of shardings', () => {
  test('keep what is written, and shard the rest', () => {
    const outcome = shardAutomatically(facts(TEXT));
    const text = 'edit' in outcome ? outcome.edit.newText : outcome.problem;
    expect(text).toContain('%arg0: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}');
    expect(text).toContain('func.func @main');
  });

  test('are offered for programs with a mesh only', () => {
    expect(planActions(facts(TEXT)).map(({ title }) => title)).toEqual(['Shard automatically']);
    const meshless = facts(
      'func.func @main(%a: tensor<8xf32>) -> tensor<8xf32> {\n  return %a : tensor<8xf32>\n}\n',
    );
    expect(planActions(meshless)).toEqual([]);
    expect(shardAutomatically(meshless)).toEqual({
      problem: 'the program has no mesh, such as sdy.mesh @mesh = <["x"=2, "y"=4]>',
    });
  });
});

test('semantic tokens tell names by what they are', () => {
  const { data } = semanticTokens(facts('func.func @f(%a: f32) {\n  return\n}\n'));
  expect(data).toEqual([0, 0, 9, 5, 0, 0, 10, 2, 0, 1, 0, 3, 2, 2, 1]);
});

describe('rename', () => {
  /** The text after the name at `|` was given another, or why it could not be. */
  function renamed(text: string, newName: string): string {
    const [at, offset] = marked(text);
    const outcome = rename(at, offset, newName);
    if ('problem' in outcome) return outcome.problem;
    return TextDocument.applyEdits(at.document, outcome.changes![at.document.uri]!);
  }

  test('changes a value where it is defined and used, with or without its sign', () => {
    const wanted = TEXT.replaceAll('%0', '%wave');
    expect(renamed(TEXT.replace('add %0', 'add |%0'), 'wave')).toBe(wanted);
    expect(renamed(TEXT.replace('%0 =', '%|0 ='), '%wave')).toBe(wanted);
  });

  test('changes symbols, with quotes where they need some', () => {
    expect(renamed(TEXT.replace('@mesh =', '@|mesh ='), 'grid')).toBe(TEXT.replaceAll('@mesh', '@grid'));
    expect(renamed(TEXT.replace('<@mesh', '<@|mesh'), 'my grid')).toBe(
      TEXT.replaceAll('@mesh', '@"my grid"'),
    );
  });

  test('leaves values of other functions alone, and may give their names', () => {
    const two = `func.func @f(%a: i32) -> i32 {\n  return %|a : i32\n}\nfunc.func @g(%b: i32) -> i32 {\n  return %b : i32\n}\n`;
    expect(renamed(two, 'c')).toBe(
      'func.func @f(%c: i32) -> i32 {\n  return %c : i32\n}\nfunc.func @g(%b: i32) -> i32 {\n  return %b : i32\n}\n',
    );
  });

  test('refuses names that are taken and that are none', () => {
    expect(renamed(TEXT.replace('%0 =', '%|0 ='), '1')).toBe("'%1' is there already");
    expect(renamed(TEXT.replace('%0 =', '%|0 ='), 'a b')).toBe("'a b' is no name of this kind");
    const [at, offset] = marked(TEXT.replace('stablehlo.add', 'stable|hlo.add'));
    expect(renamableRange(at, offset)).toBeNull();
  });
});

describe('lenses', () => {
  const layer = `sdy.mesh @mesh = <["y"=4]>
func.func @main(%x: tensor<8x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}, %w: tensor<64x512xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> tensor<8x512xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x512xf32>) -> tensor<8x512xf32>
  return %0 : tensor<8x512xf32>
}
`;
  const titles = (text: string): (string | undefined)[] =>
    collectiveLenses(facts(text)).map(({ command }) => command?.title);

  test('tell what a function communicates', () => {
    const [lens] = collectiveLenses(facts(layer));
    expect(lens?.command?.title).toMatch(
      /^1 collective, 24\.0 KiB per device · step \d\S* µs on h100:1x4 \(assumed\), simulated · peak memory of a device \d\S* KiB · as XLA would, predicted$/,
    );
    expect(lens?.range.start).toEqual({ line: 1, character: 0 });
    expect(titles(TEXT)).toEqual([expect.stringMatching(/^no collectives · step /)]);
  });

  test('tell at a value which collectives move it', async () => {
    // 3/4 of 16 KiB twice, and the latency of each of its steps.
    expect(await hoverText(layer.replace('return %0', 'return %|0'))).toContain(
      '\n\n`all_reduce` along `y`, each device sends 24.0 KiB in 12.1 µs on h100:1x4 (assumed): dot_general sums products over dimension 1 of %x, which is split along y: devices combine their parts of the result.\n\nThe program is partitioned as XLA would, predicted; times are simulated.\n\n',
    );
    expect(await hoverText(layer.replace('dot_general %x', 'dot_general %|x'))).not.toContain('all_reduce');
  });

  test('have no time without the machine that it is of', async () => {
    const times = /\d (?:ns|µs|ms|s)\b(?: on h100:1x4 \(assumed\))?/g;
    const found: string[] = [];
    for (const { index } of layer.matchAll(/%\w|@\w|stablehlo\.d/g)) {
      const text = await hoverText(`${layer.slice(0, index + 1)}|${layer.slice(index + 1)}`);
      found.push(...[...text.matchAll(times)].map(([time]) => time));
    }
    found.push(...titles(layer).flatMap((title) => [...(title ?? '').matchAll(times)].map(([time]) => time)));
    expect(found.length).toBeGreaterThanOrEqual(3);
    expect(found.filter((time) => !time.endsWith(' on h100:1x4 (assumed)'))).toEqual([]);
  });

  test('are not there without a mesh, and while the program is wrong', () => {
    expect(titles('func.func @f() { return }')).toEqual([]);
    expect(titles(layer.replace('return %0', 'return %1'))).toEqual([]);
  });
});
