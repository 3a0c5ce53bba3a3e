import { CallOpaqueOp, ConstantOp, LiteralOp, SubscriptOp } from '@shardform/dialect-emitpy';
import { CallOp, FuncOp, setValueAttr, valueAttrs } from '@shardform/dialect-func';
import {
  definePass,
  IntegerAttr,
  type ModuleOp,
  type Operation,
  StringAttr,
  type Value,
} from '@shardform/ir-core';
import { ACTIVATION_NAMES, HAS_SPLIT_ARGUMENTS, WEIGHT_NAMES } from '../prepare/names.ts';

const NAME = 'emitpy.name';

/** Variables are named after what made them. */
export const emitpyNameVars = definePass({
  name: 'emitpy-name-vars',
  className: 'EmitPyNameVars',
  summary: 'names variables after what made them',
  anchor: 'builtin.module',
  run(module) {
    new Naming(module).run();
  },
});

class Naming {
  readonly #ops: Operation[] = [];
  /** Names of functions, which variables would hide. */
  readonly #functions = new Set<string>();
  readonly #counts = new Map<string, number>();
  readonly #names = new Map<Value, string>();

  constructor(module: ModuleOp) {
    module.walk((op) => {
      this.#ops.push(op);
      if (op instanceof FuncOp) this.#functions.add(op.symName.value);
    });
  }

  run(): void {
    for (const op of this.#ops) if (op instanceof CallOpaqueOp) this.#name(op, op.callee.value);
    for (const op of this.#ops) if (op instanceof CallOp && !op.hasAttr(NAME)) this.#name(op, op.callee.root);
    for (const op of this.#ops) if (op instanceof FuncOp && !op.isDeclaration) this.#arguments(op);
    for (const op of this.#ops) if (op instanceof SubscriptOp) this.#element(op);
    for (const op of this.#ops)
      if (op instanceof ConstantOp)
        this.#name(op, `const${op.value instanceof IntegerAttr ? String(op.value.value) : ''}`);
  }

  #numbered(word: string): string {
    const count = this.#counts.get(word) ?? 0;
    this.#counts.set(word, count + 1);
    return `${word}_${count}`;
  }

  #name(op: Operation, word: string): void {
    let name = this.#numbered(word);
    while (this.#functions.has(name)) name = this.#numbered(name);
    for (const result of op.results) this.#names.set(result, name);
    op.setAttr(NAME, StringAttr.get(name));
  }

  #arguments(func: FuncOp): void {
    for (const [i, argument] of func.entry.arguments.entries()) {
      const own = nameOfArgument(func, i);
      const name = this.#functions.has(own) ? `${own}_arg` : own;
      this.#names.set(argument, name);
      setValueAttr(func, 'arg_attrs', i, NAME, StringAttr.get(name));
    }
  }

  #element(op: SubscriptOp): void {
    const given = op.getAttr(NAME);
    if (given instanceof StringAttr) {
      this.#names.set(op.result, given.value);
      return;
    }
    const at = op.index.definingOp;
    if (!(at instanceof LiteralOp)) return;
    const own = `${this.#names.get(op.container) ?? ''}_${at.value.value}`;
    const name = this.#functions.has(own) ? `${own}_var` : own;
    this.#names.set(op.result, name);
    op.setAttr(NAME, StringAttr.get(name));
  }
}

function nameOfArgument(func: FuncOp, i: number): string {
  const attrs = valueAttrs(func, 'arg_attrs', i);
  const given = attrs.get(NAME);
  if (given instanceof StringAttr) return given.value;
  if (func.hasAttr(HAS_SPLIT_ARGUMENTS)) {
    if (attrs.get(ACTIVATION_NAMES) !== null) return 'activations';
    if (attrs.get(WEIGHT_NAMES) !== null) return 'weights';
  }
  return func.entry.arguments.length > 1 ? `arg_${i}` : 'arg';
}
