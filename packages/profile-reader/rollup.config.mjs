import { packageConfig } from '@shardform/build-config/rollup';

export default packageConfig(import.meta.url);
