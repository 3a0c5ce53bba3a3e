import { StringAttr } from '../builtin/attrs/basic-attrs.ts';
import type { Context } from '../ir/context.ts';
import type { Operation } from '../ir/operation.ts';
import { printOp } from '../text/print.ts';
import type { PrintOptions } from '../text/print-options.ts';
import type { PassInstrumentation } from './instrumentation.ts';
import type { PassDefinition } from './pass.ts';

/** When the IR is printed around passes; the names are those of MLIR's `--mlir-print-ir-*` flags. */
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
  write: (text: string) => void,
): PassInstrumentation {
  const { before, after, afterChange = false, afterFailure = false, moduleScope = false } = options;
  const print = (op: Operation): string => {
    const isNested = !moduleScope && op.parent !== null;
    const printed = moduleScope ? topLevel(op) : op;
    return printOp(printed, context, isNested ? { ...options.print, localScope: true } : options.print);
  };
  const dump = (when: string, pass: PassDefinition, op: Operation): void => {
    const { className = pass.name } = pass;
    const scope = moduleScope ? ` (${describe(op)})` : '';
    write(
      `// -----// IR Dump ${when.replace('%', className)} (${pass.name})${scope} //----- //\n${print(op)}\n`,
    );
    // Modules end with an empty line more, as MLIR prints them.
    if (moduleScope || op.parent === null) write('\n');
  };
  const textsBefore: string[] = [];
  return {
    beforePass({ pass }, op) {
      if (before?.(pass) === true) dump('Before %', pass, op);
      if (afterChange) textsBefore.push(print(op));
    },
    afterPass({ pass }, op) {
      const textBefore = textsBefore.pop();
      if (afterFailure || after?.(pass) !== true) return;
      if (!afterChange || textBefore !== print(op)) dump('After %', pass, op);
    },
    afterPassFailed({ pass }, op) {
      textsBefore.pop();
      if (afterFailure || after?.(pass) === true) dump('After % Failed', pass, op);
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
