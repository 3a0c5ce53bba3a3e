import { checkInterruptAfter, STEPS_PER_OPERATION } from '../budget/budget.ts';
import type { Block } from './block.ts';
import { endEpoch } from './change.ts';
import { hasSsaDominance } from './dominance.ts';
import type { OpInit, Operation } from './operation.ts';
import type { Region } from './region.ts';
import { copyHistory } from './validity.ts';
import type { Value } from './value.ts';

/** A map from values and blocks of the original to those of a copy. Values not listed stand for themselves. */
export class IrMapping {
  readonly values = new Map<Value, Value>();
  readonly blocks = new Map<Block, Block>();

  /** @internal Whether a value was asked for that had none in the copy, maybe not yet. */
  hasMissed = false;

  /** The value that stands for `value` in the copy. */
  value(value: Value): Value {
    const mapped = this.values.get(value);
    if (mapped === undefined) this.hasMissed = true;
    return mapped ?? value;
  }
}

/**
 * Copies an operation with its regions; operands are mapped. The copy is detached. Without a mapping it is as valid as
 * the original: what was verified there need not be verified again.
 */
export function cloneOp<T extends Operation>(op: T, mapping?: IrMapping): T {
  if (mapping !== undefined) return cloneWithRegions(op, mapping, false);
  const copy = cloneWithRegions(op, new IrMapping(), true);
  copyHistory(op, copy);
  // Stamps of this epoch may be the original's; what is changed from here on is a change of the copy.
  endEpoch();
  return copy;
}

/** @param isExact no value is mapped but to its copy. */
function cloneWithRegions<T extends Operation>(op: T, mapping: IrMapping, isExact: boolean): T {
  const copy = cloneWithoutRegions(op, mapping);
  op.regions.forEach((region, i) => cloneBlocks(region, copy.getRegion(i), mapping, isExact));
  return copy;
}

/** Copies an operation; the copy's regions are empty. */
export function cloneWithoutRegions<T extends Operation>(op: T, mapping: IrMapping = new IrMapping()): T {
  checkInterruptAfter(STEPS_PER_OPERATION);
  // An operation's constructor is that of its class; those of declared operations take what Operation's takes.
  const constructor = op.constructor as new (init: OpInit) => T;
  const copy = new constructor({
    location: op.location,
    operands: op.operands.map((operand) => mapping.value(operand.value)),
    resultTypes: op.resultTypes(),
    properties: op.properties,
    discardable: op.discardable,
    successors: op.successors.map((block) => mapping.blocks.get(block) ?? block),
    regionCount: op.regions.length,
  });
  for (let i = 0; i < op.resultCount; i++) mapping.values.set(op.getResult(i), copy.getResult(i));
  return copy;
}

/**
 * Appends copies of all blocks of `from` to `to`. Arguments that the mapping gives a value for have none in
 * the copy.
 */
export function cloneRegionInto(from: Region, to: Region, mapping: IrMapping): void {
  cloneBlocks(from, to, mapping, false);
}

function cloneBlocks(from: Region, to: Region, mapping: IrMapping, isExact: boolean): void {
  const pairs = from.blocks.map((block) => {
    const copy = to.addBlock();
    mapping.blocks.set(block, copy);
    for (const argument of block.arguments) {
      if (mapping.values.has(argument)) continue;
      mapping.values.set(argument, copy.addArgument(argument.type, argument.location));
    }
    return [block, copy] as const;
  });
  for (const [block, copy] of pairs) {
    for (const op of block) {
      const inner = cloneWithRegions(op, mapping, isExact);
      copy.append(inner);
      // Being inserted is no change of the copy.
      if (isExact) copyHistory(op, inner);
    }
  }
  if (!mapping.hasMissed || (pairs.length <= 1 && hasSsaDominance(from))) return;
  // With several blocks, or in graph regions, an operand may be defined after its use.
  for (const [, copy] of pairs) {
    for (const op of copy) {
      op.walk((inner) => {
        for (const operand of inner.operands) operand.set(mapping.value(operand.value));
      });
    }
  }
}
