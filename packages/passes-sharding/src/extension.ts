import type { Extension } from '@shardform/ir-core';
import { sdyDialect } from '@shardform/dialect-sdy';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import { importPasses } from './import/index.ts';
import {
  aggressivePropagate,
  basicPropagate,
  opPriorityPropagate,
  populateOpShardingRules,
  userPriorityPropagate,
} from './propagation/propagation-passes.ts';
import { shardingRules } from './rules/index.ts';

/** Sharding rules and the passes that import and propagate shardings. */
export const shardingPasses: Extension = {
  name: 'passes-sharding',
  requires: [stablehloDialect, sdyDialect],
  interfaces: shardingRules,
  passes: [
    ...importPasses,
    populateOpShardingRules,
    basicPropagate,
    aggressivePropagate,
    opPriorityPropagate,
    userPriorityPropagate,
  ],
};
