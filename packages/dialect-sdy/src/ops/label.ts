import type { Parser, Printer } from '@shardform/ir-core';

/** ` name=` before an attribute in its short form. */
export function printLabel(printer: Printer, name: string): void {
  printer.write(` ${name}=`);
}

/** `name=`. */
export function parseLabel(parser: Parser, name: string): void {
  parser.expectKeyword(name);
  parser.expect('=');
}
