import { FuncOp, ReturnOp } from '@shardform/dialect-func';
import * as shlo from '@shardform/dialect-stablehlo';
import {
  type Block,
  cloneOp,
  FunctionType,
  IrMapping,
  lookupSymbol,
  type ModuleOp,
  type Operation,
  StringAttr,
  type Value,
} from '@shardform/ir-core';

/** The values that blocks capture from around them: constants, and other values in the order of their uses. */
export interface Captures {
  readonly constants: readonly Operation[];
  readonly values: readonly Value[];
}

/** Returns the values that the blocks capture. */
export function capturesOf(blocks: readonly Block[]): Captures {
  const constants = new Set<Operation>();
  const values = new Set<Value>();
  const inside = new Set<Value>(blocks.flatMap((block) => block.arguments));
  const visit = (op: Operation): void => {
    for (const result of op.results) inside.add(result);
    for (const region of op.regions)
      for (const block of region.blocks) for (const own of block.arguments) inside.add(own);
    for (const operand of op.operandValues()) {
      if (inside.has(operand)) continue;
      const { definingOp } = operand;
      if (definingOp instanceof shlo.ConstantOp) constants.add(definingOp);
      else values.add(operand);
    }
  };
  for (const block of blocks) for (const op of block) op.walk(visit, 'pre');
  return { constants: [...constants], values: [...values] };
}

/** Returns a name that nothing in the module has. */
export function freeName(module: ModuleOp, name: string): string {
  let free = name;
  for (let i = 0; lookupSymbol(module, free) !== null; i++) free = `${name}_${i}`;
  return free;
}

/**
 * Appends the function of a block to the module: it takes the block's arguments and what the blocks of the operation use from
 * around them, and gives what the block gives.
 *
 * @returns its name.
 */
export function outlineBlock(
  module: ModuleOp,
  block: Block,
  name: string,
  { constants, values }: Captures,
): string {
  const symbol = freeName(module, name);
  const { location } = block.getTerminator();
  const inputs = [...block.arguments, ...values];
  const given = block.getTerminator().operandValues();
  const func = FuncOp.create(
    {
      symName: StringAttr.get(symbol),
      symVisibility: StringAttr.get('private'),
      functionType: FunctionType.get(
        inputs.map(({ type }) => type),
        given.map(({ type }) => type),
      ),
    },
    [],
    { location, attributes: [['tt.function_type', StringAttr.get('forward_device')]] },
  );
  const entry = func.body.addBlock();
  const mapping = new IrMapping();
  for (const value of inputs) mapping.values.set(value, entry.addArgument(value.type, location));
  for (const op of constants) entry.append(cloneOp(op, mapping));
  for (const op of block) if (op !== block.terminator) entry.append(cloneOp(op, mapping));
  entry.append(ReturnOp.create({ operands: given.map((value) => mapping.value(value)) }, []));
  module.body.append(func);
  return symbol;
}
