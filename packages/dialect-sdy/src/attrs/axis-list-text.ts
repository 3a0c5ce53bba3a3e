import { type Parser, withContext } from '@shardform/ir-core';
import { AxisRefAttr } from './axis-ref-attr.ts';

/** `{"x", "y":(1)2}`. */
export function axisListText(axes: readonly AxisRefAttr[]): string {
  return `{${axes.map((axis) => axis.text).join(', ')}}`;
}

/** One or more axes in braces. */
export function parseNonEmptyAxisList(parser: Parser): AxisRefAttr[] {
  parser.expect('{');
  const axes = withContext(
    parser,
    'failed to parse axis list which is expected to be an `ArrayRef<AxisRefAttr>`',
    () => parser.parseList('none', () => AxisRefAttr.parse(parser)),
  );
  parser.expect('}');
  return axes;
}
