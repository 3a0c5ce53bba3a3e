import { packageTest } from '@shardform/build-config/vitest';

export default packageTest(import.meta.url);
