import { expect, test } from 'vitest';
import { PrintOp } from '../../tests/small-dialects.ts';
import { Block } from '../ir/block.ts';
import type { Operation } from '../ir/operation.ts';
import { Worklist } from './worklist.ts';

function operations(count: number): Operation[] {
  const block = new Block();
  return Array.from({ length: count }, () => {
    const op = PrintOp.create({ values: [] }, []);
    block.append(op);
    return op;
  });
}

function drain(list: Worklist): Operation[] {
  const ops: Operation[] = [];
  for (let op = list.pop(); op !== null; op = list.pop()) ops.push(op);
  return ops;
}

test('gives the operation that was added last, each once', () => {
  const [a, b, c] = operations(3) as [Operation, Operation, Operation];
  const list = new Worklist();
  for (const op of [a, b, c, a, b]) list.push(op);
  expect(drain(list)).toEqual([c, b, a]);
  list.push(a);
  expect(drain(list)).toEqual([a]);
});

test('leaves out what was removed or detached', () => {
  const [a, b, c] = operations(3) as [Operation, Operation, Operation];
  const list = new Worklist();
  for (const op of [a, b, c]) list.push(op);
  list.remove(b);
  c.erase();
  list.push(b);
  expect(drain(list)).toEqual([b, a]);
});

test('reverses', () => {
  const [a, b, c] = operations(3) as [Operation, Operation, Operation];
  const list = new Worklist();
  for (const op of [a, b, c]) list.push(op);
  list.remove(b);
  list.reverse();
  list.push(c);
  expect(drain(list)).toEqual([a, c]);
});
