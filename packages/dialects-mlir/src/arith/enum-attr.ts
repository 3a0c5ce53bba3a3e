import { type AttrConstraint, type Attribute, IntegerAttr, type IntegerType } from '@shardform/ir-core';

/**
 * An enumeration that is stored as the number of a word in `words`. Formats write the word.
 *
 * @param summary the text after "failed to satisfy constraint: "; by default that of MLIR's enumerations.
 */
/* @__NO_SIDE_EFFECTS__ */
export function enumAttr(
  type: IntegerType,
  words: readonly string[],
  name: string,
  summary = `allowed ${type.width}-bit signless integer cases: ${words.map((_, i) => i).join(', ')}`,
): AttrConstraint<IntegerAttr> {
  return {
    summary,
    accepts: (attribute): attribute is IntegerAttr =>
      attribute instanceof IntegerAttr &&
      attribute.type === type &&
      words[Number(attribute.value)] !== undefined,
    isKind: (attribute: Attribute) => attribute instanceof IntegerAttr,
    format: {
      print: (printer, attribute) => printer.write(words[Number(attribute.value)] ?? String(attribute.value)),
      parse(parser) {
        const { offset } = parser;
        const word = parser.parseOptionalKeyword() ?? parser.parseOptionalString();
        const index = word === null ? -1 : words.indexOf(word);
        if (index >= 0) return IntegerAttr.get(index, type);
        return parser.fail(
          `expected string or keyword containing one of the following enum values for attribute '${name}' [${words.join(', ')}]`,
          offset,
        );
      },
      parseOptional(parser) {
        const index = parser.at('bare') || parser.at('string') ? words.indexOf(parser.spelling) : -1;
        if (index < 0) return null;
        parser.advance();
        return IntegerAttr.get(index, type);
      },
    },
  };
}
