import { expect, test } from 'vitest';
import { withPassOptions } from './pass-options.ts';

const options = new Map([['to-ttir', 'library-indexing']]);

test('passes with and without options of their own get further ones, which their own follow', () => {
  const args = ['--to-ttir', '-to-ttir=a=1 b', '--to-ttnn', 'to-ttir', 'file.mlir'];
  expect(withPassOptions(args, options)).toEqual([
    '--to-ttir=library-indexing',
    '-to-ttir=library-indexing a=1 b',
    '--to-ttnn',
    'to-ttir',
    'file.mlir',
  ]);
});

test('without options all arguments stay', () => {
  const args = ['--to-ttir'];
  expect(withPassOptions(args, new Map())).toBe(args);
});
