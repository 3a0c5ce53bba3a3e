import { packageConfig } from '@shardform/build-config/rollup';

export default packageConfig(import.meta.url, {
  programs: { shardform: 'src/main.ts' },
  // Schemas are for servers and for those who ask for JSON.
  deferred: ['json-schema'],
  // Which has the dialects of Tenstorrent.
  apart: ['study/tenstorrent'],
});
