import type { Extension } from '@shardform/ir-core';
import { distPasses } from '@shardform/passes-dist';

export * from '@shardform/passes-dist';

/** Distributed programs and their strategies. */
export const distribution: readonly Extension[] = [distPasses];
