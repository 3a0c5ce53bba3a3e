import { CallOp, FuncOp, ReturnOp as FuncReturnOp } from '@shardform/dialect-func';
import * as sdy from '@shardform/dialect-sdy';
import * as hlo from '@shardform/dialect-stablehlo';
import { SymbolTables, type Operation, type OpOperand, type Value } from '@shardform/ir-core';
import { isPlacementCall } from '../interpreter/placement-call.ts';

/** Follows values of a program through calls, loops, branches, and operations that only rearrange them. */
export class ValueFlow {
  readonly #entry: FuncOp;
  readonly #places = new Map<Operation, number>();
  readonly #symbols = new SymbolTables();
  readonly #callers = new Map<Operation, Operation[]>();

  /** @param entry the function that is executed. */
  constructor(entry: FuncOp) {
    this.#entry = entry;
    entry.walk((op) => void this.#places.set(op, this.#places.size));
    const root = entry.parentOp ?? entry;
    root.walk((op) => {
      if (!(op instanceof CallOp)) return;
      const callee = this.#symbols.lookupNearest(op, op.callee);
      if (callee !== null) this.#callers.set(callee, [...(this.#callers.get(callee) ?? []), op]);
    });
  }

  /**
   * Returns the uses of a value, including those of the values it flows to.
   *
   * @param passes returns the results of a user that are followed further; calls and control flow are followed in any
   *   case.
   */
  uses(start: Value, passes: (use: OpOperand) => readonly Value[]): PlacedUse[] {
    const found: PlacedUse[] = [];
    const seen = new Set<Value>([start]);
    const waiting: { readonly value: Value; readonly place: number }[] = [{ value: start, place: 0 }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const use of next.value.uses()) {
        const place = this.#places.get(use.owner) ?? next.place;
        found.push({ use, place });
        for (const value of [...this.#continuations(use), ...passes(use)]) {
          if (!seen.has(value)) waiting.push({ value, place });
          seen.add(value);
        }
      }
    }
    return found.sort((a, b) => a.place - b.place);
  }

  #continuations({ owner, index }: OpOperand): readonly Value[] {
    if (owner instanceof CallOp) {
      const callee = this.#symbols.lookupNearest(owner, owner.callee);
      return callee instanceof FuncOp && !callee.isDeclaration ? [callee.body.entry.arguments[index]] : [];
    }
    if (owner instanceof FuncReturnOp) {
      const func = owner.parentOp!;
      if (func === this.#entry) return [];
      return (this.#callers.get(func) ?? []).map((call) => call.getResult(index));
    }
    if (owner instanceof hlo.WhileOp) {
      return [...owner.regions.map((region) => region.entry.arguments[index]), owner.getResult(index)];
    }
    if (owner instanceof hlo.ReturnOp) return returned(owner, index);
    if (owner instanceof sdy.ManualComputationOp || owner instanceof sdy.NamedComputationOp)
      return [owner.body.entry.arguments[index]];
    if (owner.name === 'sdy.return') return [owner.parentOp!.getResult(index)];
    if (owner instanceof hlo.OptimizationBarrierOp) return [owner.getResult(index)];
    const isPlacement = owner.definition.dialect === 'sdy' || isPlacementCall(owner);
    return isPlacement && owner.results.length === 1 ? [owner.getResult(0)] : [];
  }
}

/** A use and its position in execution order; the operations of a callee have the position of the call. */
export interface PlacedUse {
  readonly use: OpOperand;
  readonly place: number;
}

function returned(end: Operation, index: number): readonly Value[] {
  const holder = end.parentOp;
  if (holder instanceof hlo.IfOp || holder instanceof hlo.CaseOp) return [holder.getResult(index)];
  if (!(holder instanceof hlo.WhileOp) || end.parentRegion !== holder.body) return [];
  return [holder.getResult(index), ...holder.regions.map((region) => region.entry.arguments[index])];
}
