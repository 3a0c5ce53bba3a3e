import type { OpDefinition } from '../definition/op-definition.ts';

/** A name inside a format string, resolved against the op's declaration. */
export type FormatReference = { readonly name: string } & (
  | { readonly kind: 'attr'; readonly index: number }
  | {
      readonly kind: 'operand' | 'result' | 'region' | 'successor';
      /** Index in the declaration, or `all` for the directives `operands`, `results`, `regions`, `successors`. */
      readonly index: number | 'all';
    }
);

/** An argument of a custom directive: a name, the type of a name, or a literal string. */
export interface DirectiveArgument {
  readonly of: 'value' | 'type';
  readonly reference: FormatReference;
}

/** The syntax tree of a format string (MLIR's "Declarative Assembly Format"). */
export type FormatElement =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'space'; readonly text: '' | ' ' | '\n' }
  | { readonly kind: 'value'; readonly reference: FormatReference }
  | { readonly kind: 'attr-dict'; readonly keyword: boolean; readonly properties: boolean }
  | { readonly kind: 'type'; readonly reference: FormatReference }
  | {
      readonly kind: 'functional-type';
      readonly inputs: FormatReference;
      readonly results: FormatReference;
    }
  | { readonly kind: 'custom'; readonly name: string; readonly arguments: readonly DirectiveArgument[] }
  | {
      readonly kind: 'optional';
      readonly then: readonly FormatElement[];
      readonly otherwise: readonly FormatElement[];
      readonly anchor: FormatElement;
    };

/** Returns true if a region of the declaration stands for any number of regions. */
export function isVariadicRegion({ regions }: OpDefinition, index: number): boolean {
  return regions[index]?.constraint.variadic ?? false;
}
