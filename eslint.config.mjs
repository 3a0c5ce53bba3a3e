import nx from '@nx/eslint-plugin';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { lintRules } from './tools/build-config/lint-rules.mjs';

const dialects = [
  'layer:core',
  'layer:mlir',
  'layer:func',
  'layer:dialect',
  'layer:hlo-dialect',
  'layer:mpmd',
  'layer:vhlo',
  'layer:ttcore',
  'layer:ttir',
  'layer:ttnn',
];

/** Who may import whom. A package carries exactly one `layer:` tag, in package.json under "nx". */
const layers = {
  'layer:core': [],
  'layer:mlir': ['layer:core'],
  'layer:func': ['layer:core', 'layer:mlir'],
  'layer:dialect': ['layer:core', 'layer:mlir', 'layer:func'],
  // XLA's modules, which know no MLIR.
  'layer:hlo': [],
  'layer:ttcore': ['layer:core', 'layer:mlir', 'layer:func'],
  'layer:ttir': ['layer:core', 'layer:mlir', 'layer:func', 'layer:ttcore'],
  'layer:ttnn': ['layer:core', 'layer:mlir', 'layer:func', 'layer:ttcore', 'layer:ttir'],
  'layer:hlo-dialect': ['layer:core', 'layer:mlir', 'layer:func', 'layer:dialect'],
  'layer:mpmd': ['layer:core', 'layer:mlir', 'layer:func', 'layer:dialect'],
  'layer:vhlo': ['layer:core', 'layer:mlir', 'layer:func', 'layer:dialect'],
  'layer:cost': ['layer:core', 'layer:mlir', 'layer:func', 'layer:dialect', 'layer:hlo-dialect'],
  'layer:stablehlo-passes': ['layer:core', 'layer:mlir', 'layer:func', 'layer:dialect', 'layer:vhlo'],
  'layer:passes': [
    'layer:core',
    'layer:mlir',
    'layer:func',
    'layer:dialect',
    'layer:stablehlo-passes',
    'layer:cost',
    'layer:hlo-dialect',
  ],
  'layer:mpmd-passes': [
    'layer:core',
    'layer:mlir',
    'layer:func',
    'layer:dialect',
    'layer:mpmd',
    'layer:stablehlo-passes',
    'layer:passes',
  ],
  'layer:pipeline': [
    'layer:core',
    'layer:mlir',
    'layer:func',
    'layer:dialect',
    'layer:ttcore',
    'layer:stablehlo-passes',
    'layer:passes',
  ],
  'layer:tt-passes': ['layer:core', 'layer:mlir', 'layer:func', 'layer:ttcore', 'layer:ttir', 'layer:ttnn'],
  'layer:conversion': [...dialects, 'layer:hlo', 'layer:stablehlo-passes', 'layer:passes', 'layer:tt-passes'],
  'layer:tt-pipeline': [...dialects, 'layer:tt-passes', 'layer:conversion'],
  // Its tests lower what they write.
  'layer:target': [...dialects, 'layer:tt-pipeline'],
  'layer:runtime': [...dialects, 'layer:stablehlo-passes'],
  'layer:simulation': [...dialects, 'layer:cost', 'layer:runtime'],
  'layer:strategy': [...dialects, 'layer:cost', 'layer:runtime', 'layer:simulation', 'layer:passes'],
  'layer:inspect': [...dialects, 'layer:passes', 'layer:mpmd-passes', 'layer:runtime'],
  'layer:study': [
    ...dialects,
    'layer:cost',
    'layer:stablehlo-passes',
    'layer:passes',
    'layer:mpmd-passes',
    'layer:runtime',
    'layer:simulation',
    'layer:strategy',
    'layer:inspect',
    'layer:hlo',
    'layer:conversion',
  ],
  'layer:planning': [
    ...dialects,
    'layer:cost',
    'layer:passes',
    'layer:mpmd-passes',
    'layer:runtime',
    'layer:simulation',
    'layer:strategy',
    'layer:inspect',
    'layer:study',
  ],
  'layer:app': [
    'layer:inspect',
    'layer:study',
    'layer:planning',
    ...dialects,
    'layer:cost',
    'layer:stablehlo-passes',
    'layer:passes',
    'layer:mpmd-passes',
    'layer:pipeline',
    'layer:tt-passes',
    'layer:hlo',
    'layer:conversion',
    'layer:tt-pipeline',
    'layer:target',
    'layer:runtime',
    'layer:simulation',
    'layer:strategy',
  ],
  'layer:tool': ['layer:tool', 'layer:app', 'layer:core', 'layer:hlo', 'layer:runtime'],
  // What people outside of this workspace may build on.
  'layer:example': [...dialects, 'layer:cost', 'layer:stablehlo-passes', 'layer:passes', 'layer:runtime'],
  'layer:editor': ['layer:app'],
};

/**
 * The rule that keeps imports inside the table.
 *
 * @param {string[]} everywhere tags that any package may import, whatever its own layer.
 * @param {boolean} buildable whether an import must itself have a build.
 */
const boundaries = (everywhere, buildable) => [
  'error',
  {
    enforceBuildableLibDependency: buildable,
    banTransitiveDependencies: true,
    depConstraints: Object.entries(layers).map(([sourceTag, allowed]) => ({
      sourceTag,
      onlyDependOnLibsWithTags: [...allowed, ...everywhere],
    })),
  },
];

export default defineConfig([
  globalIgnores(['**/dist', '**/out-tsc', '**/coverage', '**/temp', '.nx']),
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': boundaries([], true),
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-invalid-void-type': ['error', { allowAsThisParameter: true }],
      // Methods that subclasses override name what they are given.
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      // An attribute's values are its own properties: `XAttr.get({ ...x, changed })` copies them.
      '@typescript-eslint/no-misused-spread': [
        'error',
        { allow: ['GatherDimensionNumbersAttr', 'ScatterDimensionNumbersAttr'] },
      ],
      '@typescript-eslint/class-literal-property-style': 'off',
      // Takes a class made by `defineOp` for a plain object.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // Globals of a worker's scope that a misspelt local would silently resolve to.
      'no-restricted-globals': ['error', 'close', 'event', 'location', 'name', 'origin', 'self'],
    },
  },
  {
    files: ['packages/*/src/**/*.ts', 'packages/*/src/**/*.tsx'],
    ignores: ['**/*.test.ts', '**/*.test.tsx'],
    plugins: { shardform: lintRules },
    // Far above what is usual: 60 lines and a complexity of 20 for functions, 250 lines for files.
    rules: {
      'shardform/document-exports': 'error',
      'shardform/explain-casts': 'error',
      'shardform/use-accessors': 'error',
      complexity: ['error', 30],
      'max-lines': ['error', { max: 420, skipBlankLines: true, skipComments: true }],
      'max-lines-per-function': ['error', { max: 95, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    // What is written there is executed by others.
    files: [
      'packages/conversion-ttnn-to-emit*/src/**/*.ts',
      'packages/passes-planning/src/jax/**/*.ts',
      'packages/target-ttnn/src/emit*/**/*.ts',
      'packages/ttnn-calls/src/**/*.ts',
    ],
    ignores: ['**/*.test.ts'],
    rules: { 'shardform/escape-source': 'error' },
  },
  {
    files: ['packages/cli/src/{bundle,check,command,distribution,export,show,sim,table,tt}/**/*.ts'],
    // A key of a table.
    ignores: ['**/*.test.ts', 'packages/cli/src/distribution/search-part.ts'],
    rules: { 'shardform/escape-json': 'error' },
  },
  {
    files: ['packages/*/src/**/*.ts'],
    ignores: ['packages/cli/**', '**/*.test.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { group: ['node:*'], message: 'Only the command may use Node; libraries run in browsers too.' },
          ],
        },
      ],
    },
  },
  {
    files: ['**/*.test.ts', 'packages/*/tests/**/*.ts'],
    // Tests execute what is made.
    rules: {
      '@nx/enforce-module-boundaries': boundaries(['layer:tool', 'layer:runtime', 'layer:simulation'], false),
    },
  },
  {
    files: ['packages/*/package.json'],
    // The page holds what it is made of: nothing is installed with it.
    ignores: ['packages/playground/package.json'],
    plugins: { '@nx': nx },
    languageOptions: { parser: await import('jsonc-eslint-parser') },
    rules: {
      '@nx/dependency-checks': [
        'error',
        {
          // Knip reports what is declared and not used, for tools and tests as well.
          checkObsoleteDependencies: false,
          ignoredFiles: [
            '{projectRoot}/**/*.test.ts',
            '{projectRoot}/tests/**/*',
            '{projectRoot}/*.config.*',
          ],
          ignoredDependencies: ['@shardform/build-config', '@shardform/lit', 'vite'],
        },
      ],
    },
  },
]);
