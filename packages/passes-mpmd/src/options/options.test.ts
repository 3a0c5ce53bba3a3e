import { Context } from '@shardform/ir-core';
import { expect, test } from 'vitest';
import { mpmdPasses } from '../extension.ts';
import { constraintOption, indexMapOption, nameMapOption } from './assignments.ts';
import { mergeRuleOption, scheduleRuleOption } from './fragment-rules.ts';

const context = new Context([mpmdPasses]);
const fail = (message: string): never => {
  throw new Error(message);
};

test('assignments give meshes and stages, the last one of a name', () => {
  const option = nameMapOption('');
  const map = option.parse('g@m2/1, f@m1, g@m3/2,', fail, context);
  expect(option.print(map)).toBe('f@m1,g@m3/2');
  expect(indexMapOption('').print(indexMapOption('').parse('1@m2#device,0@m1', fail, context))).toBe(
    '0@m1,1@m2#device',
  );
  expect(constraintOption.parse('0:2', fail, context)).toEqual({ input: 0, output: 2 });
});

test.each([
  ['f', "Assignment must contain '@' denoting a name assigned to a mesh (and stage), got: f"],
  ['f@m1/x', 'Failed to parse stage number: x'],
])('the assignment %s is rejected', (text, message) => {
  expect(() => nameMapOption('').parse(text, fail, context)).toThrow(message);
});

const INFO =
  'FragmentInfo(origins=["f","g"(1)],stage=3,call_counter=2,split_type=kDropTransferred,mesh_name="m1")';

test('rules print as they are written', () => {
  const merge = `FragmentMergeRule(sources=[${INFO},FragmentInfo(origins=["h"])],target=${INFO})`;
  expect(mergeRuleOption.print(mergeRuleOption.parse(merge, fail, context))).toBe(merge);
  const schedule = `FragmentScheduleRule(ordered_fragments=[${INFO}->FragmentInfo(origins=["h"])])`;
  expect(scheduleRuleOption.print(scheduleRuleOption.parse(schedule, fail, context))).toBe(schedule);
});

test.each([
  ['FragmentInfo(origins=[f])', "Expected a '\"'"],
  ['FragmentInfo(origins=["f"(x)])', 'Expected a transpose count'],
  ['FragmentInfo(origins=["f"],stage=1,stage=2)', "'stage' specified more than once"],
  ['FragmentInfo(origins=["f"],stage=x)', "Expected an integer value for 'stage'"],
  [
    'FragmentInfo(origins=["f"],split_type=x)',
    "Expected 'kKeepTransferred' or 'kDropTransferred' for 'split_type'",
  ],
  [
    'FragmentInfo(origins=["f"],x=1)',
    "Expected 'stage=', 'call_counter=', 'split_type=', or 'mesh_name=' after ','",
  ],
])('the info %s is rejected', (info, message) => {
  const rule = `FragmentMergeRule(sources=[${info}],target=${info})`;
  expect(() => mergeRuleOption.parse(rule, fail, context)).toThrow(message);
});
