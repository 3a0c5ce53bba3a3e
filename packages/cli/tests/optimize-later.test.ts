import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const module = new URL('../bin/optimize-later.js', import.meta.url).href;

function outputOf(code: string): { readonly stdout: string; readonly stderr: string } {
  const text = `import { flagFor, optimizeLater } from ${JSON.stringify(module)}; ${code}`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', text], {
    encoding: 'utf8',
  });
  return { stdout, stderr };
}

test('engines that were not tried keep their thresholds', () => {
  const { stdout } = outputOf(
    "console.log(['11.3.244', '12.4.254', '13.6.233', '14.1.1'].map(flagFor).join(' '))",
  );
  expect(stdout).toBe(
    '--interrupt-budget=1320000 --invocation-count-for-turbofan=30000 --invocation-count-for-turbofan=30000 \n',
  );
});

test('the engine of this process knows its flag', () => {
  expect(outputOf('optimizeLater(process.versions.v8)')).toEqual({ stdout: '', stderr: '' });
});
