import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const conditions = ['@shardform/source'];

/**
 * Vitest configuration of one package: tests run on sources, this package's and its neighbours'.
 * The project is called by the package's name without the scope.
 *
 * @param {string} url `import.meta.url` of the package's vitest.config.mjs.
 */
export function packageTest(url) {
  const manifest = JSON.parse(readFileSync(new URL('package.json', url), 'utf8'));
  return defineConfig({
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    test: {
      name: manifest.name.replace(/^@[^/]*\//, ''),
      include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
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
    },
  });
}
