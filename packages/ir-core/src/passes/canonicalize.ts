import type { Context } from '../ir/context.ts';
import { booleanOption, enumOption, integerOption, listOption, stringOption } from '../pass/option.ts';
import { definePass } from '../pass/pass.ts';
import { applyPatternsGreedily } from '../rewrite/greedy.ts';
import type { RewritePattern } from '../rewrite/pattern.ts';
import { type PatternFilter, PatternSet } from '../rewrite/pattern-set.ts';
import { eliminateCommonSubexpressions } from './cse.ts';

/** MLIR's `canonicalize`. */
export const canonicalize = /* @__PURE__ */ definePass({
  name: 'canonicalize',
  className: 'Canonicalizer',
  summary: 'Canonicalize operations',
  description:
    'Applies the canonicalization patterns and folders of all loaded dialects until nothing changes, merges ' +
    'equal constants at the head of their function, and erases dead operations and blocks.',
  options: {
    'cse-between-iterations': booleanOption('Eliminate common sub-expressions after each iteration'),
    'disable-patterns': listOption(
      'Labels of patterns that should be filtered out during application',
      stringOption(''),
    ),
    'enable-patterns': listOption(
      'Labels of patterns that should be used during application, all other patterns are filtered out',
      stringOption(''),
    ),
    'filter-dialects': listOption(
      'Dialects whose patterns should be used, all others are filtered out',
      stringOption(''),
    ),
    'max-iterations': integerOption(
      'Max. iterations between applying patterns / simplifying regions; -1: any',
      10,
    ),
    'max-num-rewrites': integerOption('Max. number of pattern rewrites within an iteration; -1: any', -1),
    'region-simplify': enumOption(
      'What to do with the blocks of regions',
      ['disabled', 'normal', 'aggressive'],
      'normal',
    ),
    'test-convergence': booleanOption('Fail when the iterations are used up and patterns still apply'),
    'top-down': booleanOption('Seed the worklist in general top-down order', true),
  },
  run(op, pass) {
    const { options, context } = pass;
    const filter = {
      enabled: options['enable-patterns'],
      disabled: options['disable-patterns'],
      dialects: options['filter-dialects'],
    };
    const { converged } = applyPatternsGreedily(op, canonicalizations(context, filter), context, {
      topDown: options['top-down'],
      maxIterations: orUnlimited(options['max-iterations']),
      maxRewrites: orUnlimited(options['max-num-rewrites']),
      regionSimplification: options['region-simplify'],
      ...(options['cse-between-iterations'] && {
        betweenIterations: () => {
          const { merged, dead } = eliminateCommonSubexpressions(op, context);
          return merged + dead > 0;
        },
      }),
    });
    if (options['test-convergence'] && !converged) pass.fail();
  },
});

const unfiltered = new WeakMap<Context, PatternSet>();

/** The canonicalization patterns of a context; the set without a filter is made once. */
function canonicalizations(context: Context, filter: Required<PatternFilter>): PatternSet {
  const patternsOf = (dialect: string): readonly RewritePattern[] => context.canonicalizationsOf(dialect);
  if (filter.enabled.length + filter.disabled.length + filter.dialects.length > 0) {
    return new PatternSet(patternsOf, filter);
  }
  let set = unfiltered.get(context);
  if (set === undefined) unfiltered.set(context, (set = new PatternSet(patternsOf)));
  return set;
}

function orUnlimited(limit: number): number {
  return limit < 0 ? Infinity : limit;
}
