import {
  changedSince,
  endEpoch,
  haveSameElements,
  type Operation,
  type PassInstance,
  type PassInstrumentation,
} from '@shardform/ir-core';
import type { PassChange } from './lowering-schema.ts';
import { countByName } from './operation-counts.ts';
import { structureOf } from './structure.ts';

/** Notes what each pass changes; passes that change nothing leave no note. */
export class PassChanges implements PassInstrumentation {
  readonly changes: PassChange[] = [];
  readonly #root: Operation;
  #epoch: number;
  #structure: readonly unknown[];
  #counts: ReadonlyMap<string, number>;
  /** Before the pass of the last note. */
  #before: ReadonlyMap<string, number>;

  constructor(root: Operation) {
    this.#root = root;
    this.#epoch = endEpoch();
    this.#structure = structureOf(root);
    this.#counts = countByName(root);
    this.#before = this.#counts;
  }

  afterPass({ pass }: PassInstance): void {
    if (!changedSince(this.#root, this.#epoch)) return;
    this.#epoch = endEpoch();
    const structure = structureOf(this.#root);
    if (haveSameElements(structure, this.#structure)) return;
    // A pass on functions runs once per function; its note tells of all of them.
    const isSame = this.changes.at(-1)?.pass === pass.name;
    if (isSame) this.changes.pop();
    else this.#before = this.#counts;
    const counts = countByName(this.#root);
    this.changes.push({ pass: pass.name, operations: differences(this.#before, counts) });
    this.#structure = structure;
    this.#counts = counts;
  }
}

/** Added operations are more informative than removed ones. */
function differences(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): readonly string[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  const all = names.map((name) => ({ name, count: (after.get(name) ?? 0) - (before.get(name) ?? 0) }));
  return [
    ...all.filter(({ count }) => count > 0).map(({ name, count }) => `+${count} ${name}`),
    ...all.filter(({ count }) => count < 0).map(({ name, count }) => `${count} ${name}`),
  ];
}

/** One line per change. */
export function changeText({ pass, operations }: PassChange): string {
  const shown = operations.slice(0, 6).join(', ');
  const rest = operations.length > 6 ? `, and ${operations.length - 6} more` : '';
  return `  ${pass.padEnd(44)} ${operations.length === 0 ? 'attributes or types' : `${shown}${rest}`}\n`;
}
