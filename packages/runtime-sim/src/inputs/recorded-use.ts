import { type FuncOp, setAllValueAttrs, valueAttrs, valueAttrsList } from '@shardform/dialect-func';
import { StringAttr } from '@shardform/ir-core';
import { type ArgumentUse, argumentUses } from './argument-use.ts';

/** The attribute of arguments of a lowered program with the use that the program makes of them from which it was lowered. */
const USE = 'shardform.use';

/** Returns how a function uses its arguments, as far as it is not recorded how the program does from which it was lowered. */
export function usesOf(func: FuncOp): ArgumentUse[] {
  return argumentUses(func).map((use, i) => {
    const recorded = valueAttrs(func, 'arg_attrs', i).get(USE);
    return (recorded instanceof StringAttr ? useOfText(recorded.value) : null) ?? use;
  });
}

/** Writes into a lowered function how the program uses its arguments from which it was lowered, where the function alone does not show it. */
export function recordUses(lowered: FuncOp, source: FuncOp): void {
  const wanted = usesOf(source).map(textOfUse);
  const own = usesOf(lowered).map(textOfUse);
  const attrs = valueAttrsList(lowered, 'arg_attrs').map((one, i) => {
    const text = wanted.at(i);
    return text === undefined || text === own[i] ? one : one.with(USE, StringAttr.get(text));
  });
  setAllValueAttrs(lowered, 'arg_attrs', attrs);
}

function textOfUse(use: ArgumentUse): string {
  if (use.kind === 'weight') return `weight ${use.fanIn}`;
  return use.kind === 'index' ? `index ${use.last}` : use.kind;
}

const PLAIN = ['data', 'scale', 'offset', 'positive', 'count', 'bits'] as const;

/** Returns `null` for a text that is not of {@link recordUses}. */
function useOfText(text: string): ArgumentUse | null {
  const [kind, digits = null, ...more] = text.split(' ');
  const number = /^\d{1,15}$/.test(digits ?? '') ? Number(digits) : NaN;
  if (digits === null) return PLAIN.flatMap((own) => (own === kind ? [{ kind: own }] : []))[0] ?? null;
  if (more.length > 0 || Number.isNaN(number)) return null;
  if (kind === 'weight') return { kind, fanIn: number };
  return kind === 'index' ? { kind, last: number } : null;
}
