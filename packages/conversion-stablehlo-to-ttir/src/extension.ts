import type { Extension } from '@shardform/ir-core';
import { sdyDialect } from '@shardform/dialect-sdy';
import { stablehloDialect } from '@shardform/dialect-stablehlo';
import { ttirDialect } from '@shardform/dialect-ttir';
import { convertStablehloToTtir } from './convert-stablehlo-to-ttir.ts';

/** The pass `convert-stablehlo-to-ttir`. */
export const stablehloToTtir: Extension = {
  name: 'conversion-stablehlo-to-ttir',
  requires: [stablehloDialect, sdyDialect, ttirDialect],
  passes: [convertStablehloToTtir],
};
