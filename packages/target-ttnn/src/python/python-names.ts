import type { Value } from '@shardform/ir-core';

const KEYWORDS: ReadonlySet<string> = new Set([
  ...['False', 'None', 'True', 'and', 'as', 'assert', 'async', 'await', 'break', 'class', 'continue', 'def'],
  ...['del', 'elif', 'else', 'except', 'finally', 'for', 'from', 'global', 'if', 'import', 'in', 'is'],
  ...['lambda', 'nonlocal', 'not', 'or', 'pass', 'raise', 'return', 'try', 'while', 'with', 'yield'],
]);

/** Names of functions and variables of a script. */
export class PythonNames {
  readonly #counts = new Map<string, number>();
  readonly #taken = new Set<string>(['ttnn', 'utils', 'main']);
  readonly #values = new Map<Value, string>();

  /** Takes a name for a function, changed where another one has it. */
  function(name: string): string {
    return this.#unused(identifier(name));
  }

  /** A variable for the result of a call: `ttnn_add_0`, counted over the whole script. */
  result(callee: string): string {
    const base = identifier(callee.replaceAll('.', '_'));
    const count = this.#counts.get(base) ?? 0;
    this.#counts.set(base, count + 1);
    return this.#unused(`${base}_${count}`);
  }

  name(value: Value, name: string): void {
    this.#values.set(value, name);
  }

  of(value: Value): string {
    return this.#values.get(value) ?? 'None';
  }

  #unused(name: string): string {
    let own = name;
    for (let i = 0; this.#taken.has(own); i += 1) own = `${name}_${i}`;
    this.#taken.add(own);
    return own;
  }
}

/** A name that Python accepts. */
function identifier(name: string): string {
  const text = name.replace(/\W/g, '_');
  return /^\d/.test(text) || KEYWORDS.has(text) ? `var_${text}` : text;
}
