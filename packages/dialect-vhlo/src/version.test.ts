import { expect, test } from 'vitest';
import {
  bytecodeVersionOf,
  compareVersions,
  knownVersion,
  parseVersion,
  versionFor,
  versionText,
} from './version.ts';

test('versions have three numbers', () => {
  expect(parseVersion('1.20.3')).toEqual({ major: 1, minor: 20, patch: 3 });
  for (const text of ['', '1.2', '1.2.3.4', 'v1.2.3', '1.2.x', ' 1.2.3'])
    expect(parseVersion(text)).toBeNull();
  expect(versionText({ major: 0, minor: 9, patch: 0 })).toBe('0.9.0');
});

test('versions are compared number by number', () => {
  const sorted = ['1.10.0', '0.20.0', '1.9.1', '1.9.0']
    .map(knownVersion)
    .sort(compareVersions)
    .map(versionText);
  expect(sorted).toEqual(['0.20.0', '1.9.0', '1.9.1', '1.10.0']);
});

test('requirements are versions', () => {
  expect((['NONE', 'WEEK_4', 'WEEK_12', 'MAX'] as const).map(versionFor).map(versionText)).toEqual([
    '1.20.0',
    '1.18.0',
    '1.16.2',
    '0.9.0',
  ]);
});

test('the version of the bytecode grows with the version', () => {
  const versions = ['0.9.0', '0.10.0', '0.11.0', '0.12.0', '0.13.0', '0.14.0', '0.15.0', '1.16.2'];
  expect(versions.map((text) => bytecodeVersionOf(knownVersion(text)))).toEqual([0, 1, 1, 3, 3, 4, 6, 6]);
  expect(() => bytecodeVersionOf(knownVersion('0.8.0'))).toThrow('version 0.8.0 is not supported');
});
