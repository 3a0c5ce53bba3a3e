import * as shlo from '@shardform/dialect-stablehlo';
import * as ttir from '@shardform/dialect-ttir';
import { boolAttr, type ConversionPattern, i1, IntegerType } from '@shardform/ir-core';
import { splatOf } from './constants.ts';
import { conversion } from './convertible.ts';
import { countsAlong } from './counts-along.ts';
import { isHighest, isLowest } from './extremes.ts';
import { findsPlace } from './scalar-region.ts';
import { sortConversion } from './sort.ts';

/** Returns the extreme whose index a reduction computes; `null` when it does anything else. */
function soughtPlace(op: shlo.ReduceOp): 'greatest' | 'least' | null {
  const [, places] = op.inputs;
  const dims = op.dimensions.numbers();
  if (op.inputs.length !== 2 || dims.length !== 1 || !countsAlong(places!, dims[0]!)) return null;
  if ([...op.getResult(0).uses()].length > 0) return null;
  const { elementType } = op.inputs[0]!.type;
  const [start, place] = op.initValues.map((value) => splatOf(value));
  if (place == null || Number(place) !== 0) return null;
  if (isLowest(start ?? null, elementType) && findsPlace(op.body, (a, b) => a > b)) return 'greatest';
  // The opposite of a truth value, by which the least is found, has no order.
  const isLeast = elementType !== i1 && isHighest(start ?? null, elementType);
  return isLeast && findsPlace(op.body, (a, b) => a < b) ? 'least' : null;
}

/**
 * Converts reductions to the index of the greatest element, with the value itself left out. The least is found as the
 * greatest of the negated values: of integers by their complement, since the lowest has no negative.
 */
export const argMaxConversion = conversion(shlo.ReduceOp, (op, { builder }) => {
  const sought = soughtPlace(op);
  const [given] = op.inputs;
  const [, placeType] = op.resultTypes();
  if (sought === null || given === undefined) return null;
  const { elementType } = given.type;
  if (sought === 'least' && elementType instanceof IntegerType && elementType.isUnsigned) return null;
  const opposite = elementType instanceof IntegerType ? ttir.BitwiseNotOp : ttir.NegOp;
  const input =
    sought === 'greatest' ? given : builder.create(opposite, { input: given }, [given.type]).result;
  const dimArg = ttir.i32Array(op.dimensions.numbers());
  const made = builder.create(ttir.ArgMaxOp, { input, keepDim: boolAttr(false), dimArg }, [placeType!]);
  // The value has no use, so that anything replaces it.
  return [given, made.result];
});

/** Sorting and the like. */
export const orderConversions: readonly ConversionPattern[] = [argMaxConversion, sortConversion];
