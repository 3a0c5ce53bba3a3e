import { emitcDialect } from '@shardform/dialect-emitc';
import { ttnnDialect } from '@shardform/dialect-ttnn';
import { arithDialect } from '@shardform/dialects-mlir';
import type { Extension } from '@shardform/ir-core';
import { convertTtnnToEmitc } from './convert/convert-ttnn-to-emitc.ts';

/** The pass that makes programs of C++ of TTNN. */
export const ttnnToEmitc: Extension = {
  name: 'conversion-ttnn-to-emitc',
  get requires() {
    return [ttnnDialect, emitcDialect, arithDialect];
  },
  passes: [convertTtnnToEmitc],
};
