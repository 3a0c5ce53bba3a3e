import { FuncOp } from '@shardform/dialect-func';
import {
  ArrayAttr,
  type Context,
  DenseElementsAttr,
  DictionaryAttr,
  eraseFromSignature,
  eraseOperands,
  type ModuleOp,
  type Operation,
  ShapedType,
  StringAttr,
  symbolName,
} from '@shardform/ir-core';
import { branchEdits } from './branch-edits.ts';
import { placeholderFor } from './placeholder.ts';

/** A change that makes a program smaller; it may also make it wrong. Does nothing where an edit before it was in its way. */
export type Edit = () => void;

/** One way of making programs smaller. */
export interface Reduction {
  readonly name: string;
  /** All edits of this kind in the order of the program: the same for every copy of it. */
  edits(module: ModuleOp, context: Context): readonly Edit[];
}

/** The reductions in the order in which they are tried, largest first. */
export const reductions: readonly Reduction[] = [
  { name: 'functions', edits: eraseSymbols },
  { name: 'function bodies', edits: eraseBodies },
  { name: 'blocks', edits: (module, context) => collect(module, (op) => branchEdits(op, context)) },
  { name: 'operations', edits: eraseOperations },
  { name: 'operands', edits: eraseReturned },
  { name: 'results', edits: eraseUnusedArguments },
  { name: 'constants', edits: simplifyConstants },
  { name: 'attributes', edits: eraseAttributes },
];

function collect(module: ModuleOp, editOf: (op: Operation) => Edit | readonly Edit[] | null): Edit[] {
  const edits: Edit[] = [];
  module.walk((op) => {
    if (op === module) return;
    const found = editOf(op);
    if (typeof found === 'function') edits.push(ifPresent(op, module, found));
    else for (const edit of found ?? []) edits.push(ifPresent(op, module, edit));
  }, 'pre');
  return edits;
}

function ifPresent(op: Operation, module: ModuleOp, edit: Edit): Edit {
  return () => {
    if (op.isInside(module)) edit();
  };
}

function eraseSymbols(module: ModuleOp): Edit[] {
  return collect(module, (op) => (symbolName(op) === null ? null : () => op.erase()));
}

/** A function becomes a declaration, which has to be private. */
function eraseBodies(module: ModuleOp): Edit[] {
  return collect(module, (op) =>
    op instanceof FuncOp && !op.isDeclaration
      ? () => {
          op.body.clear();
          op.setAttr('sym_visibility', StringAttr.get('private'));
        }
      : null,
  );
}

function eraseOperations(module: ModuleOp, context: Context): Edit[] {
  return collect(module, (op) => {
    if (symbolName(op) !== null || op.definition.isTerminator) return null;
    return () => {
      const used = op.results.filter((result) => result.hasUses);
      const values = used.map((result) => placeholderFor(op, result.type, context));
      if (values.includes(null)) return;
      used.forEach((result, i) => result.replaceAllUsesWith(values[i]!));
      op.erase();
    };
  }).reverse();
}

/** Edits that remove the values a function returns, from the last one on: callers prevent it. */
function eraseReturned(module: ModuleOp): Edit[] {
  return collect(module, (op) => {
    if (!(op instanceof FuncOp)) return null;
    return op.functionType.results
      .map((_type, index) => () => {
        const positions = new Set([index]);
        eraseFromSignature(op, new Set(), positions);
        for (const block of op.body.blocks) {
          const { terminator } = block;
          if (terminator?.successors.length === 0) eraseOperands(terminator, positions);
        }
      })
      .reverse();
  });
}

function eraseUnusedArguments(module: ModuleOp): Edit[] {
  return collect(module, (op) => {
    if (!(op instanceof FuncOp)) return null;
    return op.functionType.inputs
      .map((_type, index) => () => {
        const entry = op.isDeclaration ? null : op.body.entry;
        if (entry?.arguments[index]?.hasUses === true) return;
        entry?.eraseArgument(index);
        eraseFromSignature(op, new Set([index]), new Set());
      })
      .reverse();
  });
}

function simplifyConstants(module: ModuleOp): Edit[] {
  return collect(module, (op) =>
    op.sortedAttrs().flatMap(([name, value]) => {
      if (!(value instanceof DenseElementsAttr) || value.isSplat || !(value.type instanceof ShapedType))
        return [];
      const { type } = value;
      return [() => op.setAttr(name, DenseElementsAttr.splat(type, 0))];
    }),
  );
}

/** Attributes of operations, arguments and results; required ones are kept by the verifier. */
function eraseAttributes(module: ModuleOp): Edit[] {
  return collect(module, (op) =>
    op.sortedAttrs().flatMap(([name, value]) => {
      const ofValues = name === 'arg_attrs' || name === 'res_attrs';
      const whole = (): void => op.setAttr(name, null);
      if (!ofValues || !(value instanceof ArrayAttr)) return isInherent(op, name) ? [] : [whole];
      return [whole, ...value.elements.map((_element, index) => () => eraseElement(op, name, index))];
    }),
  );
}

function isInherent(op: Operation, name: string): boolean {
  return op.definition.attrs.some((attr) => attr.name === name && !attr.isOptional);
}

function eraseElement(op: Operation, name: string, index: number): void {
  const current = op.getAttr(name);
  if (!(current instanceof ArrayAttr)) return;
  const elements = current.elements.map((element, i) => (i === index ? DictionaryAttr.get([]) : element));
  op.setAttr(name, ArrayAttr.get(elements));
}
