import type { Operation } from '../ir/operation.ts';
import { symbolName } from '../ir/symbol-table.ts';
import type { PassInstance } from './pass.ts';

/**
 * File names for IR printed around passes, as MLIR's `--mlir-print-ir-tree-dir` gives them: a folder for each
 * operation (`builtin_module_no-symbol-name/func_func_main`) and in it `0_1_cse.mlir` with how much was
 * printed of each enclosing operation and of the operation itself before.
 */
export class PrintIrTree {
  readonly #counts = new Map<Operation, number>();

  /** The path of the next print, with `/` between folders. */
  nextPath({ pass }: PassInstance, op: Operation): string {
    this.#counts.set(op, (this.#counts.get(op) ?? -1) + 1);
    const folders: string[] = [];
    const counts: number[] = [];
    for (let at: Operation | null = op; at !== null; at = at.parentOp) {
      const count = this.#counts.get(at) ?? 0;
      this.#counts.set(at, count);
      counts.unshift(count);
      folders.unshift(fileName(`${at.name.replaceAll('.', '_')}_${symbolName(at) ?? 'no-symbol-name'}`));
    }
    return `${folders.join('/')}/${counts.join('_')}_${fileName(pass.name)}.mlir`;
  }
}

/** Symbols may hold any character; a path may not. */
function fileName(name: string): string {
  return name.replace(/[^\w.+@$ -]/g, '_');
}
