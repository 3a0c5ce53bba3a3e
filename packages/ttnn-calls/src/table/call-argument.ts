import { PadOp, PointToPointOp } from '@shardform/dialect-ttnn';
import { camelCase, DenseArrayAttr, type Operation, type Value } from '@shardform/ir-core';
import type { Language } from '../languages/language.ts';
import { tensorText } from '../values/tensor-text.ts';
import { valueText } from '../values/value-text.ts';
import type { CallParameter } from './read-table.ts';

/** An argument: a value, several as a list, or a text as it stands. */
export type CallArgument = Value | readonly Value[] | string;

/** Returns what an operation passes for a parameter. @throws UnwritableValue */
export function argumentOf(
  op: Operation,
  { source, kind, form }: CallParameter,
  language: Language,
): CallArgument {
  if (kind === 'text') return source;
  if (kind === 'type') return typeArgument(op, source, form, language);
  const accessor = camelCase(source);
  const { operands, attrs } = op.definition;
  if (!operands.some((own) => own.accessor === accessor)) {
    const declared = attrs.find(({ name }) => name === source);
    return valueText(op.getAttr(source) ?? declared?.defaultValue?.(), language, form);
  }
  // Declared operations have an accessor for each declared name.
  const given: unknown = Reflect.get(op, accessor);
  if (given === null || given === undefined) return language.none;
  return given as Value | readonly Value[]; // what accessors of operands return
}

/** What follows from the types of an operation. */
function typeArgument(op: Operation, name: string, form: string | null, language: Language): string {
  if (op instanceof PointToPointOp) {
    const coord = name === 'sender' ? op.senderCoord : op.receiverCoord;
    return language.coordinate(coord.numbers());
  }
  if (name === 'pairs' && op instanceof PadOp) {
    const padding = op.padding.numbers();
    const pairs = Array.from({ length: padding.length / 2 }, (_, d) => padding.slice(2 * d, 2 * d + 2));
    return valueText(pairs, language, form);
  }
  if (name === 'edges') {
    const given = op.getAttr('padding');
    const padding = given instanceof DenseArrayAttr ? given.numbers() : [];
    // TTNN lists top, left, bottom, right; the library's pools top, bottom, left, right.
    return valueText(padding.length === 4 ? [0, 2, 1, 3].map((i) => padding[i]!) : padding, language, form);
  }
  const { memory, dtype, layout, shape } = tensorText(op.getResult(0).type, language);
  if (name === 'cast')
    return tensorText(op.getOperand(0).type, language).dtype === dtype ? language.none : dtype;
  const texts: Readonly<Record<string, string>> = { memory, dtype, layout, shape };
  return texts[name] ?? language.none;
}
