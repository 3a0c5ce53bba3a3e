import { type Parser, type Printer, type StringAttr } from '@shardform/ir-core';
import { AxisRefAttr } from './axis-ref-attr.ts';

/** `{"x", "y":(1)2}`. */
export function printAxisList(printer: Printer, axes: readonly AxisRefAttr[]): void {
  printer.write(axisListText(axes));
}

/** `{"x", "y":(1)2}`. */
export function axisListText(axes: readonly AxisRefAttr[]): string {
  return `{${axes.map((axis) => axis.text).join(', ')}}`;
}

/** One or more axes in braces. */
export function parseNonEmptyAxisList(parser: Parser): AxisRefAttr[] {
  parser.expect('{');
  const axes = parser.parseList('none', () => AxisRefAttr.parse(parser));
  parser.expect('}');
  return axes;
}

/** `{"a", "b"}`. */
export function printNames(printer: Printer, names: readonly StringAttr[]): void {
  printer.write('{');
  printer.writeList(names, (axis) => printer.writeString(axis.value));
  printer.write('}');
}
