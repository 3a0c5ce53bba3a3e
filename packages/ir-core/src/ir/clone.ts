import type { Block } from './block.ts';
import type { OpInit, Operation } from './operation.ts';
import type { Region } from './region.ts';
import type { Value } from './value.ts';

/** What values and blocks of the original stand for in a copy. Values not listed stand for themselves. */
export class IrMapping {
  readonly values = new Map<Value, Value>();
  readonly blocks = new Map<Block, Block>();

  /** The value that stands for `value` in the copy. */
  value(value: Value): Value {
    return this.values.get(value) ?? value;
  }
}

/** Copies an operation with its regions; operands are mapped. The copy is detached. */
export function cloneOp(op: Operation, mapping: IrMapping = new IrMapping()): Operation {
  const copy = cloneWithoutRegions(op, mapping);
  op.regions.forEach((region, i) => cloneRegionInto(region, copy.regions[i]!, mapping));
  return copy;
}

/** Copies an operation; the copy's regions are empty. */
export function cloneWithoutRegions(op: Operation, mapping: IrMapping = new IrMapping()): Operation {
  // The constructor of a declared operation takes what Operation's takes.
  const constructor = op.constructor as new (init: OpInit) => Operation;
  const copy = new constructor({
    location: op.location,
    operands: op.operands.map((operand) => mapping.value(operand.value)),
    resultTypes: op.resultTypes(),
    properties: [...op.properties],
    discardable: op.discardable === null ? null : new Map(op.discardable),
    successors: op.successors.map((block) => mapping.blocks.get(block) ?? block),
    regionCount: op.regions.length,
  });
  op.results.forEach((result, i) => mapping.values.set(result, copy.results[i]!));
  return copy;
}

/** Appends copies of all blocks of `from` to `to`. */
export function cloneRegionInto(from: Region, to: Region, mapping: IrMapping): void {
  const pairs = from.blocks.map((block) => {
    const copy = to.addBlock();
    mapping.blocks.set(block, copy);
    for (const argument of block.arguments) {
      mapping.values.set(argument, copy.addArgument(argument.type, argument.location));
    }
    return [block, copy] as const;
  });
  const forward: Operation[] = [];
  for (const [block, copy] of pairs) {
    for (const op of block) {
      const cloned = cloneOp(op, mapping);
      copy.append(cloned);
      forward.push(cloned);
    }
  }
  // With several blocks, or in graph regions, an operand may be defined after its use.
  for (const op of forward) {
    for (const operand of op.operands) operand.set(mapping.value(operand.value));
  }
}
