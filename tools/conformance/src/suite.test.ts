import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { discoverTests } from './discover.ts';
import { SuiteFinder } from './suite.ts';

let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'suite-'));
  const write = (path: string, text = '') => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  write('one/lit.cfg.py', "config.environment['FILECHECK_OPTS'] = '-enable-var-scope -v'\n");
  write('one/deep/a.mlir');
  write('one/b.test');
  write('one/Inputs/c.mlir');
  write('one/d.txt');
  write('two/lit.cfg.py', 'config.substitutions.append(("%models", x))\n');
  write('two/off/lit.local.cfg', 'config.unsupported = True\n');
  write('two/off/below/e.mlir');
  write('two/chip/lit.local.cfg', 'if not "chip" in config.targets:\n    config.unsupported = True\n');
});

afterAll(() => {
  rmSync(root, { recursive: true });
});

describe('discoverTests', () => {
  test('finds tests below folders, and files as they are', () => {
    expect(discoverTests(root, ['one', 'one/d.txt', 'one/deep'])).toEqual(
      ['one/b.test', 'one/d.txt', 'one/deep/a.mlir'].map((path) => join(root, path)),
    );
  });

  test('refuses a path that is not there', () => {
    expect(() => discoverTests(root, ['three'])).toThrow('no such file or folder: ');
  });
});

describe('SuiteFinder', () => {
  const find = (folder: string, ...features: string[]) =>
    new SuiteFinder(new Set(features)).find(join(root, folder));

  test('takes the settings of the nearest suite above', () => {
    expect(find('one/deep').fileCheckOptions).toEqual(['-enable-var-scope', '-v']);
    expect(find('two').fileCheckOptions).toEqual([]);
    expect(find('two').substitutions.get('%models')).toBe(join(root, 'two/ttmlir/models'));
    expect(find('.')).toEqual({ fileCheckOptions: [], substitutions: new Map(), unsupported: null });
  });

  test('knows the folders that a suite rules out', () => {
    expect(find('two').unsupported).toBeNull();
    expect(find('two/off/below').unsupported).toBe("the folder's tests are unsupported");
    expect(find('two/chip').unsupported).toBe("the folder's tests are for chip");
    expect(find('two/chip', 'chip').unsupported).toBeNull();
  });
});
