import { packageConfig } from '@shardform/build-config/rollup';

export default packageConfig(import.meta.url, { programs: { shardform: 'src/main.ts' } });
