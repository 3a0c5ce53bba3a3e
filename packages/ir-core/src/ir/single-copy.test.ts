import { expect, test } from 'vitest';
import './attribute.ts';
import { claimProcess } from './single-copy.ts';
import { version } from './version.ts';

test('a second copy of the package is refused', () => {
  expect(() => {
    claimProcess();
  }).toThrow(
    `two copies of @shardform/ir-core are loaded (${version} and ${version}); install one version, for instance with 'npm dedupe'`,
  );
});
