import { createRequire } from 'node:module';
import { rollup } from 'rollup';
import { expect, test } from 'vitest';
import { deferredChunks, packageChunks } from '../program-chunks.mjs';

/** Files of a program made of these modules, by name. */
async function built(
  modules: Readonly<Record<string, string>>,
  entries: readonly string[] = [],
): Promise<ReadonlyMap<string, string>> {
  const bundle = await rollup({
    input: { app: '/packages/app/src/main.js' },
    treeshake: { moduleSideEffects: false },
    plugins: [
      {
        name: 'modules',
        resolveId: (id: string) => (id.startsWith('node:') ? { id, external: true } : id),
        load: (id: string) => modules[id] ?? null,
      },
      deferredChunks(),
    ],
  });
  const { output } = await bundle.generate({
    format: 'cjs',
    exports: 'named',
    entryFileNames: '[name].cjs',
    chunkFileNames: 'app-[name].cjs',
    manualChunks: packageChunks('/packages/app/src', { rare: /^rare\// }, entries),
    hoistTransitiveImports: false,
  });
  return new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.code]] : [])));
}

/** Runs a program; returns its exports and a list that grows by the files that are loaded. */
function run(files: ReadonlyMap<string, string>): {
  readonly exports: Readonly<Record<string, (...args: unknown[]) => unknown>>;
  readonly loaded: readonly string[];
} {
  const loaded: string[] = [];
  const modules = new Map<string, { exports: Record<string, never> }>();
  const node = createRequire(import.meta.url);
  const load = (name: string): Record<string, never> => {
    let module = modules.get(name);
    if (module !== undefined) return module.exports;
    loaded.push(name);
    modules.set(name, (module = { exports: {} }));
    const require = (id: string): unknown => (id.startsWith('./') ? load(id.slice(2)) : node(id));
    // eslint-disable-next-line @typescript-eslint/no-implied-eval -- code that the test has made
    new Function('require', 'exports', files.get(name)!)(require, module.exports);
    return module.exports;
  };
  return { exports: load('app.cjs'), loaded };
}

const birds = `export class Bird { constructor(name) { this.name = name; } }
export const birds = ['eagle'];`;
const fishes = `import { Bird, birds } from '/packages/birds/src/index.js';
export const all = [...birds, 'carp'];
export function caught(Bird) { return Bird + all.length; }
export const isBird = (x) => x instanceof Bird;`;

test('a package is a file, loaded when the program uses one of its names', async () => {
  const files = await built({
    '/packages/app/src/main.js': `import { Bird } from '/packages/birds/src/index.js';
import { all, caught, isBird } from '/packages/fishes/src/index.js';
import { rare } from '/packages/app/src/rare/index.js';
export const bird = () => new Bird('owl').name;
export const fish = () => [all.join(), caught('x'), isBird(new Bird('y'))].join();
export const dodo = () => rare;`,
    '/packages/app/src/rare/index.js': `export const rare = 'dodo';`,
    '/packages/birds/src/index.js': birds,
    '/packages/fishes/src/index.js': fishes,
  });
  const { exports, loaded } = run(files);
  expect(loaded).toEqual(['app.cjs']);
  expect(exports.bird!()).toBe('owl');
  expect(loaded).toEqual(['app.cjs', 'app-package-birds.cjs']);
  expect(exports.fish!()).toBe('eagle,carp,x2,true');
  expect(loaded).toEqual(['app.cjs', 'app-package-birds.cjs', 'app-package-fishes.cjs']);
  expect(exports.dodo!()).toBe('dodo');
  expect(loaded.at(-1)).toBe('app-package-rare.cjs');
});

test('a package loads another when it is evaluated by it, or else when a function that uses it is called', async () => {
  const files = await built({
    '/packages/app/src/main.js': `import { Nest, named, sizes, visitors } from '/packages/nests/src/index.js';
export const nest = () => new Nest().size;
export const owner = (...args) => named(...args);
export const all = () => sizes(['a', 'b']).join();
export const guests = () => visitors();`,
    '/packages/nests/src/index.js': `import { Place } from '/packages/places/src/index.js';
import { Bird, birds } from '/packages/birds/src/index.js';
import { all } from '/packages/fishes/src/index.js';
export class Nest extends Place { get size() { return 3; } }
export const named = (name, of = (x) => new Bird(x).name) => of(name);
export const sizes = (names) => names.map((name) => birds.length + name);
export function visitors() { const inner = () => all.concat(birds); return inner().join(); }`,
    '/packages/places/src/index.js': `export class Place {}`,
    '/packages/birds/src/index.js': birds,
    '/packages/fishes/src/index.js': fishes,
  });
  const { exports, loaded } = run(files);
  expect(exports.nest!()).toBe(3);
  expect(loaded).toEqual(['app.cjs', 'app-package-nests.cjs', 'app-package-places.cjs']);
  expect(exports.owner!('owl')).toBe('owl');
  expect(loaded.slice(3)).toEqual(['app-package-birds.cjs']);
  expect(exports.all!()).toBe('1a,1b');
  expect(exports.guests!()).toBe('eagle,carp,eagle');
  expect(loaded.slice(4)).toEqual(['app-package-fishes.cjs']);
});

test('an entry of a package beside its first is a file of its own', async () => {
  const modules = {
    '/packages/app/src/main.js': `import { birds } from '/packages/birds/src/index.js';
import { chicks } from '/packages/birds/src/nest.js';
export const old = () => birds.join();
export const young = () => chicks().join();`,
    '/packages/birds/src/index.js': birds,
    '/packages/birds/src/nest.js': `export { chicks } from '/packages/birds/src/nest/chicks.js';`,
    '/packages/birds/src/nest/chicks.js': `import { birds } from '/packages/birds/src/index.js';
export const chicks = () => birds.map((bird) => bird + 'let');`,
  };
  const { exports, loaded } = run(await built(modules, ['birds/nest']));
  expect(exports.old!()).toBe('eagle');
  expect(loaded).toEqual(['app.cjs', 'app-package-birds.cjs']);
  expect(exports.young!()).toBe('eaglelet');
  expect(loaded.at(-1)).toBe('app-package-birds-nest.cjs');
});

test('what a package imports dynamically is a file of its own', async () => {
  const files = await built({
    '/packages/app/src/main.js': `import { song } from '/packages/birds/src/index.js';
export const sung = () => song();`,
    '/packages/birds/src/index.js': `export const song = async () => (await import('/packages/birds/src/docs.js')).text;`,
    '/packages/birds/src/docs.js': `export const text = 'tweet';`,
  });
  const { exports, loaded } = run(files);
  expect(await exports.sung!()).toBe('tweet');
  expect(loaded).toEqual(['app.cjs', 'app-package-birds.cjs', 'app-docs.cjs']);
});

test('a variable that a package exports may not change, for those who import it keep its value', async () => {
  const modules = {
    '/packages/app/src/main.js': `import { count, grow } from '/packages/birds/src/index.js';
export const grown = () => { grow(); return count; };`,
    '/packages/birds/src/index.js': `export let count = 0; export function grow() { count++; }`,
  };
  await expect(built(modules)).rejects.toThrow(/an export changes/);
});
