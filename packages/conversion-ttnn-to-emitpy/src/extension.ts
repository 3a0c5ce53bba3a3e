import { emitpyDialect } from '@shardform/dialect-emitpy';
import { ttirDialect } from '@shardform/dialect-ttir';
import { ttnnDialect } from '@shardform/dialect-ttnn';
import { arithDialect } from '@shardform/dialects-mlir';
import type { Extension } from '@shardform/ir-core';
import { convertTtnnToEmitpy } from './convert/convert-ttnn-to-emitpy.ts';
import { emitpyAddImports } from './finish/add-imports.ts';
import { emitpyConstEvalCaching } from './finish/const-eval-caching.ts';
import { emitpyFormExpressions } from './finish/form-expressions.ts';
import { emitpyLinkModules } from './finish/link-modules.ts';
import { emitpyNameVars } from './finish/name-vars.ts';
import { captureMeshShape } from './host/capture-mesh-shape.ts';
import { convertTtirCpuToEmitpy } from './host/convert-host-functions.ts';
import { ttnnPrepareConstEvalCaching } from './prepare/const-eval-caching.ts';
import { ttnnAdjustDeallocs, ttnnForceFinalDeallocs } from './prepare/deallocations.ts';
import { ttnnFileSplit } from './prepare/file-split.ts';
import { ttnnCreateInputGenerators, ttnnLoadInputTensors } from './prepare/inputs.ts';
import { ttnnPrepareModuleForExport } from './prepare/module-for-export.ts';
import { ttnnSourceNames } from './prepare/source-names.ts';
import { ttnnSplitForwardFuncArgsByType } from './prepare/split-arguments.ts';
import { ttnnTuplifyTensors } from './prepare/tuplify.ts';

/** The passes that make programs of Python of TTNN. */
export const ttnnToEmitpy: Extension = {
  name: 'conversion-ttnn-to-emitpy',
  get requires() {
    return [ttirDialect, ttnnDialect, emitpyDialect, arithDialect];
  },
  passes: [
    captureMeshShape,
    convertTtirCpuToEmitpy,
    convertTtnnToEmitpy,
    emitpyAddImports,
    emitpyConstEvalCaching,
    emitpyFormExpressions,
    emitpyLinkModules,
    emitpyNameVars,
    ttnnAdjustDeallocs,
    ttnnCreateInputGenerators,
    ttnnFileSplit,
    ttnnForceFinalDeallocs,
    ttnnLoadInputTensors,
    ttnnPrepareConstEvalCaching,
    ttnnPrepareModuleForExport,
    ttnnSourceNames,
    ttnnSplitForwardFuncArgsByType,
    ttnnTuplifyTensors,
  ],
};
