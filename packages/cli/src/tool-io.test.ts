import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type ToolInput, writeOutput } from './tool-io.ts';

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
});
