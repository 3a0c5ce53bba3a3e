import { defineConfig } from 'vitest/config';

/** One process for every package; `vitest run --project ir-core` runs one of them. */
export default defineConfig({
  test: {
    projects: ['packages', 'tools', 'examples', 'editors'].map((folder) => `${folder}/*/vitest.config.mjs`),
    // A worker waits while the main thread transforms its modules, so there is room for one on every processor.
    maxWorkers: '100%',
  },
});
