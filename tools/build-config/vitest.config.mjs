import { packageTest } from './vitest.mjs';

export default packageTest(import.meta.url);
