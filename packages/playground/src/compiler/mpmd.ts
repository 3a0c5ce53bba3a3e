import type { Extension } from '@shardform/ir-core';
import { mpmdPasses } from '@shardform/passes-mpmd';

/** Programs whose parts run on meshes of their own, and their schedules. */
export const mpmd: readonly Extension[] = [mpmdPasses];
