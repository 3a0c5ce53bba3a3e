import { analyzeConversion, type Context, ConversionTarget, note, type Operation } from '@shardform/ir-core';
import { conversions } from '../convert/index.ts';
import { explainRefusal } from './explain.ts';

/** Become functions, or others, before the conversion. */
const CONVERTED_BEFORE: ReadonlySet<string> = new Set(
  ['while', 'case', 'if', 'composite', 'return'].map((name) => `stablehlo.${name}`),
);

/** Reports operations of StableHLO that the conversion to TTIR would refuse, for a program that does not get there. */
export function reportUnconvertible(
  module: Operation,
  context: Context,
  isOfInterest: (op: Operation) => boolean,
): void {
  const target = new ConversionTarget()
    .addLegalDialects('quant', 'ttir', 'ttcore', 'func', 'ub', 'sdy', 'builtin')
    .addIllegalDialects('stablehlo');
  const convertible = analyzeConversion(module, target, conversions, context);
  module.walk((op) => {
    if (op.definition.dialect !== 'stablehlo' || CONVERTED_BEFORE.has(op.name)) return 'advance';
    if (convertible.has(op) || !isOfInterest(op)) return 'skip';
    const notes = explainRefusal(op).map((text) => note(op.location, text));
    context.diagnostics.emitOn(op, 'error', `failed to legalize operation '${op.name}'`, notes);
    return 'skip';
  }, 'pre');
}
