import type { Context } from '../ir/context.ts';
import { type Attribute, isInstance } from '../ir/attribute.ts';
import { Location } from '../ir/location.ts';
import type { Operation } from '../ir/operation.ts';
import { type AliasTable, collectAliases } from './aliases.ts';
import { defaultPrintOptions, type PrintOptions, type ValueNaming } from './print-options.ts';
import { printResources } from './print-resources.ts';
import { Printer } from './printer.ts';
import { ValueNames } from './value-names.ts';

/**
 * Returns the text of an operation, which for a module is a file.
 *
 * @param context knows which attributes dialects want to have named, and the contents of resources; `null`
 *   names none and leaves resources out.
 */
export function printOp(op: Operation, context: Context | null, options: Partial<PrintOptions> = {}): string {
  const all: PrintOptions = { ...defaultPrintOptions, ...options };
  const aliases = collectAliases(op, context, all);
  const printer = new Printer(all, all.names ?? new ValueNames(op, !all.generic), aliases);
  printAliases(printer, aliases, aliases.leading);
  printer.printOperation(op);
  printer.write('\n');
  printAliases(printer, aliases, aliases.trailing);
  if (context !== null) printResources(printer, context.resources);
  return printer.text();
}

/**
 * Returns what prints operations of one program by themselves, without aliases. Types that several of them have are printed once.
 *
 * @param names of the values of the program.
 */
export function operationPrinter(
  names: ValueNaming,
  options: Partial<PrintOptions> = {},
): (op: Operation) => string {
  const printer = new Printer({ ...defaultPrintOptions, ...options, localScope: true }, names);
  return (op) => printer.operationText(op);
}

function printAliases(printer: Printer, table: AliasTable, attributes: readonly Attribute[]): void {
  for (const attribute of attributes) {
    printer.write(`${table.textOf(attribute)!} = `);
    if (isInstance(Location, attribute)) {
      printer.write('loc(');
      attribute.printBody(printer);
      printer.write(')');
    } else attribute.print(printer);
    printer.write('\n');
  }
}
