import { oneLine } from '../diagnostic/readable-text.ts';
import { encodeText } from '../text/utf8.ts';
import type { NameRules } from './source-names.ts';

/** Names of C++. */
export const cppNames: NameRules = {
  keywords: new Set(
    `alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class compl concept
  const consteval constexpr constinit const_cast continue co_await co_return co_yield decltype default delete do double
  dynamic_cast else enum explicit export extern false float for friend goto if inline int long mutable namespace new noexcept
  not not_eq nullptr operator or or_eq private protected public register reinterpret_cast requires return short signed sizeof
  static static_assert static_cast struct switch template this thread_local throw true try typedef typeid typename union
  unsigned using virtual void volatile wchar_t while xor xor_eq`.split(/\s+/),
  ),
};

/** Returns `text` as a string of C++: bytes of UTF-8, of which those that are no letters are escaped in octal. */
export function cppString(text: string): string {
  let out = '"';
  for (const byte of encodeText(text)) {
    const character = String.fromCharCode(byte);
    if (character === '"' || character === '\\') out += `\\${character}`;
    // Two question marks may begin a trigraph.
    else if (byte < 32 || byte > 126 || (character === '?' && out.endsWith('?')))
      out += `\\${byte.toString(8).padStart(3, '0')}`;
    else out += character;
  }
  return `${out}"`;
}

/** Returns `text` as a comment of one line, in quotes: a line that ends in a backslash goes on in the next one. */
export function cppComment(text: string): string {
  return `// ${oneLine(text).replace(/[\\?/]$/, '$&.')}`;
}
