import type { Value } from '@shardform/ir-core';
import { NamedValues } from '../names/named-values.ts';
import type { DocumentModel } from './document-model.ts';

/** Values that a name in a text refers to. */
export interface ReferencedValues {
  /** As the text spells them where they are defined: `%1`. */
  readonly name: string;
  /** Offset of their definition, as the key of {@link DocumentModel.values}. */
  readonly definition: number;
  /** All results that share the name, or the selected one: for `%1#1` the second. */
  readonly values: readonly Value[];
  /** The index of the first of these among the results that share the name. */
  readonly first: number;
}

/** Returns the values that the name at an offset refers to; `null` if there is no value name. */
export function valuesAt({ names, values, source }: DocumentModel, offset: number): ReferencedValues | null {
  const token = names.at(offset);
  if (token?.kind !== 'percent') return null;
  const definition = names.definitionOf(token);
  const all = definition === null ? undefined : values.get(definition.start);
  if (definition === null || all === undefined || all.length === 0) return null;
  const place = { name: definition.text, definition: definition.start };
  const first = Number(/^#(\d+)/.exec(source.text.slice(token.end, token.end + 12))?.[1] ?? -1);
  const own = all[first];
  return own === undefined ? { ...place, values: all, first: 0 } : { ...place, values: [own], first };
}

/** Returns the values of a text by the names that it gives them. */
export function documentNames({ names: { tokens }, values, source }: DocumentModel): NamedValues {
  const names = new NamedValues(source.name);
  for (const { isDefinition, start, text } of tokens) {
    const defined = isDefinition ? values.get(start) : undefined;
    if (defined !== undefined) names.add(text, defined);
  }
  return names;
}
