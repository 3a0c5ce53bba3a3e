import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UnregisteredOp } from '../builtin/ops/unregistered-op.ts';
import { i32 } from '../builtin/types/integer-type.ts';
import { Block } from './block.ts';
import { UnknownLoc } from './location.ts';
import type { Operation } from './operation.ts';

function makeOp(name: string, regionCount = 0): Operation {
  const opClass = UnregisteredOp.classFor(`test.${name}`);
  return new opClass({
    location: UnknownLoc.instance,
    operands: [],
    resultTypes: [],
    properties: [null],
    discardable: null,
    successors: [],
    regionCount,
  });
}

/** The list as it is linked in both directions. */
function both(block: Block): [string[], string[]] {
  const forward: string[] = [];
  const backward: string[] = [];
  for (let op = block.firstOp; op !== null; op = op.next) forward.push(op.name);
  for (let op = block.lastOp; op !== null; op = op.previous) backward.unshift(op.name);
  return [forward, backward];
}

describe('the operations of a block', () => {
  test('are a list like an array', () => {
    const step = fc.record({
      action: fc.constantFrom('append', 'prepend', 'insert', 'remove', 'before', 'after', 'end'),
      a: fc.nat(),
      b: fc.nat(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const block = new Block();
        const model: Operation[] = [];
        steps.forEach(({ action, a, b }, i) => {
          const at = model.length === 0 ? 0 : a % model.length;
          const other = model.length === 0 ? 0 : b % model.length;
          if (action === 'append' || model.length === 0) {
            const op = makeOp(`n${i}`);
            block.append(op);
            model.push(op);
          } else if (action === 'prepend') {
            const op = makeOp(`n${i}`);
            block.prepend(op);
            model.unshift(op);
          } else if (action === 'insert') {
            const op = makeOp(`n${i}`);
            block.insertBefore(op, model[at]!);
            model.splice(at, 0, op);
          } else if (action === 'remove') {
            block.remove(model[at]!);
            model.splice(at, 1);
          } else if (action === 'end') {
            const [op] = model.splice(at, 1);
            op!.moveToEnd(block);
            model.push(op!);
          } else if (at !== other) {
            const [op, anchor] = [model[at]!, model[other]!];
            if (action === 'before') op.moveBefore(anchor);
            else op.moveAfter(anchor);
            model.splice(at, 1);
            model.splice(model.indexOf(anchor) + (action === 'before' ? 0 : 1), 0, op);
          }
          const names = model.map((op) => op.name);
          expect(both(block)).toEqual([names, names]);
        });
        for (let i = 1; i < model.length; i++) expect(model[i - 1]!.isBefore(model[i]!)).toBe(true);
      }),
    );
  });

  test('may be removed while they are visited', () => {
    const block = new Block();
    for (const name of ['a', 'b', 'c']) block.append(makeOp(name));
    for (const op of block) op.remove();
    expect(block.isEmpty).toBe(true);
  });

  test('stand in one block at a time', () => {
    const [block, other] = [new Block(), new Block()];
    const op = makeOp('a');
    block.append(op);
    expect(() => other.append(op)).toThrow("op 'test.a' already stands in a block");
    expect(() => other.insertBefore(makeOp('b'), op)).toThrow('anchor stands in another block');
    expect(() => other.remove(op)).toThrow("op 'test.a' does not stand in this block");
    expect(() => op.isBefore(makeOp('c'))).toThrow('operations stand in different blocks');
  });
});

test('finds the operation of a block that is another one or holds it', () => {
  const [block, outer, inner] = [new Block(), makeOp('outer', 1), makeOp('inner')];
  block.append(outer);
  const body = outer.getRegion(0).addBlock();
  body.append(inner);
  expect(block.findAncestorOp(inner)).toBe(outer);
  expect(block.findAncestorOp(outer)).toBe(outer);
  expect(body.findAncestorOp(inner)).toBe(inner);
  expect(body.findAncestorOp(outer)).toBeNull();
});

describe('the arguments of a block', () => {
  test('are counted on when one goes', () => {
    const block = new Block();
    const [a, b, c] = [0, 1, 2].map(() => block.addArgument(i32, UnknownLoc.instance));
    block.eraseArgument(1);
    expect(block.arguments).toEqual([a, c]);
    expect([a!.index, b!.index, c!.index]).toEqual([0, 1, 1]);
    expect(() => block.eraseArgument(2)).toThrow('block has no argument 2');
  });
});
