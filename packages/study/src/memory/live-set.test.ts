import { readFileSync } from 'node:fs';
import { funcDialect } from '@shardform/dialect-func';
import { sdyDialect } from '@shardform/dialect-sdy';
import { chloDialect, stablehloDialect } from '@shardform/dialect-stablehlo';
import { builtinPasses, Context } from '@shardform/ir-core';
import { shardingPasses } from '@shardform/passes-sharding';
import { expect, test } from 'vitest';
import { Study } from '../study.ts';
import { measureStages } from '../time/measured-program.ts';
import { sourceId } from '../values/value-id.ts';
import { liveSet } from './live-set.ts';
import { gridOfChips } from '../../tests/grid-of-chips.ts';

const EXTENSIONS = [builtinPasses, funcDialect, stablehloDialect, chloDialect, sdyDialect, shardingPasses];

function studied(text: string): Study {
  return Study.read('p.mlir', text, new Context(EXTENSIONS));
}

function example(name: string): string {
  return readFileSync(new URL(`../../../cli/examples/${name}.mlir`, import.meta.url), 'utf8');
}

test('a layer holds what it is given, what it returns, and what it has computed by then', () => {
  const study = studied(example('mlp'));
  const { module, identities, names } = study;
  const { local } = study.partitioned();
  const values = identities.stage(local!);
  const { held } = liveSet({ module, local }, 'cpu')!;
  const parts = held.map(({ kind, bytes, value, index }) => {
    const source = value === null ? null : identities.source.find(sourceId(values.idOf(value)));
    return [kind, bytes, source === null ? null : names.textName(source), index];
  });
  expect(parts).toEqual([
    ['result', 2097152, '%6', 0],
    ['temporary', 2097152, '%5', null],
    ['argument', 524288, '%x', 0],
    ['argument', 524288, '%w2', 3],
    ['argument', 65536, '%w1', 1],
    ['argument', 4096, '%b2', 4],
    ['argument', 512, '%b1', 2],
  ]);
});

test.each(['mlp', 'train', 'layers', 'gpt_train'])(
  'what a device holds of %s adds up to the peak of its simulation',
  (name) => {
    const study = studied(example(name));
    const { module, context } = study;
    const program = { module, context, ...study.partitioned() };
    const { held, estimate } = liveSet(program, 'cpu')!;
    expect(held.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(estimate.peak);
    expect(measureStages(program, gridOfChips()).facts.memory?.bytes).toBe(estimate.peak);
  },
);

test('a program that is not partitioned has none', () => {
  const { module } = studied(example('mlp'));
  expect(liveSet({ module, local: null }, 'cpu')).toBeNull();
});
