import { expect, test } from 'vitest';
import { builtinTools } from './builtin-tools.ts';

const text = 'module {\n  a a\n  b\n}\nrest\n';

async function sed(...args: string[]) {
  const { stdout, stderr } = await builtinTools.get('sed')!(args, { stdin: Buffer.from(text), cwd: '/' });
  return stdout.toString() + stderr;
}

test.each([
  [['s/a/c/'], 'module {\n  c a\n  b\n}\nrest\n'],
  [['s/a/c/g'], 'module {\n  c c\n  b\n}\nrest\n'],
  [['1d; /^}/,$d'], '  a a\n  b\n'],
  [['-n', '/a/p'], '  a a\n'],
  [['-n', '2,3p'], '  a a\n  b\n'],
  [['$d'], 'module {\n  a a\n  b\n}\n'],
  [['2,1d'], 'module {\n  b\n}\nrest\n'],
  [['2!d'], '  a a\n'],
  [['/a/,/}/d'], 'module {\nrest\n'],
  [['s|\\(a\\) a|<&:\\1>|'], 'module {\n  <a a:a>\n  b\n}\nrest\n'],
  [['-E', 's/(a) (a)/\\2-\\1/'], 'module {\n  a-a\n  b\n}\nrest\n'],
  [['-n', 's/b/x/p'], '  x\n'],
  [['-e', '1d', '-e', 's/B/x/I'], '  a a\n  x\n}\nrest\n'],
  [['2q'], 'module {\n  a a\n'],
  [['s/a\\/b/c/'], text],
  [['s/a/c'], "sed: unterminated '/'\n"],
  [['y/a/b/'], "sed: unsupported command 'y'\n"],
])('sed %j', async (args, expected) => {
  expect(await sed(...args)).toBe(expected);
});
