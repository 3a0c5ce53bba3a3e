import { defineConfig } from 'vitest/config';

const conditions = ['@shardform/source'];

/**
 * Vitest configuration of tests that run on sources.
 *
 * @param {import('vitest/config').ViteUserConfig['test']} test what differs: the files, at least.
 */
export function testConfig(test) {
  return defineConfig({
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    test: {
      passWithNoTests: true,
      environment: 'node',
      // For tests that hang; the duration of others depends on the host.
      testTimeout: 180_000,
      // Modules hold no state of their own, so test files share them: importing them anew for each file takes longer than the tests.
      isolate: false,
      restoreMocks: true,
      // What is waited for comes later on a busy host.
      expect: { poll: { timeout: 20_000 } },
      coverage: { provider: 'v8', include: ['src/**/*.ts'], reporter: ['text-summary', 'json-summary'] },
      ...test,
    },
  });
}

/** The configuration of one package, as the default export of its `vitest.config.mjs`. */
export default testConfig({ include: ['src/**/*.test.ts', 'tests/**/*.test.ts'] });
