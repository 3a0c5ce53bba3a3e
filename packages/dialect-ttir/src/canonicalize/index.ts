import type { RewritePattern } from '@shardform/ir-core';
export const ttirCanonicalizations: readonly RewritePattern[] = [];
