import { CallOp, FuncOp, programEntry } from '@shardform/dialect-func';
import { FragmentCallOp, MpmdCallOp } from '@shardform/dialect-mpmd';
import {
  bodyFrame,
  CaseOp,
  CompositeOp,
  IfOp,
  type KnownScalar,
  ScalarFrame,
  tripCount,
  WhileOp,
} from '@shardform/dialect-stablehlo';
import {
  type Block,
  lookupNearestSymbol,
  type ModuleOp,
  type Operation,
  type SymbolRefAttr,
} from '@shardform/ir-core';

/**
 * The meaning of an execution count: the total (`exact`), the total if the branch is always taken (`at-most`), or the
 * count in one iteration of a loop with an unknown trip count (`per-iteration`).
 */
export type CountMeaning = 'exact' | 'at-most' | 'per-iteration';

/** Number of executions of an operation when the program runs once. */
export interface ExecutionCount {
  readonly times: number;
  readonly meaning: CountMeaning;
  /** True if it is in a loop, or in a function that is called from one. */
  readonly isInLoop: boolean;
}

const MEANINGS: readonly CountMeaning[] = ['exact', 'at-most', 'per-iteration'];
const ONCE: ExecutionCount = { times: 1, meaning: 'exact', isInLoop: false };
const NEVER: ExecutionCount = { ...ONCE, times: 0 };

/** Returns the less certain of two meanings. */
export function weakerMeaning(a: CountMeaning, b: CountMeaning): CountMeaning {
  return MEANINGS.indexOf(a) > MEANINGS.indexOf(b) ? a : b;
}

function product(a: ExecutionCount, b: ExecutionCount): ExecutionCount {
  return {
    times: a.times * b.times,
    meaning: weakerMeaning(a.meaning, b.meaning),
    isInLoop: a.isInLoop || b.isInLoop,
  };
}

function sum(a: ExecutionCount | undefined, b: ExecutionCount): ExecutionCount {
  if (a === undefined) return b;
  return {
    times: a.times + b.times,
    meaning: weakerMeaning(a.meaning, b.meaning),
    isInLoop: a.isInLoop || b.isInLoop,
  };
}

/** Returns the functions with which a program begins: its entry, or else those that no other one calls. */
export function programEntries(module: ModuleOp): FuncOp[] {
  const functions = [...module.body]
    .filter((op) => op instanceof FuncOp)
    .filter((func) => !func.isDeclaration);
  const main = programEntry(module);
  if (main !== null) return main.isDeclaration ? [] : [main];
  const called = new Set<Operation | null>();
  for (const func of functions)
    func.walk((op) => {
      const callee = calleeOf(op);
      if (callee !== null && callee !== func) called.add(callee);
    });
  return functions.filter((func) => !called.has(func));
}

/**
 * The number of executions of each operation when the program runs once: iterations of counted loops, and calls.
 * Counted is what begins at the given functions.
 */
export class ExecutionCounts {
  readonly #blocks = new Map<Block, ExecutionCount>();
  readonly #loops = new Map<WhileOp, number | null>();
  readonly #unknownLoops = new Set<WhileOp>();
  /** By function and known argument values. */
  readonly #visits = new Map<string, Visit>();
  readonly #numbers = new Map<FuncOp, number>();
  /** Callees before their callers. */
  readonly #finished: Visit[] = [];
  readonly #entries: readonly FuncOp[];

  constructor(entries: readonly FuncOp[]) {
    this.#entries = entries;
    for (const func of entries) {
      const visit = this.#visit(func, []);
      if (visit !== null) visit.count = sum(visit.count, ONCE);
    }
    for (const { count = NEVER, blocks, calls } of this.#finished.reverse()) {
      for (const [block, own] of blocks)
        this.#blocks.set(block, sum(this.#blocks.get(block), product(count, own)));
      for (const [callee, own] of calls) callee.count = sum(callee.count, product(count, own));
    }
  }

  /** Returns the number of executions of an operation; zero if nothing leads to it. */
  of(op: Operation): ExecutionCount {
    for (let block = op.parent; block !== null; block = block.parentOp?.parent ?? null) {
      const count = this.#blocks.get(block);
      if (count !== undefined) return count;
    }
    return NEVER;
  }

  /** Loops with an unknown trip count: their bodies are counted once. */
  get unknownLoops(): readonly WhileOp[] {
    return [...this.#unknownLoops];
  }

  /** Visits the operations in the order in which they are first executed: those of a function where it is first called. */
  walk(callback: (op: Operation, count: ExecutionCount) => void): void {
    const seen = new Set<FuncOp>();
    const visitFunction = (func: FuncOp): void => {
      if (seen.has(func)) return;
      seen.add(func);
      visitBlock(func.entry);
    };
    const visitBlock = (block: Block): void => {
      for (const op of block) {
        callback(op, this.of(op));
        const callee = calleeOf(op);
        if (callee !== null) visitFunction(callee);
        for (const { blocks } of op.regions) blocks.forEach(visitBlock);
      }
    };
    this.#entries.forEach(visitFunction);
  }

  /** The trip count of a loop; `null` if it is unknown or varies. */
  tripsOf(loop: WhileOp): number | null {
    return this.#loops.get(loop) ?? null;
  }

  /** @returns `null` for a function that is being visited: it calls itself. */
  #visit(func: FuncOp, known: readonly KnownScalar[]): Visit | null {
    const number = this.#numbers.get(func) ?? this.#numbers.size;
    this.#numbers.set(func, number);
    const key = `${number} ${known.join()}`;
    const before = this.#visits.get(key);
    if (before !== undefined) return before.isFinished ? before : null;
    const visit: Visit = { blocks: [], calls: [], isFinished: false };
    this.#visits.set(key, visit);
    this.#block(func.entry, ONCE, new ScalarFrame().set(func.entry.arguments, known), visit);
    visit.isFinished = true;
    this.#finished.push(visit);
    return visit;
  }

  #block(block: Block, count: ExecutionCount, frame: ScalarFrame, visit: Visit): void {
    visit.blocks.push([block, count]);
    for (const op of block) {
      const callee = calleeOf(op);
      if (callee !== null) {
        const inside = this.#visit(
          callee,
          op.operandValues().map((value) => frame.evaluate(value)),
        );
        if (inside !== null) visit.calls.push([inside, count]);
      }
      if (op instanceof WhileOp) this.#loop(op, count, frame, visit);
      else if (op instanceof IfOp || op instanceof CaseOp) this.#branches(op, count, frame, visit);
      else
        for (const { blocks } of op.regions)
          for (const inner of blocks) this.#block(inner, count, new ScalarFrame(frame), visit);
    }
  }

  #loop(op: WhileOp, count: ExecutionCount, frame: ScalarFrame, visit: Visit): void {
    const trips = tripCount(op, frame);
    if (trips === null) this.#unknownLoops.add(op);
    const known = this.#loops.get(op);
    this.#loops.set(op, known === undefined || known === trips ? trips : null);
    const inside = bodyFrame(op, frame, trips);
    const own = (times: number): ExecutionCount =>
      product(count, {
        times: trips === null ? 1 : times,
        meaning: trips === null ? 'per-iteration' : 'exact',
        isInLoop: true,
      });
    this.#block(op.cond.entry, own((trips ?? 0) + 1), inside, visit);
    this.#block(op.body.entry, own(trips ?? 1), inside, visit);
  }

  #branches(op: IfOp | CaseOp, count: ExecutionCount, frame: ScalarFrame, visit: Visit): void {
    const index = frame.evaluate(op.getOperand(0));
    const last = op.regions.length - 1;
    // Numbers that no branch has mean the last one.
    const inCase = index === null || index < 0 || index > last ? last : index;
    const taken = index === null ? null : op instanceof IfOp ? (index === 0 ? 1 : 0) : inCase;
    op.regions.forEach((region, i) => {
      const own: ExecutionCount =
        taken === null ? { ...ONCE, meaning: 'at-most' } : { ...ONCE, times: Number(taken === i) };
      this.#block(region.entry, product(count, own), new ScalarFrame(frame), visit);
    });
  }
}

/** The counts of one execution of a function with some known argument values. */
interface Visit {
  readonly blocks: [Block, ExecutionCount][];
  readonly calls: [Visit, ExecutionCount][];
  isFinished: boolean;
  count?: ExecutionCount;
}

/** The function that an operation runs, or `null`. */
function calleeOf(op: Operation): FuncOp | null {
  let symbol: SymbolRefAttr | null = null;
  if (op instanceof CallOp) symbol = op.callee;
  else if (op instanceof CompositeOp) symbol = op.decomposition;
  else if (op instanceof FragmentCallOp || op instanceof MpmdCallOp) symbol = op.callee;
  const callee = symbol === null ? null : lookupNearestSymbol(op, symbol);
  return callee instanceof FuncOp && !callee.isDeclaration ? callee : null;
}
