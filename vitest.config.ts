import { defineConfig } from 'vitest/config';

/** One process for every package; `vitest run --project ir-core` runs one of them. */
export default defineConfig({
  test: {
    projects: ['packages', 'tools', 'examples', 'editors'].map((folder) => `${folder}/*/vitest.config.mjs`),
  },
});
