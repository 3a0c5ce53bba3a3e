import { CallOp, FuncOp, valueAttrs } from '@shardform/dialect-func';
import { ArgumentTypeAttr, CaseOp, LoadCachedOp, WhileLoopOp } from '@shardform/dialect-ttcore';
import { DeallocateOp } from '@shardform/dialect-ttnn';
import { BlockArgument, isInstance, type Operation, SymbolRefAttr, type Value } from '@shardform/ir-core';
import { UnwritableValue } from '../binary/attribute-value.ts';
import { UnwritableOperation } from '../binary/program.ts';
import { operationCall } from './python-operation.ts';
import type { PythonNames } from './python-names.ts';

/** Names of the functions of a script by those of the program. */
export type FunctionNames = ReadonlyMap<string, string>;

/** Returns true for what stays for the next call: results of functions of constants, weights, and arguments of other functions than those for callers. */
function isKept(value: Value): boolean {
  if (value.definingOp !== null) return value.definingOp instanceof LoadCachedOp;
  if (!(value instanceof BlockArgument)) return false;
  const func = value.owner.parentOp;
  if (!(func instanceof FuncOp)) return false;
  // What loops and choices hand over may be handed over again.
  if (!func.isPublic) return true;
  const kind = valueAttrs(func, 'arg_attrs', value.index).get('ttcore.argument_type');
  return isInstance(ArgumentTypeAttr, kind) && kind.value !== 'input' && kind.value !== 'default';
}

/** Writes operations as lines of a function. */
export class PythonBody {
  readonly lines: string[] = [];
  readonly #names: PythonNames;
  readonly #functions: FunctionNames;
  readonly #cache: string | null;

  /** @param cache the dictionary with the results of functions of constants. */
  constructor(names: PythonNames, functions: FunctionNames, cache: string | null) {
    this.#names = names;
    this.#functions = functions;
    this.#cache = cache;
  }

  /** Writes the operations of a function and what it returns, a list. @throws UnwritableOperation */
  writeAll(func: FuncOp): void {
    for (const op of func.entry) {
      if (op.name === 'func.return') this.lines.push(`return ${this.#list(op.operandValues())}`);
      else if (!(op instanceof DeallocateOp && isKept(op.input))) this.#write(op);
    }
  }

  #write(op: Operation): void {
    try {
      if (op instanceof LoadCachedOp) this.#cached(op);
      else if (op instanceof WhileLoopOp) this.#loop(op);
      else if (op instanceof CaseOp) this.#choice(op);
      else if (op instanceof CallOp)
        this.#take(op.results, 'call', `${this.#function(op.callee)}(${this.#list(op.operandValues())})`);
      else this.#call(op);
    } catch (error) {
      if (error instanceof UnwritableValue)
        throw new UnwritableOperation(op, `'${op.name}' op: ${error.message}`);
      throw error;
    }
  }

  #call(op: Operation): void {
    const { callee, text, before } = operationCall(op, this.#names);
    this.lines.push(...before);
    const targets = op.results.map((result) => {
      const name = this.#names.result(callee);
      this.#names.name(result, name);
      return name;
    });
    this.lines.push(targets.length === 0 ? text : `${targets.join(', ')} = ${text}`);
  }

  #cached(op: LoadCachedOp): void {
    this.#take(op.results, 'cached', `${this.#cache!}[${JSON.stringify(op.callee.root)}]`);
  }

  /** A loop hands its states and what stays the same to a function, which returns the states. */
  #loop(op: WhileLoopOp): void {
    const count = op.stateCount.number;
    const inputs = op.operandValues();
    const states = this.#names.result('loop');
    this.lines.push(`${states} = ${this.#list(inputs.slice(0, count))}`);
    const all = `${states} + ${this.#list(inputs.slice(count))}`;
    const { initial, limit, step, conditionProgram: condition } = op;
    if (condition === null) {
      const bounds = [initial, limit, step].map((bound) => String(bound?.value ?? 0));
      this.lines.push(`for _ in range(${bounds.join(', ')}):`);
    } else this.lines.push(`while ${this.#function(condition)}(${all})[0].item():`);
    this.lines.push(`  ${states} = ${this.#function(op.bodyProgram)}(${all})`);
    for (const [i, index] of op.outputIndices.numbers().entries())
      this.#assign(op.results[i]!, 'loop', `${states}[${index}]`);
  }

  #choice(op: CaseOp): void {
    const [index, ...inputs] = op.operandValues();
    const branches = op.branchPrograms.elements.map((name) =>
      this.#function(isInstance(SymbolRefAttr, name) ? name : null),
    );
    const last = branches.length - 1;
    const number = `int(${this.#names.of(index!)}.item())`;
    // An index that no branch has is that of the last one.
    const chosen = `[${branches.join(', ')}][${number} if 0 <= ${number} < ${branches.length} else ${last}]`;
    this.#take(op.results, 'case', `${chosen}(${this.#list(inputs)})`);
  }

  #take(results: readonly Value[], kind: string, text: string): void {
    const list = this.#names.result(kind);
    this.lines.push(`${list} = ${text}`);
    for (const [i, result] of results.entries()) this.#assign(result, kind, `${list}[${i}]`);
  }

  #assign(value: Value, kind: string, text: string): void {
    const name = this.#names.result(kind);
    this.#names.name(value, name);
    this.lines.push(`${name} = ${text}`);
  }

  #function(name: SymbolRefAttr | null): string {
    return this.#functions.get(name?.root ?? '') ?? 'None';
  }

  #list(values: readonly Value[]): string {
    return `[${values.map((value) => this.#names.of(value)).join(', ')}]`;
  }
}
