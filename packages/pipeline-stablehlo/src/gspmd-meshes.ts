import { type Operation, type PassRun, StringAttr } from '@shardform/ir-core';
import { valueAttrs } from '@shardform/dialect-func';
import { CustomCallOp } from '@shardform/dialect-stablehlo';
import { readGspmdSharding } from '@shardform/dialect-ttcore';
import { FULL_TO_SHARD_CALL, MHLO_SHARDING, SHARD_TO_FULL_CALL } from './attribute-names.ts';
import { definedFunctions } from './functions.ts';

/**
 * Returns the two sizes of the mesh that `mhlo.sharding` texts speak of; 1 by 1 when all is replicated. `null` after an
 * error: a text that no two-dimensional mesh can have.
 */
export function gspmdMeshes(module: Operation, pass: PassRun): readonly number[] | null {
  let found: readonly number[] | null = null;
  for (const [op, text] of shardingTexts(module)) {
    const sharding = readGspmdSharding(text);
    if (typeof sharding === 'string') {
      pass.opError(op, `has an '${MHLO_SHARDING}' that a mesh of two axes can't express: ${sharding}`);
      return null;
    }
    if (sharding.meshShape.length === 2) found ??= sharding.meshShape;
  }
  return found ?? [1, 1];
}

/** Returns the texts of the shardings of arguments and of the calls that begin and end local parts of a program. */
function shardingTexts(module: Operation): [Operation, string][] {
  const texts: [Operation, string][] = [];
  for (const func of definedFunctions(module)) {
    func.functionType.inputs.forEach((_, i) => {
      const text = valueAttrs(func, 'arg_attrs', i).get(MHLO_SHARDING);
      if (text instanceof StringAttr) texts.push([func, text.value]);
    });
    func.walkOf(CustomCallOp, (op) => {
      const target = op.callTargetName.value;
      const own = op.getAttr(MHLO_SHARDING);
      if (!(own instanceof StringAttr)) return;
      if (target === SHARD_TO_FULL_CALL) texts.push([op, own.value]);
      if (target !== FULL_TO_SHARD_CALL) return;
      const outer = op.getOperand(0).definingOp?.getAttr(MHLO_SHARDING);
      if (outer instanceof StringAttr) texts.push([op, outer.value]);
    });
  }
  return texts;
}
