import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';

// Processes are started.
vi.setConfig({ testTimeout: 30_000 });

const folder = mkdtempSync(join(tmpdir(), 'shardform-load-'));
const bin = new URL('../bin/', import.meta.url);

writeFileSync(
  join(folder, 'a.cjs'),
  `const b = require('./b.cjs'); const path = require('node:path');
   const more = (x) => { const all = []; for (let i = 0; i < x; i++) all.push(String(i)); return all.join(); };
   exports.main = async (work) => [b.name, path.basename(__filename), ...(work === 'two' ? [more(3)] : [])].join();`,
);
writeFileSync(join(folder, 'b.cjs'), `exports.name = 'b';`);

function run(code: string, env: Readonly<Record<string, string | undefined>> = {}): string {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return stdout + stderr;
}

const programFor = (work: string): string =>
  `import { loadProgram } from ${JSON.stringify(new URL('load-program.js', bin).href)};
const { main } = loadProgram(${JSON.stringify(folder)}, 'a.cjs', '${work}');
console.log(await main('${work}'));`;
const program = programFor('one');

/** Names of the files of a cache, and their sizes. */
function contents(cache: string): readonly (readonly [string, number])[] {
  const [version] = readdirSync(join(cache, 'shardform'));
  const kept = join(cache, 'shardform', version!);
  return readdirSync(kept).map((name) => [
    name.replace(/-[0-9a-f]{40}/, ''),
    statSync(join(kept, name)).size,
  ]);
}

test('a program of several files runs, and its compiled code is kept', () => {
  const cache = join(folder, 'cache');
  for (let start = 0; start < 2; start++) expect(run(program, { XDG_CACHE_HOME: cache })).toBe('b,a.cjs\n');
  // An empty file says that what the work needs is there.
  expect(contents(cache)).toEqual([
    ['a.cjs', expect.any(Number)],
    ['a.cjs-one', 0],
    ['b.cjs', expect.any(Number)],
  ]);
});

test('each kind of work adds the functions that it calls', () => {
  const cache = join(folder, 'works');
  const sizeOfA = (): number => new Map(contents(cache)).get('a.cjs')!;
  run(`${program}process.exitCode = 1;`, { XDG_CACHE_HOME: cache });
  expect(contents(cache).map(([name]) => name)).toEqual(['a.cjs', 'b.cjs']);
  run(program, { XDG_CACHE_HOME: cache });
  const first = sizeOfA();
  expect(run(programFor('two'), { XDG_CACHE_HOME: cache })).toBe('b,a.cjs,0,1,2\n');
  const second = sizeOfA();
  expect(second).toBeGreaterThan(first);
  run(program, { XDG_CACHE_HOME: cache });
  run(programFor('two'), { XDG_CACHE_HOME: cache });
  expect(sizeOfA()).toBe(second);
  expect(contents(cache).map(([name]) => name)).toEqual(['a.cjs', 'a.cjs-one', 'a.cjs-two', 'b.cjs']);
});

test.skipIf(process.platform === 'win32')('nothing but compiled code is kept, for nobody else', () => {
  const home = join(folder, 'home');
  mkdirSync(home);
  expect(run(program, { HOME: home, XDG_CACHE_HOME: undefined })).toBe('b,a.cjs\n');
  const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const [own] = readdirSync(join(home, '.cache', 'shardform'));
  const kept = join(home, '.cache', 'shardform', own!);
  expect(files.map(({ name, parentPath }) => [parentPath, name.split('-')[0]])).toEqual([
    [kept, 'a.cjs'],
    [kept, 'a.cjs'],
    [kept, 'b.cjs'],
  ]);
  expect(statSync(kept).mode & 0o777).toBe(0o700);
});

test('compiled code that is not fit is not used, and a cache is not needed', () => {
  const cache = join(folder, 'broken');
  run(program, { XDG_CACHE_HOME: cache });
  const [version] = readdirSync(join(cache, 'shardform'));
  for (const name of readdirSync(join(cache, 'shardform', version!)))
    writeFileSync(join(cache, 'shardform', version!, name), 'rubbish');
  expect(run(program, { XDG_CACHE_HOME: cache })).toBe('b,a.cjs\n');
  expect(run(program, { NODE_DISABLE_COMPILE_CACHE: '1' })).toBe('b,a.cjs\n');
  expect(run(program, { XDG_CACHE_HOME: '/dev/null/nowhere' })).toBe('b,a.cjs\n');
});

test('compiled code is that of the content of a file, whatever its time and size', () => {
  const [cache, project] = [join(folder, 'stale'), join(folder, 'replaced')];
  mkdirSync(project);
  const start = (answer: string): string => {
    const file = join(project, 'a.cjs');
    writeFileSync(file, `exports.main = () => '${answer}';`);
    utimesSync(file, 500_000_000, 500_000_000);
    return run(programFor('one').replaceAll(JSON.stringify(folder), JSON.stringify(project)), {
      XDG_CACHE_HOME: cache,
    });
  };
  expect(['old', 'old', 'new', 'new', 'old'].map(start)).toEqual(
    ['old', 'old', 'new', 'new', 'old'].map((answer) => `${answer}\n`),
  );
});

test('damaged code is dropped and made anew', () => {
  const cache = join(folder, 'damaged');
  run(program, { XDG_CACHE_HOME: cache });
  const [version] = readdirSync(join(cache, 'shardform'));
  const kept = join(cache, 'shardform', version!);
  const entries = readdirSync(kept).filter((name) => statSync(join(kept, name)).size > 0);
  const whole = entries.map((name) => readFileSync(join(kept, name)));
  const damages: readonly ((bytes: Buffer) => Buffer)[] = [
    (bytes) => bytes.fill(0, 100, 108),
    (bytes) => bytes.subarray(0, bytes.length / 2),
    (bytes) => Buffer.concat([bytes, bytes]),
    (bytes) => bytes.fill(0x61, 0, 1),
    (bytes) => bytes.fill(bytes.at(-1)! ^ 1, bytes.length - 1),
  ];
  for (const damage of damages) {
    for (const [i, name] of entries.entries())
      writeFileSync(join(kept, name), damage(Buffer.from(whole[i]!)));
    expect(run(program, { XDG_CACHE_HOME: cache })).toBe('b,a.cjs\n');
    for (const [i, name] of entries.entries())
      expect(readFileSync(join(kept, name)).length).toBe(whole[i]!.length);
  }
});

test.skipIf(process.platform !== 'linux')('a home that takes no folders is no cause to wait', () => {
  expect(run(program, { HOME: '/proc', XDG_CACHE_HOME: undefined })).toBe('b,a.cjs\n');
});

test('the library is taken for extensions', () => {
  const project = join(folder, 'project');
  mkdirSync(join(project, 'inner'), { recursive: true });
  writeFileSync(join(project, 'shardform.config.json'), '{ "load": ["./x.mjs"] }');
  const asks = (args: readonly string[], at: string): string =>
    run(`import { loadsExtensions } from ${JSON.stringify(new URL('loads-extensions.js', bin).href)};
console.log(loadsExtensions(${JSON.stringify(args)}, ${JSON.stringify(at)}));`).trim();
  expect(asks(['opt', '--load=x'], folder)).toBe('true');
  expect(asks(['opt', '--load-extension', 'x'], folder)).toBe('true');
  expect(asks(['opt', '--loader'], folder)).toBe('false');
  expect(asks(['opt'], join(project, 'inner'))).toBe('true');
  expect(asks(['opt', '--no-config'], project)).toBe('false');
});
