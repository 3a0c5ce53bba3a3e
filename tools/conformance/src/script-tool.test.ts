import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resolveScript } from './script-tool.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'script-tool-'));
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/greet'), '#!/bin/sh\necho "hello $1"\n', { mode: 0o755 });
  writeFileSync(join(folder, 'run.sh'), '#!/bin/bash\ngreet "$1"; cat; echo oops >&2; exit 4\n');
  writeFileSync(join(folder, 'text'), 'no script\n');
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe.skipIf(process.platform === 'win32')('resolveScript', () => {
  const resolve = (name: string) =>
    resolveScript({ programs: join(folder, 'bin'), timeoutSeconds: 20 })(name);

  test('runs a script that finds the tools as programs', async () => {
    const tool = resolve(join(folder, 'run.sh'))!;
    const { stdout, stderr, exitCode } = await tool(['you'], { stdin: Buffer.from('input\n'), cwd: folder });
    expect([stdout.toString(), stderr, exitCode]).toEqual(['hello you\ninput\n', 'oops\n', 4]);
  });

  test('knows no other files and no bare names', () => {
    expect(resolve(join(folder, 'text'))).toBeUndefined();
    expect(resolve(join(folder, 'none'))).toBeUndefined();
    expect(resolve('bash')).toBeUndefined();
  });
});
