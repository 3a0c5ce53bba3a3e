import { CallOp, FuncOp } from '@shardform/dialect-func';
import { type Block, BlockArgument, type ModuleOp, type Operation, type Value } from '@shardform/ir-core';
import { ManualComputationOp } from '@shardform/dialect-sdy';
import { OptimizationBarrierOp, WhileOp } from '@shardform/dialect-stablehlo';

/** Operations that change no element, which compilers leave out or move. */
const MOVES: ReadonlySet<string> = new Set([
  ...['stablehlo.transpose', 'stablehlo.reshape', 'stablehlo.convert', 'stablehlo.broadcast_in_dim'],
  ...['sdy.sharding_constraint', 'sdy.reshard'],
]);

/** Values that a search looks at. */
const MOST_VALUES = 100;

/** Where the elements of a program's values come from, through calls, loops and moves. */
export class ValueSources {
  readonly #functions = new Map<string, FuncOp>();
  readonly #calls = new Map<FuncOp, CallOp[]>();

  constructor(module: ModuleOp) {
    const calls: CallOp[] = [];
    module.walk((op) => {
      if (op instanceof FuncOp) this.#functions.set(op.symName.value, op);
      else if (op instanceof CallOp) calls.push(op);
    }, 'pre');
    for (const call of calls) {
      const callee = this.#functions.get(call.callee.root);
      if (callee === undefined) continue;
      const known = this.#calls.get(callee);
      if (known === undefined) this.#calls.set(callee, [call]);
      else known.push(call);
    }
  }

  /** Returns the operations that compute a value, or that move what others compute, and the numbers of arguments that it is of. */
  of(value: Value): ReadonlySet<Operation | number> {
    const [found, visited, open] = [new Set<Operation | number>(), new Set<Value>(), [value]];
    for (let at = open.pop(); at !== undefined && visited.size < MOST_VALUES; at = open.pop()) {
      if (visited.has(at)) continue;
      visited.add(at);
      const before = this.#before(at);
      open.push(...before);
      if (at.definingOp !== null) found.add(at.definingOp);
      else if (before.length === 0 && at instanceof BlockArgument) found.add(at.index);
    }
    return found;
  }

  /** Returns the value outside of functions and loops that a value is wherever it is used; itself if there is none. */
  outermost(value: Value): Value {
    let [outer, at]: [Value, Value] = [value, value];
    for (let steps = 0; steps < MOST_VALUES; steps++) {
      const [next, ...others]: readonly Value[] =
        at instanceof BlockArgument ? this.same(at) : barrierOperand(at);
      if (next === undefined || others.length > 0) break;
      at = next;
      // The state of a loop is another value in each iteration.
      if (!(at instanceof BlockArgument) || !(at.owner.parentOp instanceof WhileOp)) outer = at;
    }
    return outer;
  }

  /** Returns the values that a value is outside or inside of a function, a loop or a barrier; of a function that is called often, several. */
  same(value: Value): readonly Value[] {
    if (value instanceof BlockArgument) return this.#passed(value.owner, value.index);
    const { definingOp } = value;
    if (!(definingOp instanceof CallOp)) return barrierOperand(value);
    const index = definingOp.results.findIndex((own) => own === value);
    const returned = this.#functions.get(definingOp.callee.root)?.entry.getTerminator().operandValues();
    return returned?.[index] === undefined ? [] : [returned[index]];
  }

  /** The values that have the elements of one; none where an operation computes them. */
  #before(value: Value): readonly Value[] {
    const { definingOp } = value;
    return definingOp !== null && MOVES.has(definingOp.name)
      ? definingOp.operandValues().slice(0, 1)
      : this.same(value);
  }

  /** What is passed as an argument of a function or of the body of a loop. */
  #passed(owner: Block, index: number): readonly Value[] {
    const { parentOp } = owner;
    if (parentOp instanceof FuncOp)
      return (this.#calls.get(parentOp) ?? []).map((call) => call.getOperand(index));
    if (parentOp instanceof ManualComputationOp) return [parentOp.getOperand(index)];
    if (!(parentOp instanceof WhileOp)) return [];
    const next = owner.getTerminator().operandValues()[index];
    return next instanceof BlockArgument && next.owner === owner && next.index === index
      ? [parentOp.getOperand(index)]
      : [];
  }
}

function barrierOperand(value: Value): readonly Value[] {
  const { definingOp } = value;
  if (!(definingOp instanceof OptimizationBarrierOp)) return [];
  return definingOp.operandValues().filter((_, i) => definingOp.getResult(i) === value);
}
