import {
  builtinPasses,
  Context,
  type ContextPart,
  type DeferredExtension,
  type Extension,
} from '@shardform/ir-core';
import { costModel } from '@shardform/cost-model';
import { stablehloToTtir } from '@shardform/conversion-stablehlo-to-ttir';
import { ttirToTtnn } from '@shardform/conversion-ttir-to-ttnn';
import { ttnnToEmitc } from '@shardform/conversion-ttnn-to-emitc';
import { ttnnToEmitpy } from '@shardform/conversion-ttnn-to-emitpy';
import { distDialect } from '@shardform/dialect-dist';
import { funcDialect } from '@shardform/dialect-func';
import { hloDialect } from '@shardform/dialect-hlo';
import { mpmdDialect } from '@shardform/dialect-mpmd';
import { sdyDialect } from '@shardform/dialect-sdy';
import {
  chloDialect,
  interpreterDialect,
  shapeReification,
  stablehloDialect,
} from '@shardform/dialect-stablehlo';
import { emitcDialect } from '@shardform/dialect-emitc';
import { emitpyDialect } from '@shardform/dialect-emitpy';
import { ttcoreDialect } from '@shardform/dialect-ttcore';
import { ttirDialect } from '@shardform/dialect-ttir';
import { ttnnDialect } from '@shardform/dialect-ttnn';
import { vhloDialect, vhloPasses } from '@shardform/dialect-vhlo';
import {
  arithDialect,
  cfDialect,
  complexDialect,
  llvmDialect,
  mathDialect,
  quantDialect,
  scfDialect,
  shapeDialect,
  sparseTensorDialect,
  tensorDialect,
  ubDialect,
} from '@shardform/dialects-mlir';
import { autodiffPasses } from '@shardform/passes-autodiff';
import { distPasses } from '@shardform/passes-dist';
import { mpmdPasses } from '@shardform/passes-mpmd';
import { shardingPasses } from '@shardform/passes-sharding';
import { stablehloPasses, stablehloTestPasses } from '@shardform/passes-stablehlo';
import { ttcorePasses } from '@shardform/passes-ttcore';
import { ttirPasses } from '@shardform/passes-ttir';
import { ttnnPasses } from '@shardform/passes-ttnn';
import { stablehloPipeline } from '@shardform/pipeline-stablehlo';
import { ttnnPipeline } from '@shardform/pipeline-ttnn';
import { distSimulator } from '@shardform/runtime-dist';
import { checkDialect, simulator } from '@shardform/runtime-sim';
import { ttSimulator } from '@shardform/runtime-tt';
import { contents } from './extension-contents.ts';
import { UsageError } from './tool-io.ts';

type Name = keyof typeof contents;

/** The program's build loads a package when one of these is first called. */
const loaders: Readonly<Record<Name, () => Extension>> = {
  'builtin-passes': () => builtinPasses,
  'dialects-mlir/ub': () => ubDialect,
  'dialects-mlir/arith': () => arithDialect,
  'dialects-mlir/cf': () => cfDialect,
  'dialect-func': () => funcDialect,
  'dialects-mlir/complex': () => complexDialect,
  'dialects-mlir/math': () => mathDialect,
  'dialects-mlir/quant': () => quantDialect,
  'dialects-mlir/scf': () => scfDialect,
  'dialects-mlir/tensor': () => tensorDialect,
  'dialects-mlir/shape': () => shapeDialect,
  'dialects-mlir/sparse-tensor': () => sparseTensorDialect,
  'dialects-mlir/llvm': () => llvmDialect,
  'dialect-stablehlo': () => stablehloDialect,
  'dialect-stablehlo/chlo': () => chloDialect,
  'dialect-hlo': () => hloDialect,
  'stablehlo-interpreter': () => interpreterDialect,
  'stablehlo-shape-reification': () => shapeReification,
  'passes-stablehlo': () => stablehloPasses,
  'passes-stablehlo/test-passes': () => stablehloTestPasses,
  'check-dialect': () => checkDialect,
  'dialect-vhlo': () => vhloDialect,
  'dialect-vhlo/passes': () => vhloPasses,
  'dialect-sdy': () => sdyDialect,
  'dialect-mpmd': () => mpmdDialect,
  'dialect-emitc': () => emitcDialect,
  'dialect-emitpy': () => emitpyDialect,
  'dialect-ttcore': () => ttcoreDialect,
  'dialect-ttir': () => ttirDialect,
  'dialect-ttnn': () => ttnnDialect,
  'cost-model': () => costModel,
  'passes-sharding': () => shardingPasses,
  'passes-mpmd': () => mpmdPasses,
  'pipeline-stablehlo': () => stablehloPipeline,
  'conversion-stablehlo-to-ttir': () => stablehloToTtir,
  'passes-ttcore': () => ttcorePasses,
  'passes-ttir': () => ttirPasses,
  'conversion-ttir-to-ttnn': () => ttirToTtnn,
  'passes-ttnn': () => ttnnPasses,
  'conversion-ttnn-to-emitc': () => ttnnToEmitc,
  'conversion-ttnn-to-emitpy': () => ttnnToEmitpy,
  'pipeline-ttnn': () => ttnnPipeline,
  'runtime-sim': () => simulator,
  'dialect-dist': () => distDialect,
  'passes-dist': () => distPasses,
  'passes-autodiff': () => autodiffPasses,
  'runtime-dist': () => distSimulator,
  'runtime-tt': () => ttSimulator,
};

/**
 * All extensions of the command: this list is the only one. What an extension requires stands before it, as a context puts it.
 */
export const extensions: readonly DeferredExtension[] = Object.entries(loaders).map(([name, load]) => ({
  name,
  // Records have no other keys than those that they are declared with.
  contents: contents[name as Name],
  load,
}));

function those(isMeant: (name: string) => boolean): readonly DeferredExtension[] {
  return extensions.filter(({ name }) => isMeant(name));
}

/** Dialects that StableHLO's and Shardy's own tools know. */
const sharedDialects: ReadonlySet<string> = new Set<Name>([
  'builtin-passes',
  'dialects-mlir/ub',
  'dialects-mlir/arith',
  'dialects-mlir/cf',
  'dialect-func',
  'dialects-mlir/complex',
  'dialects-mlir/math',
  'dialects-mlir/quant',
  'dialects-mlir/scf',
  'dialects-mlir/tensor',
  'dialects-mlir/shape',
  'dialects-mlir/sparse-tensor',
  'dialects-mlir/llvm',
  'dialect-stablehlo',
  'dialect-stablehlo/chlo',
]);

const stablehloTools: ReadonlySet<string> = new Set<Name>([
  'stablehlo-interpreter',
  'stablehlo-shape-reification',
  'passes-stablehlo',
  'passes-stablehlo/test-passes',
  'check-dialect',
  'dialect-vhlo',
  'dialect-vhlo/passes',
]);

const shardyTools: ReadonlySet<string> = new Set<Name>(['dialect-sdy', 'cost-model', 'passes-sharding']);

const mpmdTools: ReadonlySet<string> = new Set<Name>([
  'stablehlo-interpreter',
  'passes-stablehlo',
  'dialect-mpmd',
  'passes-mpmd',
]);

/** Extensions of StableHLO's own tools. */
export const stablehloExtensions = those((name) => sharedDialects.has(name) || stablehloTools.has(name));

/** Extensions of Shardy's own tool. */
export const sdyExtensions = those((name) => sharedDialects.has(name) || shardyTools.has(name));

/** Extensions of the tool of Shardy's MPMD dialect. */
export const mpmdExtensions = those(
  (name) => sharedDialects.has(name) || shardyTools.has(name) || mpmdTools.has(name),
);

/** The parts of a context with extensions that somebody has added: names that are taken are told at once. */
export function partsWith(
  known: readonly DeferredExtension[],
  loaded: readonly Extension[],
): readonly ContextPart[] {
  return loaded.length === 0 ? known : [...known.map(({ load }) => load()), ...loaded];
}

/**
 * Creates a context with all extensions.
 *
 * @param loaded extensions added by the command line.
 * @throws UsageError if they conflict with registered ones.
 */
export function createContext(loaded: readonly Extension[] = []): Context {
  try {
    return new Context(partsWith(extensions, loaded));
  } catch (error) {
    // Those of the command itself fit together.
    throw new UsageError(`cannot use the loaded extensions: ${(error as Error).message}`);
  }
}
