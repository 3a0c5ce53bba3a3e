import { ValueLiveness } from '../analysis/value-liveness.ts';
import { FunctionType } from '../builtin/types/composite-types.ts';
import { symbol } from '../definition/traits.ts';
import type { Context } from '../ir/context.ts';
import {
  branchOpInterface,
  callableOpInterface,
  callOpInterface,
  regionBranchOpInterface,
} from '../ir/interfaces.ts';
import type { Operation } from '../ir/operation.ts';
import { isMemoryEffectFree } from '../ir/side-effects.ts';
import { symbolName, symbolVisibility } from '../ir/symbol-table.ts';
import { symbolUsersIn } from '../ir/symbol-uses.ts';
import type { BlockArgument, Value } from '../ir/value.ts';
import { definePass } from '../pass/pass.ts';
import { eraseFromSignature, eraseOperands, eraseResults } from '../rewrite/erase-parts.ts';
import { keptByRegionBranch } from './kept-values.ts';
import { lastOf } from '../list/last-of.ts';

/** MLIR's `remove-dead-values`. */
export const removeDeadValues = /* @__PURE__ */ definePass({
  name: 'remove-dead-values',
  className: 'RemoveDeadValues',
  summary: 'Remove dead values',
  description:
    'Erases operations without effects whose results do not matter, and arguments, results and loop-carried values ' +
    'that do not matter of private functions and of operations with regions. A program with branches between ' +
    'blocks, with symbols that are no functions, or with functions that others than calls refer to is an error.',
  run(op, pass) {
    const { context } = pass;
    const problem = firstUnknown(op, context);
    if (problem !== null) {
      pass.context.diagnostics.error(
        problem.location,
        'cannot optimize an IR with non-function symbol ops, non-call symbol user ops or branch ops',
      );
      return;
    }
    const removal = new Removal(op, context);
    removal.plan();
    removal.apply();
  },
});

/** The first operation that the pass does not understand. */
function firstUnknown(root: Operation, context: Context): Operation | null {
  let found: Operation | null = null;
  const functions = new Set<string>();
  root.walk((op) => {
    if (isFunction(op, context)) functions.add(symbolName(op)!);
  });
  const strangers = new Set<Operation>();
  for (const [name, users] of root.regions.length > 0 && functions.size > 0 ? symbolUsersIn(root) : []) {
    if (!functions.has(name)) continue;
    for (const user of users) if (context.query(callOpInterface, user) === undefined) strangers.add(user);
  }
  root.walk((op) => {
    if (op === root) return 'advance';
    const isSymbol = op.hasTrait(symbol) && symbolName(op) !== null;
    const isUnknown =
      context.query(branchOpInterface, op) !== undefined ||
      strangers.has(op) ||
      (isSymbol && !isFunction(op, context));
    if (!isUnknown) return 'advance';
    found = op;
    return 'interrupt';
  });
  return found;
}

function isFunction(op: Operation, context: Context): boolean {
  return (
    op.hasTrait(symbol) &&
    symbolName(op) !== null &&
    op.getAttr('function_type') instanceof FunctionType &&
    context.query(callableOpInterface, op) !== undefined
  );
}

/** Decides what goes before anything is changed. */
class Removal {
  readonly #root: Operation;
  readonly #context: Context;
  readonly #liveness: ValueLiveness;
  readonly #users: ReadonlyMap<string, readonly Operation[]>;
  readonly #ops: Operation[] = [];
  readonly #operands = new Map<Operation, Set<number>>();
  readonly #arguments: BlockArgument[] = [];
  readonly #results = new Map<Operation, Set<number>>();
  readonly #signatures: (() => void)[] = [];

  constructor(root: Operation, context: Context) {
    this.#root = root;
    this.#context = context;
    this.#liveness = new ValueLiveness(root, context);
    this.#users = symbolUsersIn(root);
  }

  plan(): void {
    this.#root.walk((op) => {
      if (op === this.#root) return;
      if (isFunction(op, this.#context)) this.#planFunction(op);
      else if (op.definition.isTerminator || this.#context.query(callOpInterface, op) !== undefined) return;
      else if (this.#isDead(op)) this.#ops.push(op);
      else if (op.regions.length > 0) this.#planRegionBranch(op);
    });
  }

  #isDead(op: Operation): boolean {
    return (
      isMemoryEffectFree(op, this.#context) && !op.results.some((result) => this.#liveness.isLive(result))
    );
  }

  /** Positions of the values that do not matter. */
  #deadAmong(values: readonly Value[]): Set<number> {
    const dead = new Set<number>();
    values.forEach((value, i) => {
      if (!this.#liveness.isLive(value)) dead.add(i);
    });
    return dead;
  }

  #planFunction(func: Operation): void {
    const region = this.#context.query(callableOpInterface, func)?.callableRegion ?? null;
    if (region === null || symbolVisibility(func) === 'public') return;
    const calls = this.#users.get(symbolName(func)!) ?? [];
    const deadInputs = this.#deadAmong(region.entry.arguments);
    for (const position of deadInputs) this.#arguments.push(region.entry.getArgument(position));
    const resultCount = lastOf(region.blocks).lastOp?.operands.length ?? 0;
    const deadResults = new Set(Array.from({ length: resultCount }, (_, i) => i));
    for (const call of calls) {
      const { argumentOperands } = this.#context.query(callOpInterface, call)!;
      const first = call.operands.length - argumentOperands.length;
      this.#addOperands(call, new Set([...deadInputs].map((position) => first + position)));
      for (const result of call.results) if (this.#liveness.isLive(result)) deadResults.delete(result.index);
    }
    for (const { lastOp } of region.blocks) {
      if (lastOp?.operands.length === resultCount) this.#addOperands(lastOp, deadResults);
    }
    for (const call of calls) this.#addResults(call, deadResults);
    this.#signatures.push(() => {
      eraseFromSignature(func, deadInputs, deadResults);
    });
  }

  #planRegionBranch(op: Operation): void {
    const branch = this.#context.query(regionBranchOpInterface, op);
    if (branch === undefined) return;
    const kept = keptByRegionBranch(op, branch, this.#liveness, this.#context);
    const dropped = (values: readonly unknown[], keep: ReadonlySet<unknown>): Set<number> =>
      new Set(values.flatMap((value, i) => (keep.has(value) ? [] : [i])));
    this.#addOperands(op, dropped(op.operands, kept.operands));
    for (const { blocks } of op.regions) {
      for (const argument of blocks[0]?.arguments ?? [])
        if (!kept.values.has(argument)) this.#arguments.push(argument);
      for (const { lastOp } of blocks) {
        if (lastOp !== null) this.#addOperands(lastOp, dropped(lastOp.operands, kept.operands));
      }
    }
    this.#addResults(op, dropped(op.results, kept.values));
  }

  #addOperands(op: Operation, positions: ReadonlySet<number>): void {
    add(this.#operands, op, positions);
  }

  #addResults(op: Operation, positions: ReadonlySet<number>): void {
    add(this.#results, op, positions);
  }

  /** Uses go before what is used. */
  apply(): void {
    for (const [op, positions] of this.#operands) eraseOperands(op, positions);
    for (const op of this.#ops) op.dropAllReferences();
    for (const op of this.#ops) if (op.parent !== null) op.erase();
    for (const argument of this.#arguments.toReversed()) argument.owner.eraseArgument(argument.index);
    for (const [op, positions] of this.#results) if (op.parent !== null) eraseResults(op, positions);
    for (const change of this.#signatures) change();
  }
}

function add(map: Map<Operation, Set<number>>, op: Operation, positions: ReadonlySet<number>): void {
  if (positions.size === 0) return;
  map.set(op, new Set([...(map.get(op) ?? []), ...positions]));
}
