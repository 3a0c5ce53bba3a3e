import { packageConfig } from '@shardform/build-config/rollup';

export default packageConfig(import.meta.url, {
  programs: { shardform: 'src/main.ts' },
  // Schemas are for servers and for those who ask for JSON.
  deferred: { 'json-schema': /^json-schema\/|-schemas?\.ts$/ },
  apart: [
    // Which has the dialects of Tenstorrent.
    'study/tenstorrent',
    // Which is all that most commands need of the package.
    'runtime-dist/machine',
    // Which each partition has a use for.
    'passes-stablehlo/legalize-composite-to-call',
    // Of which most programs have none or one.
    ...[
      'arith',
      'cf',
      'complex',
      'llvm',
      'math',
      'quant',
      'scf',
      'shape',
      'sparse-tensor',
      'tensor',
      'ub',
    ].map((dialect) => `dialects-mlir/${dialect}`),
  ],
});
