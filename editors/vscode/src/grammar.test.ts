import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import oniguruma from 'vscode-oniguruma';
import textmate from 'vscode-textmate';
import { expect, test } from 'vitest';
import manifest from '../package.json' with { type: 'json' };

const root = new URL('..', import.meta.url);

async function loadGrammar() {
  const wasm = createRequire(import.meta.url).resolve('vscode-oniguruma/release/onig.wasm');
  await oniguruma.loadWASM(readFileSync(wasm).buffer);
  const path = new URL(manifest.contributes.grammars[0]!.path, root);
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: () => Promise.resolve(textmate.parseRawGrammar(readFileSync(path, 'utf8'), 'mlir.json')),
  });
  return (await registry.loadGrammar('source.mlir'))!;
}

/** The pieces of a line with the innermost scope of each, those without one left out. */
async function scopes(line: string): Promise<[string, string][]> {
  const { tokens } = (await loadGrammar()).tokenizeLine(line, textmate.INITIAL);
  return tokens.flatMap(({ startIndex, endIndex, scopes: names }): [string, string][] => {
    const innermost = names.at(-1)!;
    const text = line.slice(startIndex, endIndex);
    return innermost === 'source.mlir' ? [] : [[text, innermost.replace(/\.mlir$/, '')]];
  });
}

test('an operation with types and attributes', async () => {
  expect(
    await scopes(
      '  %0 = stablehlo.add %a, %b#1 {sdy.sharding = #sdy.sharding<@mesh>} : tensor<4x?xf32> // sum',
    ),
  ).toEqual([
    ['%0', 'variable.other.value'],
    ['stablehlo.add', 'keyword.operator.operation'],
    ['%a', 'variable.other.value'],
    ['%b#1', 'variable.other.value'],
    ['#sdy.sharding', 'entity.other.attribute-name'],
    ['@mesh', 'entity.name.function'],
    ['tensor', 'storage.type'],
    ['4x', 'constant.numeric.dimension'],
    ['?x', 'constant.numeric.dimension'],
    ['f32', 'storage.type'],
    ['// sum', 'comment.line.double-slash'],
  ]);
});

test('a function and the generic form', async () => {
  expect(await scopes('func.func public @f(%x: i32) -> !tt.tile {')).toEqual([
    ['func.func', 'keyword.operator.operation'],
    ['public', 'storage.modifier'],
    ['@f', 'entity.name.function'],
    ['%x', 'variable.other.value'],
    ['i32', 'storage.type'],
    ['!tt.tile', 'entity.name.type'],
  ]);
  expect((await scopes('"cf.br"(%x)[^end] : (i32) -> ()')).slice(0, 3)).toEqual([
    ['"cf.br"', 'keyword.operator.operation'],
    ['%x', 'variable.other.value'],
    ['^end', 'entity.name.label'],
  ]);
});

test('what the manifest names exists', () => {
  const { languages, grammars } = manifest.contributes;
  for (const path of [languages[0]!.configuration, grammars[0]!.path])
    expect(existsSync(new URL(path, root))).toBe(true);
});
