import { NegOp } from '@shardform/dialect-stablehlo';
import { applyPatternsGreedily, booleanOption, definePass, m, match, pattern } from '@shardform/ir-core';

const negatedTwice = m.op(NegOp, m.op(NegOp, m.capture('x')));

const dropBoth = pattern(NegOp, 'drop-both-negations', (op, rewriter) => {
  const found = match(op, negatedTwice);
  if (found === null) return false;
  rewriter.replaceOp(op, [found.x]);
  return true;
});

/** Takes away negations of negations. */
export const dropNegations = definePass({
  name: 'drop-negations',
  summary: 'Take away negations of negations',
  options: { 'count-only': booleanOption('count them and leave them in the program') },
  statistics: { found: 'Number of negations of negations' },
  run(op, pass) {
    op.walkOf(NegOp, (negation) => {
      if (match(negation, negatedTwice) !== null) pass.count('found');
    });
    if (!pass.options['count-only']) applyPatternsGreedily(op, [dropBoth], pass.context);
  },
});
