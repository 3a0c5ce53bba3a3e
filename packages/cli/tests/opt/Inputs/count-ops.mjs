import { definePass, integerOption, stringOption } from '@shardform/ir-core';

/** Reports how often an operation occurs. */
const countOps = definePass({
  name: 'count-ops',
  className: 'CountOps',
  summary: 'Count operations of one kind',
  options: {
    op: stringOption('Name of the operation', 'stablehlo.add'),
    limit: integerOption('Fail above this number', 10),
  },
  statistics: { found: 'Number of operations found' },
  run(module, pass) {
    let found = 0;
    module.walk((op) => {
      if (op.name === pass.options.op) found++;
    });
    pass.count('found', found);
    pass.context.diagnostics.remark(module.location, `${found} of ${pass.options.op}`);
    if (found > pass.options.limit) pass.opError(module, `has more than ${pass.options.limit}`);
  },
});

export const myPasses = { name: 'my-passes', passes: [countOps] };
