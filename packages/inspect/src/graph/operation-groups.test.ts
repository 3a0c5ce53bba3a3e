import { FuncOp, funcDialect } from '@shardform/dialect-func';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import { Context, parsePartialModule } from '@shardform/ir-core';
import { describe, expect, test } from 'vitest';
import { type GroupItem, groupOperations, OperationGroup } from './operation-groups.ts';

/** Groups as their titles with what is in them, operations by their names; alike neighbours are counted. */
function grouped(body: string, args = '%x: tensor<4xf32>'): unknown[] {
  const text = `func.func @f(${args}) -> tensor<4xf32> {\n${body}\n}`;
  const { module } = parsePartialModule(text, new Context([funcDialect, stablehloDialect]));
  const func = [...module.body].find((op) => op instanceof FuncOp)!;
  const shown = (item: GroupItem): unknown =>
    item instanceof OperationGroup
      ? [item.title, ...item.items.map(shown)]
      : item.name.slice(item.name.indexOf('.') + 1);
  return groupOperations(func.entry).map(shown);
}

/** Lines with operations of one operand, each of which uses the one before. */
function chain(names: readonly string[], from: string, first: number): { lines: string[]; last: string } {
  const lines = names.map(
    (name, i) => `%${first + i} = stablehlo.${name} ${i === 0 ? from : `%${first + i - 1}`} : tensor<4xf32>`,
  );
  return { lines, last: `%${first + names.length - 1}` };
}

const WORK = ['tanh', 'negate', 'exponential', 'sine', 'cosine', 'abs', 'sqrt', 'rsqrt'];

describe('operations are grouped', () => {
  test('by parts that repeat, which are layers if each has arguments of its own', () => {
    const lines: string[] = [];
    let last = '%x';
    for (const layer of [0, 1, 2]) {
      const own = chain(WORK, last, layer * 10);
      lines.push(...own.lines, `%${layer * 10 + 9} = stablehlo.add ${own.last}, %w${layer} : tensor<4xf32>`);
      last = `%${layer * 10 + 9}`;
    }
    const args = ['%x', '%w0', '%w1', '%w2'].map((name) => `${name}: tensor<4xf32>`).join(', ');
    const work = [...WORK, 'add'];
    expect(grouped([...lines, `return ${last} : tensor<4xf32>`].join('\n'), args)).toEqual([
      ['Layers 0 to 2', ['Layer 0', ...work], ['Layer 1', ...work], ['Layer 2', ...work]],
      'return',
    ]);
  });

  test('by parts that repeat without arguments, with what is before and behind', () => {
    const names = ['floor', 'ceil', 'sign', 'log', ...WORK, ...WORK, 'floor'];
    const { lines, last } = chain(names, '%x', 0);
    expect(grouped([...lines, `return ${last} : tensor<4xf32>`].join('\n'))).toEqual([
      ['floor, ceil, sign, …', 'floor', 'ceil', 'sign', 'log'],
      ['2 equal parts', ['Part 1 of 2', ...WORK], ['Part 2 of 2', ...WORK]],
      'floor',
      'return',
    ]);
  });

  test('by name scopes; those that differ in their number are in one group', () => {
    const at = (scope: string, i: number, from: string): string =>
      `%${i} = stablehlo.tanh ${from} : tensor<4xf32> loc("jit(f)/${scope}/tanh")`;
    const scopes = ['embed', 'embed', 'embed', 'block0', 'block0', 'block0', 'block1', 'block1', 'block1'];
    const lines = scopes.map((scope, i) => at(scope, i, i === 0 ? '%x' : `%${i - 1}`));
    const work = ['tanh', 'tanh', 'tanh'];
    expect(grouped([...lines, 'return %8 : tensor<4xf32>'].join('\n'))).toEqual([
      ['embed', ...work],
      ['block0 to block1', ['block0', ...work], ['block1', ...work]],
      'return',
    ]);
  });

  test('by scopes of derivatives under names for people', () => {
    const at = (scope: string, i: number): string =>
      `%${i} = stablehlo.tanh ${i === 0 ? '%x' : `%${i - 1}`} : tensor<4xf32> loc("jit(f)/${scope}/tanh")`;
    const scopes = [...Array<string>(3).fill('jvp(mlp)'), ...Array<string>(3).fill('transpose(jvp(mlp))')];
    expect(grouped([...scopes.map(at), 'return %5 : tensor<4xf32>'].join('\n'))).toEqual([
      ['mlp', 'tanh', 'tanh', 'tanh'],
      ['mlp, backward', 'tanh', 'tanh', 'tanh'],
      'return',
    ]);
  });

  test('by parts that repeat where derivatives and formulas of products are the only scopes', () => {
    const { lines, last } = chain([...WORK, ...WORK], '%x', 0);
    const scopes = ['jvp()', 'jvp(bsd,dhk->bshk)', 'jvp()', 'bhst,bthk->bshk'];
    const named = lines.map((line, i) => `${line} loc("jit(f)/${scopes[i % scopes.length]}/op")`);
    expect(grouped([...named, `return ${last} : tensor<4xf32>`].join('\n'))).toEqual([
      ['2 equal parts', ['Part 1 of 2', ...WORK], ['Part 2 of 2', ...WORK]],
      'return',
    ]);
  });

  test('with constants where they are used first', () => {
    const { lines, last } = chain([...WORK, ...WORK], '%x', 0);
    const constant = '%c = stablehlo.constant dense<1.0> : tensor<4xf32>';
    const use = `%99 = stablehlo.add ${last}, %c : tensor<4xf32>`;
    expect(grouped([constant, ...lines, use, 'return %99 : tensor<4xf32>'].join('\n'))).toEqual([
      ['2 equal parts', ['Part 1 of 2', ...WORK], ['Part 2 of 2', ...WORK]],
      'constant',
      'add',
      'return',
    ]);
  });

  test('not at all where nothing repeats', () => {
    const { lines, last } = chain(WORK, '%x', 0);
    expect(grouped([...lines, `return ${last} : tensor<4xf32>`].join('\n'))).toEqual([...WORK, 'return']);
  });
});
