import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AddressSpace, type Block } from './address-space.ts';

describe('an address space', () => {
  test('gives blocks that do not overlap, and finds each by its addresses', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(2000), fc.nat(30)), { maxLength: 200 }), (steps) => {
        const space = new AddressSpace(100);
        const taken: Block[] = [];
        for (const [size, which] of steps) {
          if (taken.length > 0 && size % 2 === 0) {
            space.give(taken.splice(which % taken.length, 1)[0]!);
            continue;
          }
          const block = space.take(size, 1 << 16);
          if (block === null) continue;
          expect(block.start % 64).toBe(0);
          expect(block.bytes).toBeGreaterThanOrEqual(size + 16);
          expect(block.start + block.bytes).toBeLessThanOrEqual(1 << 16);
          for (const { start, bytes } of taken)
            expect(block.start + block.bytes <= start || start + bytes <= block.start).toBe(true);
          taken.push(block);
        }
        expect(space.blockCount).toBe(taken.length);
        for (const block of taken) {
          expect(space.blockAt(block.start)).toBe(block);
          expect(space.blockAt(block.start + block.bytes - 1)).toBe(block);
        }
        for (const block of taken) space.give(block);
        // Gaps that met are one.
        if (space.end > 128) expect(space.take(space.end - 128 - 16, space.end)?.start).toBe(128);
      }),
    );
  });

  test('takes no address at the limit or behind it', () => {
    const space = new AddressSpace(64);
    expect(space.take(1000, 1024)).toBeNull();
    expect(space.take(900, 1024)).not.toBeNull();
    expect(space.take(100, 1024)).toBeNull();
    expect(space.end).toBe(1024);
  });

  test('does not take back what is not in use', () => {
    const space = new AddressSpace(64);
    const block = space.take(1, 1024)!;
    space.give(block);
    expect(() => space.give(block)).toThrow('a block is given back that is not in use');
  });
});
