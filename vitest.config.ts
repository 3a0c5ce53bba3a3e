import { testConfig } from './tools/build-config/vitest.mjs';

/** All tests as one project: a module is transformed once, and loaded once by each worker, however many packages use it. */
export default testConfig({
  include: ['packages', 'tools', 'examples', 'editors'].map(
    (folder) => `${folder}/*/{src,tests}/**/*.test.ts`,
  ),
  // A worker waits while the main thread transforms its modules, so there is room for one on every processor.
  maxWorkers: '100%',
});
