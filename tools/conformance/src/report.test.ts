import { describe, expect, test } from 'vitest';
import { type FileResult, firstReason, summarize, verdictOf } from './report.ts';

describe('firstReason', () => {
  test.each([
    [
      'RUN: at line 1: x\n$ x\n# exit code 1\n# standard error:\nnote\na.mlir:1:2: error: bad\n',
      'a.mlir:1:2: error: bad',
    ],
    ['RUN: at line 1: x\n$ x\n# exit code 1\n# standard output:\nwords\n', 'words'],
    ['RUN: at line 1: x\nshell: x: command not found\n', 'shell: x: command not found'],
    ['RUN: at line 1: false\n$ false\n# exit code 1\n', 'RUN: at line 1: false'],
    ['timed out after 20 s', 'timed out after 20 s'],
  ])('of %j', (report, expected) => {
    expect(firstReason(report)).toBe(expected);
  });

  test('is cut when it is long', () => {
    expect(firstReason('e'.repeat(300))).toBe(`${'e'.repeat(240)}...`);
  });
});

test('verdictOf counts expected failures as passed and what cannot run as skipped', () => {
  const statuses = [
    'passed',
    'expected-failure',
    'failed',
    'unexpected-pass',
    'unsupported',
    'unresolved',
  ] as const;
  expect(statuses.map(verdictOf)).toEqual(['passed', 'passed', 'failed', 'failed', 'skipped', 'skipped']);
});

test('summarize counts each folder and the whole', () => {
  const result = (path: string, verdict: FileResult['verdict']): FileResult => ({
    path,
    verdict,
    reason: '',
    milliseconds: 1,
  });
  const results = [
    result('a/1', 'passed'),
    result('a/2', 'failed'),
    result('bb/1', 'skipped'),
    result('a/3', 'passed'),
  ];
  expect(summarize(results)).toBe(
    ['a        2/3  66.7%', 'bb       0/0         1 skipped', '', '2 passed, 1 failed, 1 skipped', ''].join(
      '\n',
    ),
  );
});
