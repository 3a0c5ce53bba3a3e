import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runTool } from '../src/run-tool.ts';

const folder = new URL('../../../docs/pictures/', import.meta.url);

/** The pictures of the documentation, and the commands that draw them. */
const pictures = {
  'pipeline.svg':
    'dist simulate --model mlp-xs --batch 65536 --degrees 1/1/4/8 --schedule 1f1b --machine dgx2',
};

test.each(Object.entries(pictures))('%s is what its command draws; -u draws it', async (name, command) => {
  const cwd = mkdtempSync(join(tmpdir(), 'shardform-picture-'));
  try {
    const { stderr } = await runTool('shardform', [...command.split(' '), '--svg', name], {
      ...{ stdin: new Uint8Array(), cwd },
    });
    expect(stderr).toBe('');
    await expect(readFileSync(join(cwd, name), 'utf8')).toMatchFileSnapshot(new URL(name, folder).pathname);
  } finally {
    rmSync(cwd, { recursive: true });
  }
});
