import { hloDialect } from '@shardform/dialect-hlo';
import type { Extension } from '@shardform/ir-core';

/** Operations of programs that XLA has compiled. */
export const hlo: readonly Extension[] = [hloDialect];
