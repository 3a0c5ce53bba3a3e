import { StringAttr } from '../builtin/attrs/basic-attrs.ts';
import type { Context } from '../ir/context.ts';
import type { Operation } from '../ir/operation.ts';
import { printOp } from '../text/print.ts';
import type { PrintOptions } from '../text/print-options.ts';
import type { PassInstrumentation } from './instrumentation.ts';
import type { PassDefinition, PassInstance } from './pass.ts';
import { displayName } from './schedule.ts';

/** The times at which the IR is printed around passes; the names are those of MLIR's `--mlir-print-ir-*` flags. */
export interface PrintIrOptions {
  /** Passes before which the IR is printed. */
  readonly before?: (pass: PassDefinition) => boolean;
  /** Passes after which the IR is printed. */
  readonly after?: (pass: PassDefinition) => boolean;
  /** Print after a pass only when it changed the IR. */
  readonly afterChange?: boolean;
  /** Print after passes only when they fail. */
  readonly afterFailure?: boolean;
  /** Print the whole program rather than the operation that the pass runs on. */
  readonly moduleScope?: boolean;
  readonly print?: Partial<PrintOptions>;
}

/** Hands the IR before and after passes to `write`, under the headings that MLIR prints. */
export function printIr(
  context: Context,
  options: PrintIrOptions,
  write: (text: string, pass: PassInstance, op: Operation) => void,
): PassInstrumentation {
  const { before, after, afterChange = false, afterFailure = false, moduleScope = false } = options;
  const print = (op: Operation): string => {
    const isNested = !moduleScope && op.parent !== null;
    const printed = moduleScope ? topLevel(op) : op;
    return printOp(printed, context, isNested ? { ...options.print, localScope: true } : options.print);
  };
  const dump = (when: string, instance: PassInstance, op: Operation): void => {
    const scope = moduleScope ? ` (${describe(op)})` : '';
    const heading = `IR Dump ${when.replace('%', displayName(instance))} (${instance.pass.name})${scope}`;
    // Modules end with an empty line more, as MLIR prints them.
    const end = moduleScope || op.parent === null ? '\n\n' : '\n';
    write(`// -----// ${heading} //----- //\n${print(op)}${end}`, instance, op);
  };
  const textsBefore: string[] = [];
  return {
    beforePass(instance, op) {
      if (before?.(instance.pass) === true) dump('Before %', instance, op);
      if (afterChange) textsBefore.push(print(op));
    },
    afterPass(instance, op) {
      const textBefore = textsBefore.pop();
      if (afterFailure || after?.(instance.pass) !== true) return;
      if (!afterChange || textBefore !== print(op)) dump('After %', instance, op);
    },
    afterPassFailed(instance, op) {
      textsBefore.pop();
      if (afterFailure || after?.(instance.pass) === true) dump('After % Failed', instance, op);
    },
  };
}

function topLevel(op: Operation): Operation {
  let top = op;
  for (let parent = op.parentOp; parent !== null; parent = parent.parentOp) top = parent;
  return top;
}

function describe(op: Operation): string {
  const name = op.getAttr('sym_name');
  return `'${op.name}' operation${name instanceof StringAttr ? `: @${name.value}` : ''}`;
}
