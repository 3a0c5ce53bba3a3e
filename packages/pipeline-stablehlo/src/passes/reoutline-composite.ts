import {
  definePass,
  DenseArrayAttr,
  DictionaryAttr,
  type Operation,
  OpResult,
  StringAttr,
  SymbolRefAttr,
  type Value,
  lastOf,
} from '@shardform/ir-core';
import type { FuncOp } from '@shardform/dialect-func';
import { CompositeOp } from '@shardform/dialect-stablehlo';
import { reoutline } from '../attribute-names.ts';
import { definedFunctions } from '../functions.ts';
import { createPrivateFunction } from '../private-function.ts';

/**
 * Operations that `flatten-or-convert-composites` made of a composite become one again, on local shapes, if nothing
 * was put between them.
 */
export const reoutlineComposite = definePass({
  name: 'reoutline-composite',
  className: 'ReoutlineCompositePass',
  summary: 'put flattened composites together again',
  dependentDialects: ['stablehlo', 'func'],
  run(module) {
    for (const func of definedFunctions(module)) {
      for (const [group, ops] of groupsOf(func)) outline(module, group, ops);
    }
  },
});

function groupsOf(func: FuncOp): Map<string, Operation[]> {
  const groups = new Map<string, Operation[]>();
  func.walk((op) => {
    const name = op.discardable?.get(reoutline.group);
    if (!(name instanceof StringAttr)) return;
    const group = groups.get(name.value);
    if (group === undefined) groups.set(name.value, [op]);
    else group.push(op);
  });
  return groups;
}

function outline(module: Operation, name: string, ops: readonly Operation[]): void {
  const members = new Set(ops);
  if (!isContiguous(ops, members)) return;
  const inputs = capturedValues(ops, members);
  const results = escapingValues(ops, members);
  const callee = createPrivateFunction(module, `outlined_${name}`, ops, inputs, results);
  const seed = ops.find((op) => op.hasAttr(reoutline.seed)) ?? null;
  const composite = CompositeOp.create(
    {
      inputs,
      name: stringOr(seed?.getAttr(reoutline.name), callee.symName),
      compositeAttributes: dictionaryOrEmpty(seed?.getAttr(reoutline.attributes)),
      decomposition: SymbolRefAttr.get(callee.symName.value),
    },
    results.map((value) => value.type),
    { location: callee.location },
  );
  const first = ops[0]!;
  composite.moveBefore(first);
  results.forEach((value, i) => {
    value.replaceAllUsesWith(composite.getResult(i));
  });
  for (const op of ops.toReversed()) op.erase();
}

function stringOr(attribute: unknown, other: StringAttr): StringAttr {
  return attribute instanceof StringAttr ? attribute : other;
}

function dictionaryOrEmpty(attribute: unknown): DictionaryAttr {
  return attribute instanceof DictionaryAttr ? attribute : DictionaryAttr.empty;
}

/** Returns true if the operations stand in one block with nothing between them. */
function isContiguous(ops: readonly Operation[], members: ReadonlySet<Operation>): boolean {
  const [first] = ops;
  const last = lastOf(ops);
  for (let op: Operation | null = first!; op !== last; op = op.next) {
    if (op === null || !members.has(op)) return false;
  }
  return true;
}

/** Returns the values that the operations capture, in the order of the composite's operands as far as it is known. */
function capturedValues(ops: readonly Operation[], members: ReadonlySet<Operation>): Value[] {
  const position = new Map<Value, number>();
  for (const op of ops) {
    const indices = op.getAttr(reoutline.operands);
    const known = indices instanceof DenseArrayAttr ? indices.numbers() : [];
    op.operandValues().forEach((value, i) => {
      const { definingOp } = value;
      if (definingOp !== null && members.has(definingOp)) return;
      const index = known[i] ?? -1;
      if (index >= 0) position.set(value, index);
      else if (!position.has(value)) position.set(value, Infinity);
    });
  }
  return sortedByPosition(position);
}

/**
 * Returns the results that others use of the operations, in the order of the composite's results as far as it is known.
 */
function escapingValues(ops: readonly Operation[], members: ReadonlySet<Operation>): Value[] {
  const position = new Map<Value, number>();
  for (const op of ops) {
    const attribute = op.getAttr(reoutline.results);
    const known = attribute instanceof DenseArrayAttr ? attribute.numbers() : [];
    for (const result of op.results) {
      if (![...result.uses()].some((use) => !members.has(use.owner))) continue;
      const index = known[result.index] ?? -1;
      position.set(result, index >= 0 ? index : Infinity);
    }
  }
  return sortedByPosition(position);
}

/** Values of unknown position come last: block arguments first, then in program order. */
function sortedByPosition(position: ReadonlyMap<Value, number>): Value[] {
  return [...position]
    .sort(([a, i], [b, j]) => (i === j ? programOrder(a, b) : i - j))
    .map(([value]) => value);
}

function programOrder(a: Value, b: Value): number {
  if (!(a instanceof OpResult) || !(b instanceof OpResult)) {
    return Number(a instanceof OpResult) - Number(b instanceof OpResult);
  }
  if (a.owner === b.owner) return a.index - b.index;
  return a.owner.isBefore(b.owner) ? -1 : 1;
}
