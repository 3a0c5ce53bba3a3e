import { packageConfig } from '@shardform/build-config/rollup';

export default packageConfig(import.meta.url, {
  entries: { index: 'src/index.ts', tenstorrent: 'src/tenstorrent.ts' },
});
