import {
  type Context,
  note,
  type Operation,
  type Type,
  UnrealizedConversionCastOp,
  type Value,
} from '@shardform/ir-core';

/** The types and operations that a conversion changes. */
export interface Conversion {
  /** True if the operation is converted; the others stay with their types. */
  isConverted(op: Operation): boolean;
  convertType(type: Type): Type | null;
}

/** A cast that stands between an operation that is converted and one that stays. */
export interface Bridge {
  readonly cast: UnrealizedConversionCastOp;
  /** True if the value comes from an operation that stays. */
  readonly isFromOther: boolean;
}

/**
 * Inserts a cast wherever a value goes from an operation that is converted to one that stays, or back. The types are
 * those from before the conversion, except for results that converted operations will use.
 */
export function bridgeDialects(root: Operation, conversion: Conversion): Bridge[] {
  const bridges: Bridge[] = [];
  root.walk((op) => {
    const isConverted = conversion.isConverted(op);
    for (const region of op.regions) {
      for (const block of region.blocks) {
        for (const argument of block.arguments) bridge(argument, isConverted, conversion, bridges);
      }
    }
    for (const result of op.results) bridge(result, isConverted, conversion, bridges);
  }, 'pre');
  return bridges;
}

function bridge(value: Value, isConverted: boolean, conversion: Conversion, bridges: Bridge[]): void {
  const converted = conversion.convertType(value.type);
  if (converted === null || converted === value.type) return;
  const far = [...value.uses()].filter(({ owner }) => conversion.isConverted(owner) !== isConverted);
  const first = far.at(-1);
  if (first === undefined) return;
  const resultType = isConverted ? value.type : converted;
  const location = isConverted ? value.location : first.owner.location;
  const cast = UnrealizedConversionCastOp.create({ inputs: [value] }, [resultType], { location });
  const block = value.parentBlock!;
  block.insertBefore(cast, value.definingOp === null ? block.firstOp : value.definingOp.next);
  for (const use of far) use.set(cast.getResult());
  bridges.push({ cast, isFromOther: !isConverted });
}

/** Reports that operations of other dialects are in the way. */
export function reportBridge(bridges: readonly Bridge[], conversion: Conversion, context: Context): void {
  const { cast, isFromOther } = bridges.find((each) => each.isFromOther) ?? bridges[0]!;
  const [from, to] = [cast.getOperand(0).type, cast.getResult().type];
  // A value from a converted operation will have the converted type.
  const [source, target] = isFromOther ? [from, to] : [conversion.convertType(from), to];
  const user = cast.getResult().firstUse!.owner;
  context.diagnostics.error(
    cast.location,
    `failed to legalize unresolved materialization from ('${String(source)}') to ('${String(target)}') ` +
      'that remained live after conversion',
    [note(user.location, `see existing live user here: '${user.name}'`)],
  );
}

/** Takes casts out again. */
export function removeBridges(bridges: readonly Bridge[]): void {
  for (const { cast } of bridges) {
    cast.getResult().replaceAllUsesWith(cast.getOperand(0));
    cast.erase();
  }
}
