import { symbol } from '../definition/traits.ts';
import { setSymbolVisibility, symbolName } from '../ir/symbol-table.ts';
import { listOption, stringOption } from '../pass/option.ts';
import { definePass } from '../pass/pass.ts';

/** MLIR's `symbol-privatize`. */
export const symbolPrivatize = /* @__PURE__ */ definePass({
  name: 'symbol-privatize',
  className: 'SymbolPrivatize',
  summary: 'Mark symbols private',
  description: 'Makes the symbols directly in an operation private, except for those that `exclude` names.',
  options: {
    exclude: listOption(
      'Comma separated list of symbols that should not be marked private',
      stringOption(''),
    ),
  },
  run(op, { options }) {
    const excluded = new Set(options.exclude);
    for (const region of op.regions) {
      for (const block of region.blocks) {
        for (const nested of block) {
          const name = nested.hasTrait(symbol) ? symbolName(nested) : null;
          if (name !== null && !excluded.has(name)) setSymbolVisibility(nested, 'private');
        }
      }
    }
  },
});
