import type { CollectiveRow } from '@shardform/study';
import { expect, test } from 'vitest';
import { csvOf, groupedRows, searchedRows } from './rows.ts';

function row(given: Partial<CollectiveRow>): CollectiveRow {
  return {
    id: '4+1',
    kind: 'all_reduce',
    axis: 'y',
    value: '%4',
    userName: null,
    layer: null,
    line: 9,
    reason: 'dot_general sums products over dimension 1 of %x: devices combine their parts',
    detail: 'stablehlo.dot_general reduces dimension 1 of operand 0, which is sharded',
    type: 'tensor<4xf32>',
    groupSize: 4,
    pattern: null,
    executions: 1,
    executionsMeaning: 'exact',
    bytes: 16,
    bytesMeaning: 'exact',
    seconds: 0.5,
    contentionSeconds: 0,
    hiddenSeconds: 0,
    compiled: null,
    ...given,
  };
}

const ROWS = [
  row({ value: '%1', axis: 'x', seconds: 2e-6, bytes: 8, layer: 'block0' }),
  row({ value: '%2', axis: 'y', seconds: 3e-6, bytes: 4, layer: 'block1' }),
  row({
    value: '%3',
    axis: 'x',
    seconds: 2e-6,
    bytes: 32,
    executions: 3,
    layer: 'block0',
    reason: null,
    detail: null,
  }),
];

const named = (by: Parameters<typeof groupedRows>[1], order: Parameters<typeof groupedRows>[2]) =>
  groupedRows(ROWS, by, order).map(({ name, rows }) => [name, ...rows.map(({ value }) => value)]);

test('groups and their rows are sorted, the largest first', () => {
  expect(named('axis', 'seconds')).toEqual([
    ['x', '%3', '%1'],
    ['y', '%2'],
  ]);
  expect(named('none', 'seconds')).toEqual([['', '%2', '%3', '%1']]);
  expect(named('none', 'bytes')).toEqual([['', '%3', '%1', '%2']]);
  expect(named('none', 'executions')).toEqual([['', '%3', '%1', '%2']]);
});

test('rows are grouped by layer and by cause', () => {
  expect(named('layer', 'seconds')).toEqual([
    ['block0', '%3', '%1'],
    ['block1', '%2'],
  ]);
  expect(named('cause', 'seconds')).toEqual([
    ['dot_general reduces dimension 1 of operand 0, which is sharded', '%2', '%1'],
    ['in the program as given', '%3'],
  ]);
});

test('a group has the sums of its rows', () => {
  const [x] = groupedRows(ROWS, 'axis', 'seconds');
  expect(x).toMatchObject({ seconds: 4e-6, bytes: 40, executions: 4 });
});

test('a group has no time where nothing was simulated', () => {
  expect(groupedRows([row({ seconds: null })], 'axis', 'seconds')[0]!.seconds).toBe(null);
});

test('a search finds rows that have each of its words', () => {
  const found = (search: string) => searchedRows(ROWS, search).map(({ value }) => value);
  expect(found('')).toEqual(['%1', '%2', '%3']);
  expect(found('REDUCE block1')).toEqual(['%2']);
  expect(found('line 9')).toEqual(['%1', '%2', '%3']);
  expect(found('%3')).toEqual(['%3']);
  expect(found('nothing')).toEqual([]);
});

test('a spreadsheet gets quoted cells where these have commas', () => {
  expect(csvOf([row({ reason: 'a "b", c', detail: null })])).toBe(
    'kind,axis,value,userName,layer,line,seconds,contentionSeconds,hiddenSeconds,bytes,executions,executionsMeaning,groupSize,type,reason,detail\r\n' +
      'all_reduce,y,%4,,,9,0.5,0,0,16,1,exact,4,tensor<4xf32>,"a ""b"", c",\r\n',
  );
});
