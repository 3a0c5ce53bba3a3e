import type { DialectBytecode } from '@shardform/ir-core';
import { readAttribute } from './read-attributes.ts';
import { writeAttribute } from './write-attributes.ts';

/** Shardy's encoding of its attributes in MLIR bytecode. */
export const sdyBytecode: DialectBytecode = { readAttribute, writeAttribute };
