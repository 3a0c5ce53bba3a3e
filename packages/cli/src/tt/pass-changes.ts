import {
  changedSince,
  type Context,
  endEpoch,
  type Operation,
  type PassInstance,
  type PassInstrumentation,
  printOp,
} from '@shardform/ir-core';
import type { PassChange } from './lowering-schema.ts';

/** Notes what each pass changes; passes that change nothing leave no note. */
export class PassChanges implements PassInstrumentation {
  readonly changes: PassChange[] = [];
  readonly #context: Context;
  readonly #root: Operation;
  #epoch: number;
  #text: string;
  #counts: ReadonlyMap<string, number>;

  constructor(root: Operation, context: Context) {
    this.#context = context;
    this.#root = root;
    this.#epoch = endEpoch();
    this.#text = printOp(root, context);
    this.#counts = countByName(root);
  }

  afterPass({ pass }: PassInstance): void {
    if (!changedSince(this.#root, this.#epoch)) return;
    this.#epoch = endEpoch();
    const text = printOp(this.#root, this.#context);
    if (text === this.#text) return;
    const counts = countByName(this.#root);
    const names = [...new Set([...this.#counts.keys(), ...counts.keys()])].sort();
    const differences = names.map((name) => ({
      name,
      count: (counts.get(name) ?? 0) - (this.#counts.get(name) ?? 0),
    }));
    // Added operations are more informative than removed ones.
    const operations = [
      ...differences.filter(({ count }) => count > 0).map(({ name, count }) => `+${count} ${name}`),
      ...differences.filter(({ count }) => count < 0).map(({ name, count }) => `${count} ${name}`),
    ];
    const last = this.changes.at(-1);
    // A pass on functions runs once per function.
    if (last?.pass === pass.name) {
      this.changes[this.changes.length - 1] = {
        pass: pass.name,
        operations: [...new Set([...last.operations, ...operations])],
      };
    } else this.changes.push({ pass: pass.name, operations });
    this.#text = text;
    this.#counts = counts;
  }
}

function countByName(root: Operation): Map<string, number> {
  const counts = new Map<string, number>();
  root.walk(({ name }) => {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  });
  return counts;
}

/** One line per change. */
export function changeText({ pass, operations }: PassChange): string {
  const shown = operations.slice(0, 6).join(', ');
  const rest = operations.length > 6 ? `, and ${operations.length - 6} more` : '';
  return `  ${pass.padEnd(44)} ${operations.length === 0 ? 'attributes or types' : `${shown}${rest}`}\n`;
}
