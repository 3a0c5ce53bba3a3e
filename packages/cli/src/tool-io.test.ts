import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readInput, type ToolInput, writeOutput } from './tool-io.ts';

const folder = mkdtempSync(join(tmpdir(), 'shardform-tool-io-'));
afterAll(() => rmSync(folder, { recursive: true }));
const input: ToolInput = { stdin: () => new Uint8Array(), cwd: folder, colour: false };

test('files are replaced, with nothing left beside them', () => {
  writeOutput('a.mlir', 'first', input);
  writeOutput('a.mlir', 'second', input);
  expect(readFileSync(join(folder, 'a.mlir'), 'utf8')).toBe('second');
  expect(readdirSync(folder)).toEqual(['a.mlir']);
});

test('links stay links: what they lead to is written', () => {
  symlinkSync('a.mlir', join(folder, 'link'));
  writeOutput('link', 'third', input);
  expect(lstatSync(join(folder, 'link')).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(folder, 'a.mlir'), 'utf8')).toBe('third');
  symlinkSync('new.mlir', join(folder, 'dangling'));
  writeOutput('dangling', 'fourth', input);
  expect(lstatSync(join(folder, 'dangling')).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(folder, 'new.mlir'), 'utf8')).toBe('fourth');
  expect(readdirSync(folder)).toEqual(['a.mlir', 'dangling', 'link', 'new.mlir']);
});

test('a file that a link leads to is replaced, not written to', () => {
  const before = statSync(join(folder, 'a.mlir')).ino;
  writeOutput('link', 'fifth', input);
  expect(statSync(join(folder, 'a.mlir')).ino).not.toBe(before);
});

test('a name may be as long as the system allows', () => {
  const name = `${'x'.repeat(250)}.mlir`;
  writeOutput(name, 'text', input);
  expect(readFileSync(join(folder, name), 'utf8')).toBe('text');
  rmSync(join(folder, name));
});

// Windows has neither permissions nor pipes with names.
describe.skipIf(process.platform === 'win32')('on POSIX', () => {
  test('what replaces a file has its permissions', () => {
    writeFileSync(join(folder, 'private'), 'old');
    chmodSync(join(folder, 'private'), 0o600);
    writeOutput('private', 'new', input);
    expect(statSync(join(folder, 'private')).mode & 0o777).toBe(0o600);
  });

  test('a draft does not follow a link that is in its place', () => {
    const draft = join(folder, `.b.mlir.${process.pid}.tmp`);
    symlinkSync('private', draft);
    writeOutput('b.mlir', 'b', input);
    expect(readFileSync(join(folder, 'private'), 'utf8')).toBe('new');
    expect(readFileSync(join(folder, 'b.mlir'), 'utf8')).toBe('b');
  });

  // A pipe stands for devices, too: were it to fail, a test with rights to do so would replace those of the system.
  test('what is no regular file is written to as it is', () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    // The writer waits for the reader.
    execFileSync('sh', ['-c', 'cat "$0" >"$0.read" &', pipe], { stdio: 'ignore' });
    writeOutput('pipe', 'sixth', input);
    expect(lstatSync(pipe).isFIFO()).toBe(true);
    rmSync(pipe);
  });

  test('a device without end is refused', () => {
    expect(() => readInput('/dev/zero', input)).toThrow(
      "cannot open input file '/dev/zero': File too large: 64 MiB of a device are read at most",
    );
    expect(readInput('/dev/null', input)).toEqual(Buffer.alloc(0));
  });

  test('servers read plain files only, and wait for no pipe', () => {
    const root = join(folder, 'root');
    mkdirSync(root);
    execFileSync('mkfifo', [join(root, 'pipe')]);
    mkdirSync(join(root, 'inner'));
    const served = { ...input, root };
    expect(() => readInput('pipe', served)).toThrow("input file 'pipe': It is not a regular file");
    expect(() => readInput('inner', served)).toThrow("input file 'inner': It is not a regular file");
    expect(() => readInput('../a.mlir', served)).toThrow('it is outside of');
  });
});

test.skipIf(process.platform === 'win32')(
  'a server reads plain files, and links to them, for its client',
  () => {
    const cwd = mkdtempSync(join(tmpdir(), 'served-'));
    writeFileSync(join(cwd, 'a'), 'text');
    symlinkSync('a', join(cwd, 'link'));
    const served: ToolInput = { ...input, cwd, texts: new Map<string, Uint8Array>() };
    for (const name of ['a', 'link']) expect(new TextDecoder().decode(readInput(name, served))).toBe('text');
    for (const name of ['/dev/stdin', '/dev/zero'])
      expect(() => readInput(name, served)).toThrow(`cannot open input file '${name}'`);
    rmSync(cwd, { recursive: true });
  },
);
