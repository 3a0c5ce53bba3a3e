import { machinePresets } from '@shardform/cost-model';
import { partitionSteps as ofTheStudy } from '@shardform/study';
import { expect, test } from 'vitest';
import { machines } from './machines.ts';
import { partitionSteps } from './partition-steps.ts';

test('the page names the stages of partitioning as the compiler does', () => {
  expect(partitionSteps).toEqual(ofTheStudy);
});

test('the page offers the presets of the compiler', () => {
  const offered = machines.map(({ name }) => name);
  expect(offered.toSorted()).toEqual(Object.keys(machinePresets).toSorted());
});
