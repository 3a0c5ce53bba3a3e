import { FuncOp } from '@shardform/dialect-func';
import { BlockArgument, type Operation, positionOf, type Value } from '@shardform/ir-core';

/** The values of a program by the names that its text gives them. */
export class NamedValues {
  readonly #byName = new Map<string, Value[]>();
  readonly #names = new Map<Value, string>();

  /** Takes note of a name; results of one operation share theirs. */
  add(name: string, values: readonly Value[]): void {
    values.forEach((value, i) => {
      const own = i === 0 && values.length === 1 ? name : `${name}#${i}`;
      this.#names.set(value, own);
      for (const spelling of i === 0 ? new Set([own, name]) : [own]) {
        const known = this.#byName.get(spelling);
        if (known === undefined) this.#byName.set(spelling, [value]);
        else known.push(value);
      }
    });
  }

  /** The values of a name, in all functions or in one. */
  find(name: string, functionName: string | null): readonly Value[] {
    const values = this.#byName.get(name.startsWith('%') ? name : `%${name}`) ?? [];
    if (functionName === null) return values;
    return values.filter((value) => functionOf(value)?.symName.value === functionName.replace(/^@/, ''));
  }

  /** Names that a value has, for suggestions. */
  get names(): readonly string[] {
    return [...this.#byName.keys()];
  }

  /** The name of a value; where the text has none, what it is. */
  describe(value: Value): string {
    const name = this.#names.get(value);
    if (name !== undefined) return name;
    if (value instanceof BlockArgument)
      return `argument ${value.index} of ${describeOp(value.owner.parentOp)}`;
    const { definingOp } = value;
    return definingOp === null ? 'a value' : `the result of ${describeOp(definingOp)}`;
  }
}

/** The function around a value. */
export function functionOf(value: Value): FuncOp | null {
  let op: Operation | null = value.definingOp ?? value.parentBlock?.parentOp ?? null;
  while (op !== null && !(op instanceof FuncOp)) op = op.parentOp;
  return op;
}

/** `stablehlo.add (step.mlir:7)`. */
export function describeOp(op: Operation | null): string {
  if (op === null) return 'nothing';
  if (op instanceof FuncOp) return `@${op.symName.value}`;
  const place = placeOf(op);
  return place === null ? op.name : `${op.name} (${place})`;
}

/** `file:line` of an operation, or `null`. */
export function placeOf(op: Operation): string | null {
  const position = positionOf(op.location);
  return position === null ? null : `${position.file}:${position.line}`;
}
