import { type Attribute, type Context, ParseFailure, Parser, SourceText } from '@shardform/ir-core';

/** Parses an attribute from a text; `null` when it is none, or something follows. */
export function attributeOfText(text: string, context: Context): Attribute | null {
  try {
    const parser = new Parser(new SourceText('-', text), context);
    const attribute = parser.parseAttribute();
    return parser.at('eof') ? attribute : null;
  } catch (error) {
    if (error instanceof ParseFailure) return null;
    throw error;
  }
}
