import { expect, test } from 'vitest';
import { smallContext } from '../../tests/small-dialects.ts';
import { parseModule } from '../text/parse-module.ts';
import type { Block } from './block.ts';
import { DominanceInfo, hasSsaDominance } from './dominance.ts';
import { DominatorTree } from './dominator-tree.ts';
import type { Operation } from './operation.ts';
import type { Region } from './region.ts';

function functionBody(text: string): Region {
  const module = parseModule(text, smallContext());
  return module!.body.firstOp!.regions[0]!;
}

const diamond = `
func.func @f(%c: i1, %x: i32) {
  cf.cond_br %c, ^a, ^b
^a:
  cf.br ^join
^b:
  cf.cond_br %c, ^b, ^join
^join:
  %0 = arith.addi %x, %x : i32
  %1 = arith.addi %0, %0 : i32
  return
^lost:
  cf.br ^join
}`;

test('a block dominates what can only be reached through it', () => {
  const region = functionBody(diamond);
  const [entry, a, b, join, lost] = region.blocks as [Block, Block, Block, Block, Block];
  const tree = new DominatorTree(region);
  expect(tree.dominates(entry, join)).toBe(true);
  expect(tree.dominates(a, join)).toBe(false);
  expect(tree.dominates(b, b)).toBe(true);
  expect(tree.immediateDominator(join)).toBe(entry);
  expect(tree.immediateDominator(entry)).toBeNull();
  expect(new Set(tree.children(entry))).toEqual(new Set([a, b, join]));
  expect(tree.isReachable(lost)).toBe(false);
  // No path leads there, so that every block stands on all of them.
  expect(tree.dominates(a, lost)).toBe(true);
  expect(tree.dominates(lost, a)).toBe(false);
});

test('an operation dominates those after it and what lies inside them', () => {
  const region = functionBody(`
func.func @f(%x: i32) {
  %0 = arith.addi %x, %x : i32
  test.scope -> () {
    %1 = arith.addi %0, %x : i32
    test.yield
  }
  %2 = arith.addi %0, %0 : i32
  return
}`);
  const [first, scope, last] = [...region.entry] as [Operation, Operation, Operation];
  const inner = scope.regions[0]!.entry.firstOp!;
  const dominance = new DominanceInfo();
  expect(dominance.properlyDominates(first.results[0]!, inner)).toBe(true);
  expect(dominance.properlyDominates(region.entry.arguments[0]!, inner)).toBe(true);
  expect(dominance.properlyDominates(inner.results[0]!, last)).toBe(false);
  expect(dominance.properlyDominates(last.results[0]!, inner)).toBe(false);
  expect(dominance.opProperlyDominates(scope, inner)).toBe(true);
  expect(dominance.opProperlyDominates(scope, inner, false)).toBe(false);
  expect(dominance.opProperlyDominates(first, first)).toBe(false);
  expect(dominance.opDominates(first, first)).toBe(true);
});

test('nothing is known to be ordered in graph regions and in undeclared operations', () => {
  const context = smallContext();
  context.allowUnregisteredDialects = true;
  const module = parseModule(
    '"x.op"() ({ %0 = "x.a"(%1) : (i32) -> i32 %1 = "x.b"() : () -> i32 }) : () -> ()',
    context,
  )!;
  const holder = module.body.firstOp!;
  const [a, b] = [...holder.regions[0]!.entry] as [Operation, Operation];
  expect(hasSsaDominance(module.regions[0]!)).toBe(false);
  expect(hasSsaDominance(holder.regions[0]!)).toBe(false);
  expect(new DominanceInfo().properlyDominates(b.results[0]!, a)).toBe(true);
});

test('a long chain of blocks needs no deep call stack', () => {
  const count = 20_000;
  const blocks = Array.from({ length: count }, (_, i) => `^b${i}:\n  cf.br ^b${i + 1}`).join('\n');
  const region = functionBody(`func.func @f() {\n  cf.br ^b0\n${blocks}\n^b${count}:\n  return\n}`);
  const tree = new DominatorTree(region);
  expect(tree.dominates(region.blocks[5]!, region.blocks[count]!)).toBe(true);
  expect(tree.dominates(region.blocks[count]!, region.blocks[5]!)).toBe(false);
});
