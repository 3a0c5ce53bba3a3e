import { decodeHex } from './hex.ts';
import type { Parser } from './parser.ts';

/** Bytes before a blob's data that hold its alignment. */
const ALIGNMENT_BYTES = 4;

/** `{-# dialect_resources: { dialect: { key: "0x..." } }, external_resources: { ... } #-}`. */
export function parseFileMetadata(parser: Parser): void {
  parser.expect('{-#');
  while (!parser.at('#-}')) {
    const { offset } = parser;
    const section = parser.parseKeyword(' for the file metadata section');
    parser.expect(':');
    if (section === 'dialect_resources')
      entries(parser, (dialect) => entries(parser, (key) => parseResource(parser, dialect, key)));
    else if (section === 'external_resources')
      entries(parser, (tool) => entries(parser, (key) => parseExternal(parser, tool, key)));
    else parser.failSyntax(`unknown key '${section}' in file metadata dictionary`, offset);
    if (!parser.accept(',')) break;
  }
  parser.expect('#-}');
}

function entries(parser: Parser, parseValue: (key: string) => void): void {
  parser.parseList('brace', () => {
    const key = parser.parseKeywordOrString();
    parser.expect(':');
    parseValue(key);
  });
}

function parseResource(parser: Parser, dialect: string, key: string): void {
  const { offset } = parser;
  const text = parser.parseOptionalString();
  if (text === null) {
    skipValue(parser);
    return;
  }
  const bytes = decodeHex(text);
  if (bytes === null || bytes.length < ALIGNMENT_BYTES) {
    return parser.failSyntax(`expected hex string blob for key '${key}'`, offset);
  }
  const alignment = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const blob = { alignment, bytes: bytes.subarray(ALIGNMENT_BYTES) };
  parser.context.resources.set(dialect, parser.resourceKey(dialect, key), blob);
}

function parseExternal(parser: Parser, tool: string, key: string): void {
  const { spelling } = parser;
  const text = parser.parseOptionalString();
  if (text === null) skipValue(parser);
  parser.externalResources.set(`${tool}/${key}`, text ?? spelling);
}

function skipValue(parser: Parser): void {
  if (!parser.accept('bare') && !parser.accept('string') && !parser.accept('integer')) {
    parser.failSyntax('expected the value of a resource');
  }
}
