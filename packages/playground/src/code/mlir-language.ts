import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { tags } from '@lezer/highlight';

/** Tokens of MLIR's text, the first that fits; names are CodeMirror's. */
const TOKENS: readonly (readonly [RegExp, string])[] = [
  [/^\/\/.*/, 'comment'],
  [/^"(?:[^"\\\n]|\\.)*"?/, 'string'],
  [/^%[\w$.-]+(?:#\d+)?/, 'variableName'],
  [/^\^[\w$.-]+/, 'labelName'],
  [/^@(?:[\w$.-]+|"[^"\n]*")/, 'variableName.function'],
  [/^[#!][\w$.-]+/, 'attributeName'],
  [/^-?(?:0x[\da-fA-F]+|\d+(?:\.\d*)?(?:[eE][-+]?\d+)?)/, 'number'],
  [/^(?:tensor|memref|vector|tuple|complex|index|none|[su]?i\d+|bf16|f\d\w*)\b/, 'typeName'],
  [/^(?:true|false|unit|dense|array|loc|affine_map|module|func\.func|return)\b/, 'keyword'],
  [/^[a-zA-Z_][\w$]*(?:\.[\w$]+)+/, 'operator'],
  [/^[a-zA-Z_][\w$.]*/, 'name'],
];

const mlir = StreamLanguage.define<null>({
  name: 'mlir',
  startState: () => null,
  token(stream) {
    if (stream.eatSpace()) return null;
    // In shapes, `8x16xf32` is sizes and an element type.
    if (/[x\d]/.test(stream.peek() ?? '') && stream.match(/^x(?=[\d?a-z!])/)) return 'punctuation';
    for (const [pattern, name] of TOKENS) if (stream.match(pattern) !== null) return name;
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: '//' } },
});

/** Colours that the page's stylesheet defines, light and dark. */
const style = HighlightStyle.define([
  { tag: tags.comment, class: 'mlir-comment' },
  { tag: tags.string, class: 'mlir-string' },
  { tag: tags.variableName, class: 'mlir-value' },
  { tag: tags.labelName, class: 'mlir-block' },
  { tag: tags.function(tags.variableName), class: 'mlir-symbol' },
  { tag: tags.attributeName, class: 'mlir-attribute' },
  { tag: tags.number, class: 'mlir-number' },
  { tag: tags.typeName, class: 'mlir-type' },
  { tag: tags.keyword, class: 'mlir-keyword' },
  { tag: tags.operator, class: 'mlir-operation' },
]);

/** Highlighting of MLIR's text. */
export const mlirLanguage: Extension = [mlir, syntaxHighlighting(style)];
