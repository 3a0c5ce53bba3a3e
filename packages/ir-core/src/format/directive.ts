import type { Attribute, Type } from '../ir/attribute.ts';
import type { Operation } from '../ir/operation.ts';
import type { Value } from '../ir/value.ts';
import type { Parser } from '../text/parser.ts';
import type { Printer } from '../text/printer.ts';
import { groupOf } from '../definition/segments.ts';
import type { DirectiveArgument } from './format-element.ts';
import type { FormatState } from './format-state.ts';

/** A hand-written piece of a declarative format: what MLIR writes as `custom<Name>(...)`. */
export interface CustomDirective {
  print(printer: Printer, op: Operation, args: readonly DirectiveArgument[]): void;
  parse(parser: Parser, state: FormatState, args: readonly DirectiveArgument[]): void;
}

/** Returns the operands or results that an argument names. */
export function argumentValues(op: Operation, { reference }: DirectiveArgument): Value[] {
  const { kind, index } = reference;
  if (kind !== 'operand' && kind !== 'result') throw new Error(`'${reference.name}' names no values`);
  const all: Value[] = kind === 'operand' ? op.operandValues() : [...op.results];
  if (index === 'all') return all;
  const [start, count] = groupOf(op, kind, index);
  return all.slice(start, start + count);
}

/** Returns the types of the operands or results that an argument names. */
export function argumentTypes(op: Operation, argument: DirectiveArgument): Type[] {
  return argumentValues(op, argument).map((value) => value.type);
}

/** Returns the attribute that an argument names. */
export function argumentAttr(op: Operation, { reference }: DirectiveArgument): Attribute | null {
  if (reference.kind !== 'attr') throw new Error(`'${reference.name}' names no attribute`);
  return op.getAttr(reference.name);
}
