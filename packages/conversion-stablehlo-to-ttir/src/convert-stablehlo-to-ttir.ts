import {
  applyFullConversion,
  applyPartialConversion,
  booleanOption,
  ConversionTarget,
  definePass,
  type Operation,
  type PassRun,
  RankedTensorType,
  symbolUsersIn,
} from '@shardform/ir-core';
import { FuncOp } from '@shardform/dialect-func';
import { embeddingGatherConversions } from './convert/embedding-gather.ts';
import { synthesizeComposites } from './composite/synthesized-composites.ts';
import { conversions } from './convert/index.ts';
import { librarySortConversion } from './convert/sort.ts';
import { libraryScatterConversions } from './convert/scatter.ts';
import { outlineControlFlow } from './control-flow/control-flow.ts';
import { explainRefusal } from './refusal/explain.ts';
import { listMeshes, manualComputationConversion } from './manual-computation.ts';

/** The largest size of a dimension: TTIR's attributes of shapes have 32 bits. */
const LARGEST_SIZE = 2 ** 31 - 1;

/** Refuses sizes that attributes of TTIR would wrap around. */
function hasSizesOfTtir(module: Operation, pass: PassRun): boolean {
  const problem = module.walk((op) => {
    for (const { type } of op.results) {
      if (!(type instanceof RankedTensorType) || !type.shape.some((size) => size > LARGEST_SIZE)) continue;
      pass.opError(op, `has a dimension of more than ${LARGEST_SIZE} elements, which TTIR cannot express`);
      return 'interrupt';
    }
    return 'advance';
  });
  return problem !== 'interrupt';
}

/** Decompositions of composites that are converted are called by nothing. */
function eraseUnused(module: Operation): void {
  const users = symbolUsersIn(module);
  for (const op of [...module.getRegion(0).entry]) {
    const isPrivate = op instanceof FuncOp && op.symVisibility?.value === 'private' && !op.isDeclaration;
    if (isPrivate && (users.get(op.symName.value) ?? []).length === 0) op.erase();
  }
}

/**
 * StableHLO with meshes and manual computations becomes TTIR: the program of one device, with collectives along the
 * axes of the mesh. What has no counterpart is an error, unless it may stay.
 */
export const convertStablehloToTtir = definePass({
  name: 'convert-stablehlo-to-ttir',
  className: 'ConvertStableHLOToTTIR',
  summary: 'converts StableHLO to TTIR',
  anchor: 'builtin.module',
  dependentDialects: ['ttir', 'ttcore'],
  options: {
    'enable-partial-conversion': booleanOption('leave what has no counterpart'),
    'library-indexing': booleanOption(
      'gather, scatter and sort by lookups in tables and along dimensions, as tt-mlir of August 2026 does; otherwise by rows, and by the halves of integers',
    ),
  },
  run(module, pass) {
    if (!hasSizesOfTtir(module, pass)) return;
    const target = new ConversionTarget()
      .addLegalDialects('quant', 'ttir', 'ttcore', 'func', 'ub')
      .addLegalOps('builtin.module', 'builtin.unrealized_conversion_cast', 'sdy.mesh')
      .addIllegalOps('tensor.empty')
      .addIllegalDialects('sdy');
    const indexing = pass.options['library-indexing']
      ? [...embeddingGatherConversions, ...libraryScatterConversions, librarySortConversion]
      : [];
    const patterns = [...indexing, ...conversions, manualComputationConversion];
    const isPartial = pass.options['enable-partial-conversion'];
    if (!isPartial) target.addIllegalDialects('stablehlo');
    eraseUnused(module);
    outlineControlFlow(module);
    synthesizeComposites(module, pass.context);
    const convert = isPartial ? applyPartialConversion : applyFullConversion;
    const options = { explain: explainRefusal, reportsAll: true };
    if (convert(module, target, patterns, pass.context, options)) listMeshes(module);
    else pass.fail();
  },
});
