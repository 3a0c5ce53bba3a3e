import { UnitAttr } from '../builtin/attrs/basic-attrs.ts';
import type { Attribute } from '../ir/attribute.ts';
import type { Parser } from './parser.ts';

/** `{name = attribute, unit-name, "quoted name" = attribute}`, in the order of the text. */
export function parseAttrDict(parser: Parser): (readonly [string, Attribute])[] {
  const seen = new Set<string>();
  return parser.parseList(
    'brace',
    (): readonly [string, Attribute] => {
      const { offset } = parser;
      const name = parser.parseOptionalString() ?? parser.parseOptionalKeyword();
      if (name === null) return parser.failToken('expected attribute name');
      if (name === '') parser.failSyntax('expected valid attribute name', offset);
      if (seen.has(name)) parser.failSyntax(`duplicate key '${name}' in dictionary attribute`, offset);
      seen.add(name);
      return [name, parser.accept('=') ? parser.parseAttribute() : UnitAttr.instance];
    },
    ' in attribute dictionary',
  );
}
