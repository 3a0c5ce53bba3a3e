import { machinePresets } from '@shardform/cost-model';
import { partitionSteps as ofTheStudy } from '@shardform/study';
import { expect, test } from 'vitest';
import { machines } from './machines.ts';
import { partitionSteps } from './partition-steps.ts';

test('the page names the stages of partitioning as the compiler does', () => {
  expect(partitionSteps).toEqual(ofTheStudy);
});

test('the compiler knows each machine that the page offers', () => {
  expect(machines.filter(({ name }) => !Object.hasOwn(machinePresets, name))).toEqual([]);
});
