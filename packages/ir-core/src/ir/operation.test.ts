import { describe, expect, test } from 'vitest';
import { parsed } from '../../tests/parse-text.ts';
import { i32Attr } from '../builtin/attrs/number-attrs.ts';
import { ModuleOp } from '../builtin/ops/module-op.ts';
import type { Operation, WalkResult } from './operation.ts';

const NESTED =
  '"d.a"() ({\n "d.b"() ({\n "d.c"() : () -> () }) : () -> ()\n "d.e"() : () -> () }) : () -> ()\n"d.f"() : () -> ()';

function walked(
  order: 'pre' | 'post',
  decide: (name: string) => WalkResult | undefined = () => undefined,
): string[] {
  const names: string[] = [];
  parsed(NESTED).walk((op) => {
    names.push(op.name);
    return decide(op.name);
  }, order);
  return names;
}

describe('a walk', () => {
  test('visits nested operations first, or last', () => {
    expect(walked('post')).toEqual(['d.c', 'd.b', 'd.e', 'd.a', 'd.f', 'builtin.module']);
    expect(walked('pre')).toEqual(['builtin.module', 'd.a', 'd.b', 'd.c', 'd.e', 'd.f']);
  });

  test('leaves regions out or ends', () => {
    expect(walked('pre', (name) => (name === 'd.b' ? 'skip' : undefined))).toEqual([
      'builtin.module',
      'd.a',
      'd.b',
      'd.e',
      'd.f',
    ]);
    expect(walked('post', (name) => (name === 'd.b' ? 'interrupt' : undefined))).toEqual(['d.c', 'd.b']);
  });

  test('visits the operations of a class', () => {
    const modules: (string | null)[] = [];
    parsed('module @a { module @b {} }').walkOf(
      ModuleOp,
      (op) => void modules.push(op.symName?.value ?? null),
    );
    expect(modules).toEqual(['b', 'a']);
  });
});

describe('a walk that changes what it visits', () => {
  const names = (visit: (op: Operation) => void, order: 'pre' | 'post'): string[] => {
    const module = parsed('"d.a"() : () -> ()\n"d.b"() : () -> ()\n"d.c"() : () -> ()');
    const seen: string[] = [];
    module.walk((op) => {
      if (op === module) return;
      seen.push(op.name);
      visit(op);
    }, order);
    return seen;
  };

  test.each(['pre', 'post'] as const)(
    'goes on when the visited operation or the next one is erased (%s)',
    (order) => {
      expect(
        names((op) => {
          op.erase();
        }, order),
      ).toEqual(['d.a', 'd.b', 'd.c']);
      expect(names((op) => op.next?.erase(), order)).toEqual(['d.a', 'd.c']);
    },
  );

  test('says so when both are erased', () => {
    expect(() =>
      names((op) => {
        op.next?.erase();
        op.erase();
      }, 'post'),
    ).toThrow('both the visited operation and the one after it were erased');
  });
});

describe('the attributes of an operation', () => {
  test('are inherent or discardable by name', () => {
    const module = parsed('module @m attributes {d.x = 1 : i32} {}');
    expect(module.sortedAttrs().map(([name]) => name)).toEqual(['d.x', 'sym_name']);
    expect(module.sortedDiscardable().map(([name]) => name)).toEqual(['d.x']);
    module.setAttr('d.x', null);
    expect(module.discardable).toBeNull();
    module.setAttr('sym_visibility', i32Attr(1));
    expect(module.properties[1]).toBe(i32Attr(1));
    expect([module.hasAttr('sym_name'), module.getAttr('nothing')]).toEqual([true, null]);
  });
});

describe('operands and results', () => {
  test('are checked when they are asked for', () => {
    const op = parsed('%0 = "d.a"() : () -> i32').body.firstOp!;
    expect(() => op.getOperand(0)).toThrow("'d.a' has no operand 0");
    expect(() => op.getResult(1)).toThrow("'d.a' has no result 1");
    expect(() => {
      op.replaceAllUsesWith([]);
    }).toThrow("'d.a' has 1 results, got 0 values");
  });

  test('can be exchanged as a whole', () => {
    const [a, use] = [...parsed('%0 = "d.a"() : () -> i32\n"d.use"(%0) : (i32) -> ()').body];
    use!.setOperands([a!.getResult(), a!.getResult()]);
    expect(use!.operands.map((operand) => operand.index)).toEqual([0, 1]);
    expect([...a!.getResult().uses()]).toHaveLength(2);
    expect(() => {
      a!.setResultTypes([]);
    }).toThrow("result 0 of 'd.a' is still used");
  });
});
