import { Context, defineOp, type Extension, type Gap, gapsOf } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { extensions } from '../src/context.ts';
import { completenessOf } from '../src/reference/completeness.ts';
import { completenessPage } from '../src/reference/completeness-page.ts';
import { withDocumentation } from '../src/reference/documentation-capability.ts';

test('every operation has every capability, or a declared reason', async () => {
  const loaded = extensions.map(({ load }) => load());
  expect(completenessOf(await withDocumentation(loaded)).problems).toEqual([]);
});

test('every operation declares its effects and whether it may be speculated, if only as unknown', () => {
  const silent = [...new Context(extensions).ops.values()]
    .filter(({ definition: { spec } }) => spec.effects === undefined || spec.speculates === undefined)
    .map(({ definition }) => definition.name);
  expect(silent).toEqual([]);
});

class EagleOp extends defineOp('bird.eagle', { summary: 'a large bird' }) {}
class OstrichOp extends defineOp('bird.ostrich', { summary: 'a larger bird' }) {}
class PenguinOp extends defineOp('bird.penguin', { summary: 'a bird that swims' }) {}

/** One capability of the operations of a dialect. */
function withCapability(supported: readonly string[], gaps: readonly Gap[]): Extension {
  return {
    name: 'test',
    dialects: [{ name: 'bird' }],
    ops: [EagleOp, OstrichOp, PenguinOp],
    capabilities: [{ name: 'flight', supports: ({ name }) => supported.includes(name), gaps }],
  };
}

function problems(supported: readonly string[], gaps: readonly Gap[]): readonly string[] {
  return completenessOf([withCapability(supported, gaps)]).problems;
}

test('an operation without the capability needs exactly one reason', () => {
  expect(
    problems(['bird.eagle'], gapsOf('bird', { 'is too heavy': 'ostrich', 'has short wings': 'ostrich' })),
  ).toEqual([
    "'bird.ostrich' and 'flight': 2 reasons are declared",
    "'bird.penguin' and 'flight': not supported, and no reason is declared",
  ]);
  expect(problems([], [{ ops: ['bird.*'], reason: 'it rains' }])).toEqual([]);
});

test('a reason that has become untrue is a problem', () => {
  expect(problems(['bird.eagle'], [{ ops: ['bird.*'], reason: 'it rains' }])).toEqual([
    "'bird.eagle' and 'flight': supported, but a gap is declared: it rains",
  ]);
  const all = ['bird.eagle', 'bird.ostrich', 'bird.penguin'];
  expect(problems(all, [{ ops: ['bird.dodo', 'fish.*'], reason: 'is extinct' }])).toEqual([
    "'flight' gives a reason for 'bird.dodo', which does not exist",
    "'flight' gives a reason for 'fish.*', which does not exist",
  ]);
});

test('an operation without a description and an example is a problem', async () => {
  const example = 'func.func @main() { return }';
  const documentation = () =>
    Promise.resolve({
      eagle: { description: 'Flies.', example },
      penguin: { description: 'Swims.', example: '' },
    });
  const birds: Extension = {
    name: 'test',
    dialects: [{ name: 'bird', documentation }],
    ops: [EagleOp, OstrichOp, PenguinOp],
  };
  expect(completenessOf(await withDocumentation([birds])).problems).toEqual([
    "'bird.ostrich' and 'documentation': not supported, and no reason is declared",
    "'bird.penguin' and 'documentation': not supported, and no reason is declared",
  ]);
});

test('the page marks what is supported and notes the reasons', () => {
  const gaps = gapsOf('bird', { 'is too heavy': 'ostrich penguin' });
  expect(completenessPage([withCapability(['bird.eagle'], gaps)])).toContain(`## bird

| operation | flight |
| --- | --- |
| \`bird.eagle\` | yes |
| \`bird.ostrich\` | (1) |
| \`bird.penguin\` | (1) |

1. flight: is too heavy
`);
});
