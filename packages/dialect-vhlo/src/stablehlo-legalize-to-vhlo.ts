import {
  type Attribute,
  booleanOption,
  definePass,
  type OpDefinition,
  type Operation,
  type Type,
  UnrealizedConversionCastOp,
} from '@shardform/ir-core';
import { planToVhlo } from './attribute-plan.ts';
import { attributesToVhlo } from './convert-attributes.ts';
import { typeToVhlo } from './convert-types.ts';
import { bridgeDialects, removeBridges, reportBridge } from './mixed-dialects.ts';
import { illegalOpMessage, PlannedOp, rememberingTypes } from './op-conversion.ts';
import { opFamilies, type VhloOp } from './ops.ts';
import { isVhlo } from './types.ts';

const functionOps: ReadonlyMap<string, string> = new Map([
  ['func.func', 'func'],
  ['func.call', 'call'],
  ['func.return', 'return'],
]);

const counterparts = new WeakMap<OpDefinition, VhloOp | 'none' | 'other'>();

/** VHLO's newest version of an operation, `none` when there is none; `other` for operations of other dialects. */
function counterpart({ definition }: Operation): VhloOp | 'none' | 'other' {
  let found = counterparts.get(definition);
  if (found === undefined) counterparts.set(definition, (found = findCounterpart(definition)));
  return found;
}

function findCounterpart({ dialect, name }: OpDefinition): VhloOp | 'none' | 'other' {
  if (dialect !== 'stablehlo' && dialect !== 'func') return 'other';
  // Only these of func: VHLO's other operations of the same names are those of StableHLO.
  const family = dialect === 'func' ? functionOps.get(name) : name.slice(dialect.length + 1);
  return (family === undefined ? undefined : opFamilies.get(family)?.at(-1)) ?? 'none';
}

/** Returns true if portable artifacts can hold operations of a kind. */
export function hasVhloForm(definition: OpDefinition): boolean {
  return typeof findCounterpart(definition) === 'object';
}

function dialectOf(attribute: Attribute): string | null {
  // Attributes of dialects tell their mnemonic; MLIR's builtin ones have none.
  const { mnemonic } = attribute.constructor as { readonly mnemonic?: string };
  return mnemonic?.slice(0, mnemonic.indexOf('.')) ?? null;
}

/** A type of another dialect may stay where those are allowed. */
function toVhlo(type: Type, allowsOtherDialects: boolean): Type | null {
  if (isVhlo(type)) return type;
  const converted = typeToVhlo(type);
  if (converted !== null || !allowsOtherDialects) return converted;
  const dialect = dialectOf(type);
  return dialect === null || dialect === 'stablehlo' ? null : type;
}

/** StableHLO's `stablehlo-legalize-to-vhlo`. */
export const stablehloLegalizeToVhlo = /* @__PURE__ */ definePass({
  name: 'stablehlo-legalize-to-vhlo',
  className: 'StablehloLegalizeToVhloPass',
  summary: 'Legalize StableHLO to VHLO.',
  description:
    'Replaces operations of `stablehlo` and `func` by the newest versions of their counterparts in `vhlo`, which keep their meaning in all later versions: attributes with default values are written out, attributes with several fields become one attribute for each field, types and attributes become those of `vhlo`. Fails where there is no counterpart; the program then stays as it was.',
  options: {
    'allow-other-dialects': booleanOption('Allow serialization to use other (potentially unstable) dialects'),
  },
  anchor: 'builtin.module',
  dependentDialects: ['vhlo'],
  run(root, pass) {
    const allowsOtherDialects = pass.options['allow-other-dialects'];
    const convertType = rememberingTypes((type) => toVhlo(type, allowsOtherDialects));
    const convertAttribute = attributesToVhlo(convertType, (attribute) =>
      isVhlo(attribute) || (allowsOtherDialects && dialectOf(attribute) !== 'stablehlo') ? attribute : null,
    );
    const plans: PlannedOp[] = [];
    let others = 0;
    const failed = root.walk((op) => {
      const found = counterpart(op);
      if (found === 'other') {
        if (op !== root) others++;
        if (!allowsOtherDialects && op instanceof UnrealizedConversionCastOp) return fail(op);
        return;
      }
      if (found === 'none' || !hasCounterparts(op, convertType)) return fail(op);
      const planned = new PlannedOp(op, found.opClass);
      if (!planToVhlo(planned, found.row, convertAttribute)) return fail(op);
      plans.push(planned);
    }, 'pre');
    if (failed === 'interrupt') return;

    if (others > 0) {
      const isConverted = (op: Operation): boolean => counterpart(op) !== 'other';
      const bridges = bridgeDialects(root, { isConverted, convertType });
      if (bridges.length > 0 && !allowsOtherDialects) {
        reportBridge(bridges, { isConverted, convertType }, pass.context);
        removeBridges(bridges);
        pass.fail();
        return;
      }
    }
    // All types of these operations were found to have counterparts.
    for (const plan of plans) replace(plan, (type) => convertType(type)!);

    function fail(op: Operation): 'interrupt' {
      pass.context.diagnostics.emitOn(op, 'error', illegalOpMessage(op));
      pass.fail();
      return 'interrupt';
    }
  },
});

/** Returns true if types of operands, results and block arguments can be converted. */
function hasCounterparts(op: Operation, convertType: (type: Type) => Type | null): boolean {
  return (
    op.operands.every(({ value }) => convertType(value.type) !== null) &&
    op.results.every(({ type }) => convertType(type) !== null) &&
    op.regions.every((region) =>
      region.blocks.every((block) => block.arguments.every(({ type }) => convertType(type) !== null)),
    )
  );
}

function replace(plan: PlannedOp, convertType: (type: Type) => Type): void {
  const made = plan.apply(convertType);
  for (const region of made.regions) {
    for (const block of region.blocks) {
      for (const argument of block.arguments) argument.setType(convertType(argument.type));
    }
  }
}
