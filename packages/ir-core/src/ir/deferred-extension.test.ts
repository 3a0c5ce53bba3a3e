import { expect, test } from 'vitest';
import { defineAttr } from '../definition/define-attr.ts';
import { defineOp } from '../definition/define-op.ts';
import { definePass } from '../pass/pass.ts';
import { anyOpPattern, pattern } from '../rewrite/pattern.ts';
import { Context } from './context.ts';
import { contentsOf, type ContextPart, type DeferredExtension } from './deferred-extension.ts';
import type { Extension } from './extension.ts';
import { defineOpInterface } from './interface.ts';

class FlyOp extends defineOp('bird.fly', { summary: 'flies' }) {}
class SingOp extends defineOp('bird.sing', { summary: 'sings' }) {}
class SwimOp extends defineOp('fish.swim', { summary: 'swims' }) {}
class WingAttr extends defineAttr('bird.wing', { summary: 'a wing', parameters: {} }) {}

const speed = defineOpInterface<number>('test.speed', 'a speed');

const birds: Extension = {
  name: 'birds',
  dialects: [{ name: 'bird', suggestAlias: () => 'wing' }],
  ops: [FlyOp, SingOp],
  attrs: [WingAttr],
};
const fishes: Extension = { name: 'fishes', dialects: [{ name: 'fish' }], ops: [SwimOp] };
const speeds: Extension = {
  name: 'speeds',
  requires: [birds],
  interfaces: [speed.implementFor(FlyOp, () => 9), speed.implementFor(SwimOp, () => 2)],
  capabilities: [{ name: 'speed', supports: () => true, gaps: [] }],
};
const migrate = definePass({
  name: 'migrate',
  summary: 'goes south',
  anchor: 'builtin.module',
  options: {},
  run: () => undefined,
});
const passes: Extension = { name: 'passes', requires: [fishes], passes: [migrate] };

/** Deferred extensions, and the names of those that have been loaded. */
function deferred(...extensions: readonly Extension[]) {
  const loaded: string[] = [];
  const parts = extensions.map((extension): DeferredExtension => {
    const load = (): Extension => {
      loaded.push(extension.name);
      return extension;
    };
    return { name: extension.name, contents: contentsOf(extension), load };
  });
  return { parts, loaded };
}

test('contents have the names of passes and dialects, and the dialects of everything else', () => {
  expect(contentsOf(birds)).toEqual({ dialects: ['bird'], ops: ['bird'], attrs: ['bird'] });
  expect(contentsOf(speeds)).toEqual({
    requires: ['birds'],
    interfaces: { 'test.speed': ['bird', 'fish'] },
    hasCapabilities: true,
  });
  expect(contentsOf(passes)).toEqual({ requires: ['fishes'], passes: ['migrate'] });
});

test('what is asked for by name loads what may provide it', () => {
  const { parts, loaded } = deferred(birds, fishes, speeds, passes);
  const context = new Context(parts);
  expect(context.ops.get('rabbit.hop')).toBeUndefined();
  expect(context.passes.has('fly')).toBe(false);
  expect(loaded).toEqual([]);
  expect(context.ops.get('bird.fly')).toBe(FlyOp);
  expect(context.attrs.get('bird.wing')).toBe(WingAttr);
  expect(loaded).toEqual(['birds']);
  expect(context.passes.get('migrate')).toBe(migrate);
  expect(loaded).toEqual(['birds', 'passes']);
});

test('an interface is looked up in extensions that know the dialect of the operation', () => {
  const { parts, loaded } = deferred(birds, fishes, speeds);
  const context = new Context(parts);
  expect(context.query(speed, context.ops.get('builtin.module')!.prototype as never)).toBeUndefined();
  expect(loaded).toEqual([]);
  expect(context.implements(speed, SwimOp.definition)).toBe(true);
  expect(loaded).toEqual(['speeds']);
  expect(context.implements(speed, SingOp.definition)).toBe(false);
});

test('whoever asks for everything gets it, in the order of the extensions', () => {
  const { parts, loaded } = deferred(birds, fishes, speeds);
  const context = new Context(parts);
  expect(context.ops.get('fish.swim')).toBe(SwimOp);
  expect([...context.ops.keys()].filter((name) => !name.startsWith('builtin')).sort()).toEqual([
    'bird.fly',
    'bird.sing',
    'fish.swim',
  ]);
  expect(context.capabilities.map(({ name }) => name)).toEqual(['speed']);
  expect([...loaded].sort()).toEqual(['birds', 'fishes', 'speeds']);
});

test('what a deferred extension requires comes with it, and once', () => {
  const { parts } = deferred(passes);
  const alone = new Context(parts);
  expect(alone.dialects.has('fish')).toBe(false);
  expect(alone.passes.has('migrate')).toBe(true);
  expect(alone.dialects.has('fish')).toBe(true);
  const known: readonly ContextPart[] = [...deferred(birds).parts, speeds];
  expect(new Context(known).ops.get('bird.sing')).toBe(SingOp);
});

test('what a deferred extension requires is not asked for where its names are known', () => {
  const { parts, loaded } = deferred(fishes, passes);
  const silent = parts.map((part): DeferredExtension => {
    const load = (): Extension =>
      Object.defineProperty({ ...part.load() }, 'requires', {
        get: () => {
          throw new Error('asked for');
        },
      });
    return { ...part, load };
  });
  expect(new Context(silent).passes.has('migrate')).toBe(true);
  expect(loaded).toEqual(['passes']);
});

test('patterns are those for operations of a dialect and for all, in the order of the extensions', () => {
  const landing = pattern(FlyOp, 'land', () => false);
  const diving = pattern(SwimOp, 'dive', () => false);
  const resting = anyOpPattern('rest', () => false);
  const { parts, loaded } = deferred(
    { ...fishes, canonicalizations: [diving] },
    { name: 'all', canonicalizations: [resting] },
    { ...birds, canonicalizations: [landing] },
  );
  const context = new Context(parts);
  expect(context.canonicalizationsOf('bird')).toEqual([resting, landing]);
  expect(loaded).toEqual(['all', 'birds']);
  expect(context.canonicalizationsOf('fish')).toEqual([diving, resting]);
  expect(loaded).toEqual(['all', 'birds', 'fishes']);
});

test('a name that is taken is told when the extension is loaded', () => {
  const { parts } = deferred(birds, { ...birds, name: 'other birds' });
  expect(() => new Context(parts).ops.size).toThrow(
    "dialect 'bird' is provided twice (again by other birds)",
  );
});

test('the dialect of an attribute is loaded for its alias', () => {
  const { parts, loaded } = deferred(birds, fishes);
  const names = [...new Context(parts).dialectsNaming('bird')].map(({ name }) => name);
  expect(names).toEqual(['builtin', 'bird']);
  expect(loaded).toEqual(['birds']);
});
