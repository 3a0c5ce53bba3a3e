import type { DirectiveKind } from './directive.ts';
import type { Expression } from './numeric-expression.ts';
import type { NumericFormat } from './numeric-format.ts';
import type { SourceText } from './source-text.ts';

/** A stretch of a pattern's regular expression. */
export type PatternPiece =
  /** JavaScript source. */
  | { readonly kind: 'regex'; readonly source: string }
  /** The value of a string variable, literally. `offset` is the use's position in the check file. */
  | { readonly kind: 'string'; readonly name: string; readonly offset: number }
  /** The value of an expression, written in `format`; `text` is its spelling. */
  | {
      readonly kind: 'number';
      readonly expression: Expression;
      readonly format: NumericFormat;
      readonly text: string;
      readonly offset: number;
    };

/** A string variable that a match defines from one of the regular expression's groups. */
export interface StringDefinition {
  readonly name: string;
  readonly group: number;
}

/** A numeric variable that a match defines from one of the regular expression's groups. */
export interface NumericDefinition extends StringDefinition {
  readonly format: NumericFormat;
}

/** The content of a pattern. */
export interface PatternBody {
  /** The text to find as it is; null when `pieces` make a regular expression. */
  readonly fixed: string | null;
  readonly pieces: readonly PatternPiece[];
  /** See `TranslatedRegex.ambiguous`. */
  readonly ambiguous: boolean;
  readonly strings: readonly StringDefinition[];
  readonly numbers: readonly NumericDefinition[];
  /** An example of a match: the fixed text, or the expression without substituted values. */
  readonly example: string;
}

/** One directive's pattern, ready to match. */
export interface Pattern extends PatternBody {
  readonly kind: DirectiveKind;
  /** The directive's name in messages, such as `CHECK-NEXT`. */
  readonly name: string;
  readonly prefix: string;
  readonly count: number;
  readonly source: SourceText;
  /** Offset of the pattern in `source`. */
  readonly offset: number;
  /** The value of `@LINE`; null for patterns of the command line. */
  readonly line: number | null;
  /** Numbers the implicit patterns, from 1; null for those of the check file. */
  readonly implicitIndex: number | null;
}
