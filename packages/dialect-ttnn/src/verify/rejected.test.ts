import { quantDialect } from '@shardform/dialects-mlir';
import { testRejected } from '@shardform/program-tests';
import { ttnnDialect } from '../extension.ts';

// Functions of one operation with what tt-mlir (of jax-tt-plugin 0.1.3) says about it: a file for each family.
testRejected(new URL('../../tests/rejected/', import.meta.url), [quantDialect, ttnnDialect]);
