import { UnitAttr } from '../builtin/attrs/basic-attrs.ts';
import { DistinctAttr } from '../builtin/attrs/distinct-attr.ts';
import type { Parser } from './parser.ts';

/** `distinct[0]<attribute>`, or `distinct[0]<>` for the unit attribute. One number is one attribute. */
export function parseDistinctAttr(parser: Parser): DistinctAttr {
  const { offset } = parser;
  parser.advance();
  parser.expect('[', " after 'distinct'");
  if (!parser.at('integer')) parser.failToken('expected distinct ID');
  const number = BigInt(parser.spelling);
  parser.advance();
  if (number >= 1n << 64n) parser.failSyntax('expected an unsigned 64-bit integer');
  parser.expect(']', ' to close distinct ID');
  parser.expect('<', ' after distinct ID');
  const referenced = parser.at('>') ? UnitAttr.instance : parser.nested(() => parser.parseAttribute());
  parser.expect('>', ' to close distinct attribute');
  const known = parser.distinctAttributes.get(number);
  if (known === undefined) {
    const created = DistinctAttr.create(referenced);
    parser.distinctAttributes.set(number, created);
    return created;
  }
  if (known.referenced !== referenced) {
    parser.failSyntax(
      `referenced attribute does not match previous definition: ${String(known.referenced)}`,
      offset,
    );
  }
  return known;
}
