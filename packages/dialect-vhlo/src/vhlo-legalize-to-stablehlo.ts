import {
  type AnyOpClass,
  type Context,
  definePass,
  type Operation,
  type Type,
  UnrealizedConversionCastOp,
} from '@shardform/ir-core';
import { planToStablehlo } from './attribute-plan.ts';
import { attributesFromVhlo } from './convert-attributes.ts';
import { typeFromVhlo } from './convert-types.ts';
import { illegalOpMessage, PlannedOp, rememberingTypes } from './op-conversion.ts';
import { vhloOps } from './ops.ts';

/** StableHLO's `vhlo-legalize-to-stablehlo`. */
export const vhloLegalizeToStablehlo = /* @__PURE__ */ definePass({
  name: 'vhlo-legalize-to-stablehlo',
  className: 'VhloLegalizeToStablehloPass',
  summary: 'Legalize VHLO to StableHLO.',
  description:
    'Replaces operations of `vhlo` by those of `stablehlo` and `func` that they stand for. Undoes `stablehlo-legalize-to-vhlo`. All operations have to be of the newest version; see `vhlo-to-version`. Attributes with default values are left out. Fails where there is no counterpart; the program then stays as it was.',
  anchor: 'builtin.module',
  dependentDialects: ['stablehlo', 'func'],
  run(root, pass) {
    const convertAttribute = attributesFromVhlo();
    const convertType = rememberingTypes(typeFromVhlo);
    const plans: PlannedOp[] = [];
    const result = root.walk((op) => {
      const found = vhloOps.get(op.name);
      if (found === undefined) return;
      const opClass = found.row.until === null ? counterpart(op, found.row.family, pass.context) : undefined;
      const planned = opClass && new PlannedOp(op, opClass);
      if (planned !== undefined && planToStablehlo(planned, found.row, convertAttribute)) {
        plans.push(planned);
        return;
      }
      pass.context.diagnostics.emitOn(op, 'error', illegalOpMessage(op));
      return 'interrupt';
    }, 'pre');
    if (result === 'interrupt') {
      pass.fail();
      return;
    }
    // A type that stands for nothing stays, and is found when the program is verified.
    const replaceType = (type: Type): Type => convertType(type) ?? type;
    convertArguments(root, replaceType);
    for (const plan of plans) plan.apply(replaceType);
    removeIdleCasts(root);
  },
});

const functionOps: ReadonlySet<string> = new Set(['func', 'call']);

function counterpart(op: Operation, family: string, context: Context): AnyOpClass | undefined {
  const isFunctions =
    family === 'return'
      ? op.parentOp?.name === 'vhlo.func_v1' || op.parentOp?.name === 'func.func'
      : functionOps.has(family);
  return context.ops.get(`${isFunctions ? 'func' : 'stablehlo'}.${family}`);
}

function convertArguments(root: Operation, replaceType: (type: Type) => Type): void {
  root.walk((op) => {
    // Results of operations that are not converted have types as well.
    for (const result of op.results) {
      if (!vhloOps.has(op.name)) result.setType(replaceType(result.type));
    }
    for (const region of op.regions) {
      for (const block of region.blocks) {
        for (const argument of block.arguments) argument.setType(replaceType(argument.type));
      }
    }
  });
}

/** Casts between VHLO and the types that it stands for lead nowhere in the end. */
function removeIdleCasts(root: Operation): void {
  root.walkOf(UnrealizedConversionCastOp, (cast) => {
    const inputs = cast.operandValues();
    const isIdle =
      inputs.length === cast.results.length && inputs.every(({ type }, i) => type === cast.getResult(i).type);
    if (!isIdle) return;
    cast.replaceAllUsesWith(inputs);
    cast.erase();
  });
}
