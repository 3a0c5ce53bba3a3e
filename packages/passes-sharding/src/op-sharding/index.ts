import type { PassDefinition } from '@shardform/ir-core';
import { exportMhloShardingsPass } from './export-mhlo-shardings.ts';
import { importMhloShardingsPass } from './import-mhlo-shardings.ts';

/** The passes between `mhlo.sharding` and `sdy.sharding`. */
export const opShardingPasses: readonly PassDefinition[] = [importMhloShardingsPass, exportMhloShardingsPass];
