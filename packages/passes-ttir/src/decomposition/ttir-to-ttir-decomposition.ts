import {
  booleanOption,
  Builder,
  type Capability,
  definePass,
  enumOption,
  type Operation,
  OpTable,
} from '@shardform/ir-core';
import { TensorBuilder } from '@shardform/dialect-ttir';
import { attentions } from './attention.ts';
import { contractions } from './contraction.ts';
import { convolutions } from './convolution.ts';
import type { Maker } from './decomposition.ts';
import { gathers } from './gather.ts';
import { moves } from './moves.ts';
import { normalizations } from './normalization.ts';
import { quantizations } from './quantization.ts';
import { reductions } from './reduction.ts';
import { scatters } from './scatter.ts';

const decompositions = /* @__PURE__ */ new OpTable([
  ...attentions,
  ...contractions,
  ...convolutions,
  ...gathers,
  ...moves,
  ...normalizations,
  ...quantizations,
  ...reductions,
  ...scatters,
]);

/** The operations that are decomposed on the way to TTNN. */
export const decompositionCapability: Capability = {
  name: 'lowering to TTNN',
  supports: ({ name }) => decompositions.has(name),
  gaps: [],
};

/** What contractions are made of, which pipelines ask for as well. */
export const decompositionForms = {
  'keep-permutes': booleanOption(
    'permute operands of contractions also where only dimensions of size one move, as tt-mlir of August 2026 does; otherwise reshape',
  ),
} as const;

/** General operations are made of those that the library has, such as contractions of matrix products. */
export const ttirToTtirDecomposition = definePass({
  name: 'ttir-to-ttir-decomposition',
  className: 'TTIRToTTIRDecomposition',
  summary: 'decomposes operations',
  anchor: 'builtin.module',
  options: {
    ...decompositionForms,
    config: enumOption('whose operations remain', ['ttnn', 'ttmetal', 'cpu-fallback'], 'ttnn'),
    'library-indexing': booleanOption(
      'leave gathers along a dimension and lookups in tables to the library, as tt-mlir of August 2026 does; otherwise by rows',
    ),
  },
  run(module, pass) {
    const pending: Operation[] = [];
    module.walk((op) => {
      if (decompositions.has(op.name)) pending.push(op);
    });
    // The results of a decomposition may have decompositions themselves.
    const made: Operation[] = [];
    const builder = new Builder(pass.context, { inserted: (op) => made.push(op) });
    const make: Maker = {
      create: builder.create.bind(builder),
      insert: builder.insert.bind(builder),
      tensors: new TensorBuilder(builder),
      target: pass.options.config,
      libraryIndexing: pass.options['library-indexing'],
      keepsPermutes: pass.options['keep-permutes'],
    };
    for (let op = pending.pop(); op !== undefined; op = pending.pop()) {
      builder.setInsertionPoint(op);
      builder.location = op.location;
      made.length = 0;
      const values = decompositions.apply(op, make) ?? null;
      if (values === null) continue;
      op.replaceAllUsesWith(values);
      op.erase();
      pending.push(...made.filter(({ name }) => decompositions.has(name)));
    }
  },
});
