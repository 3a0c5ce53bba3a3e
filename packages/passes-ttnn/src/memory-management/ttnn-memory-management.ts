import { applyPatternsGreedily, definePass } from '@shardform/ir-core';
import { repeatPatterns } from './repeats.ts';
import { slicePatterns } from './slices.ts';

/** Less memory without more work: slices go before the moves that make them, repetitions fill tiles. */
export const ttnnMemoryManagement = definePass({
  name: 'ttnn-memory-management',
  className: 'TTNNMemoryManagement',
  summary: 'slices before moves, and repeats inside of tiles',
  anchor: 'builtin.module',
  run(module, pass) {
    applyPatternsGreedily(module, [...slicePatterns, ...repeatPatterns], pass.context);
  },
});
