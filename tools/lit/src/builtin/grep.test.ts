import { expect, test } from 'vitest';
import { builtinTools } from './builtin-tools.ts';

const text = 'one\ntwo words\nThree\na.b\naxb\n';

async function grep(...args: string[]) {
  const { stdout, stderr, exitCode } = await builtinTools.get('grep')!(args, {
    stdin: Buffer.from(text),
    cwd: '/',
  });
  return exitCode > 1 ? stderr : `${exitCode}:${stdout.toString()}`;
}

test.each([
  [['o'], '0:one\ntwo words\n'],
  [['-c', 'o'], '0:2\n'],
  [['-v', 'o'], '0:Three\na.b\naxb\n'],
  [['-q', 'one'], '0:'],
  [['zzz'], '1:'],
  [['-c', 'zzz'], '1:0\n'],
  [['-i', 'three'], '0:Three\n'],
  [['-n', 'a.b'], '0:4:a.b\n5:axb\n'],
  [['-F', 'a.b'], '0:a.b\n'],
  [['-o', 't[a-z]*'], '0:two\n'],
  [['-w', 'word'], '1:'],
  [['-x', 'one'], '0:one\n'],
  [['-e', 'one', '-e', 'Three'], '0:one\nThree\n'],
  [['one|Three'], '1:'],
  [['one\\|Three'], '0:one\nThree\n'],
  [['-E', 'one|Three'], '0:one\nThree\n'],
  [['^a\\.b$'], '0:a.b\n'],
  [['\\(a\\).\\1'], '1:'],
  [['o\\swo'], '0:two words\n'],
  [['two\\sw'], '0:two words\n'],
  [['-E', 'e{2}'], '0:Three\n'],
  [['e\\{2\\}'], '0:Three\n'],
  [['\\('], 'grep: parentheses not balanced\n'],
  [['-Z', 'a'], "grep: unsupported option '-Z'\n"],
  [['a', 'none.txt'], 'grep: none.txt: No such file or directory\n'],
])('grep %j', async (args, expected) => {
  expect(await grep(...args)).toBe(expected);
});
