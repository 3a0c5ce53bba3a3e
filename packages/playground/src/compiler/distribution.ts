import type { Extension } from '@shardform/ir-core';
import { distPasses } from '@shardform/passes-dist';
import { distSimulator } from '@shardform/runtime-dist';

export * from '@shardform/passes-dist';

/** Distributed programs, their strategies, and what executes them. */
export const distribution: readonly Extension[] = [distPasses, distSimulator];
