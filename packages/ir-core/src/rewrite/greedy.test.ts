import { describe, expect, test } from 'vitest';
import { AddIOp, ConstantOp, MulIOp, PrintOp, SubIOp, smallContext } from '../../tests/small-dialects.ts';
import { IntegerAttr } from '../builtin/attrs/number-attrs.ts';
import { i32 } from '../builtin/types/integer-type.ts';
import type { Operation } from '../ir/operation.ts';
import { parseModule } from '../text/parse-module.ts';
import { printOp } from '../text/print.ts';
import { applyPatternsGreedily, type GreedyOptions, type GreedyResult } from './greedy.ts';
import { anyOpPattern, pattern, type RewritePattern } from './pattern.ts';

const context = smallContext();

function rewrite(
  text: string,
  patterns: readonly RewritePattern[],
  options: GreedyOptions = {},
): GreedyResult & { readonly text: string } {
  const module = parseModule(`func.func @f(%x: i32, %y: i32) {\n${text}\n  return\n}`, context)!;
  const func = module.body.firstOp!;
  const result = applyPatternsGreedily(func, patterns, context, options);
  return { ...result, text: printOp(func, context).split('\n').slice(1, -3).join('\n') };
}

function constant(op: Operation, index: number): bigint | null {
  const { definingOp } = op.operands[index]!.value;
  return definingOp instanceof ConstantOp && definingOp.value instanceof IntegerAttr
    ? definingOp.value.value
    : null;
}

// x * 4 is x * 2 + x * 2, and so on down to x * 1.
const halve = pattern(MulIOp, 'halve', (op, rewriter) => {
  const factor = constant(op, 1);
  if (factor === null || factor % 2n !== 0n) return false;
  const half = rewriter.create(ConstantOp, { value: IntegerAttr.get(factor / 2n, i32) }, [i32]);
  const product = rewriter.create(MulIOp, { lhs: op.lhs, rhs: half.result }, [i32]);
  rewriter.replaceOpWith(op, AddIOp, { lhs: product.result, rhs: product.result }, [i32]);
  return true;
});

describe('applyPatternsGreedily', () => {
  test('applies patterns to what they create until none applies', () => {
    const { changed, converged, text } = rewrite(
      '%c4 = arith.constant 4 : i32\n%0 = arith.muli %x, %c4 : i32\ntest.print %0 : i32',
      [halve],
    );
    expect({ changed, converged }).toEqual({ changed: true, converged: true });
    expect(text).toBe(
      '  %0 = arith.addi %arg0, %arg0 : i32\n  %1 = arith.addi %0, %0 : i32\n  test.print %1 : i32',
    );
  });

  test('says when nothing was changed', () => {
    const { changed, converged } = rewrite('test.print %x : i32', [halve]);
    expect({ changed, converged }).toEqual({ changed: false, converged: true });
  });

  test('stops after the given number of iterations or rewrites', () => {
    let count = 0;
    const toggle = pattern(SubIOp, 'toggle', (op, rewriter) => {
      rewriter.modifyInPlace(op, () => op.setOperands([op.rhs, op.lhs]));
      return ++count > 0;
    });
    const text = '%0 = arith.subi %x, %y : i32\ntest.print %0 : i32';
    expect(rewrite(text, [toggle], { maxRewrites: 3, maxIterations: 5 }).converged).toBe(false);
    expect(count).toBe(15);
  });

  test('tries the greater benefit first and, among equals, the pattern for the kind of operation', () => {
    const tried: string[] = [];
    const notes = (name: string, benefit: number, general = false): RewritePattern =>
      general
        ? anyOpPattern(name, () => tried.push(name) === 0, { benefit })
        : pattern(PrintOp, name, () => tried.push(name) === 0, { benefit });
    rewrite('test.print', [
      notes('general', 1, true),
      notes('own', 1),
      notes('better', 2, true),
      notes('second', 1),
    ]);
    // The terminator is visited too.
    expect(tried).toEqual(['better', 'general', 'better', 'own', 'second', 'general']);
  });

  test('visits operations from the end unless it is asked to go top down', () => {
    const visits = (options: GreedyOptions): string[] => {
      const visited: string[] = [];
      const visit = anyOpPattern('visit', (op) => visited.push(op.name) === 0);
      rewrite('test.print\ntest.scope -> () { test.print test.yield }', [visit], options);
      return visited;
    };
    expect(visits({ topDown: true })).toEqual([
      'test.print',
      'test.scope',
      'test.print',
      'test.yield',
      'func.return',
    ]);
    expect(visits({})).toEqual(['func.return', 'test.yield', 'test.scope', 'test.print', 'test.print']);
  });

  test('folds, with constants at the head of the function', () => {
    const text = `
      test.print %x : i32
      %c2 = arith.constant 2 : i32
      %c3 = arith.constant 3 : i32
      %0 = arith.addi %c2, %c3 : i32
      test.print %0, %c3 : i32, i32`;
    expect(rewrite(text, [], { topDown: true }).text).toBe(
      `  %c5_i32 = arith.constant 5 : i32
  %c3_i32 = arith.constant 3 : i32
  test.print %arg0 : i32
  test.print %c5_i32, %c3_i32 : i32, i32`,
    );
    expect(rewrite(text, [], { fold: false, mergeConstants: false }).changed).toBe(false);
  });

  test('merges equal constants of regions in the function around', () => {
    const text = `
      %c2 = arith.constant 2 : i32
      test.scope -> () {
        %c2_inner = arith.constant 2 : i32
        %c3 = arith.constant 3 : i32
        test.print %c2_inner, %c3 : i32, i32
        test.yield
      }
      test.print %c2 : i32`;
    expect(rewrite(text, [], { topDown: true }).text).toBe(
      `  %c3_i32 = arith.constant 3 : i32
  %c2_i32 = arith.constant 2 : i32
  test.scope -> () {
    test.print %c2_i32, %c3_i32 : i32, i32
  }
  test.print %c2_i32 : i32`,
    );
  });

  test('moves constants of commutative operations to the end', () => {
    expect(
      rewrite('%c2 = arith.constant 2 : i32\n%0 = arith.muli %c2, %x : i32\ntest.print %0 : i32', []).text,
    ).toBe(
      '  %c2_i32 = arith.constant 2 : i32\n  %0 = arith.muli %arg0, %c2_i32 : i32\n  test.print %0 : i32',
    );
  });

  test('tells a listener of every change', () => {
    const events: string[] = [];
    rewrite('%c2 = arith.constant 2 : i32\n%0 = arith.muli %x, %c2 : i32\ntest.print %0 : i32', [halve], {
      listener: {
        inserted: (op) => events.push(`+${op.name}`),
        erased: (op) => events.push(`-${op.name}`),
        modified: (op) => events.push(`*${op.name}`),
        replaced: (op) => events.push(`>${op.name}`),
      },
    });
    expect(events).toEqual([
      '+arith.constant',
      '+arith.muli',
      '+arith.addi',
      '>arith.muli',
      '*test.print',
      '-arith.muli',
      '>arith.muli',
      '*arith.addi',
      '*arith.addi',
      '-arith.muli',
      '-arith.constant',
      '-arith.constant',
    ]);
  });

  test('does work in proportion to the number of operations', () => {
    const attempts = (count: number): number => {
      const lines = Array.from({ length: count }, (_, i) =>
        i % 4 === 0
          ? `%v${i} = arith.constant ${i % 7} : i32`
          : `%v${i} = arith.minsi ${i === 1 ? '%x' : `%v${i - (i % 4 === 1 ? 2 : 1)}`}, %v${i - (i % 4)} : i32`,
      );
      const module = parseModule(
        `func.func @f(%x: i32) {\n${lines.join('\n')}\ntest.print %v${count - 1} : i32\nreturn }`,
        context,
      )!;
      let attempted = 0;
      const counting = anyOpPattern('count', () => {
        attempted++;
        return false;
      });
      applyPatternsGreedily(module.body.firstOp!, [counting], context, { topDown: true });
      return attempted;
    };
    expect(attempts(4_000) / attempts(1_000)).toBeCloseTo(4, 1);
  });
});
