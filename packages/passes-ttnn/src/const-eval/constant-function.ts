import {
  type Block,
  BlockArgument,
  cloneOp,
  FunctionType,
  IrMapping,
  lookupNearestSymbol,
  type Operation,
  StringAttr,
  SymbolRefAttr,
  type Value,
} from '@shardform/ir-core';
import { FuncOp, ReturnOp, setValueAttr, valueAttrs } from '@shardform/dialect-func';
import { FUNCTION_TYPE, LoadCachedOp } from '@shardform/dialect-ttcore';
import { isShared, type Subgraph } from './subgraphs.ts';

/** Marks weights that convolutions take from the host's memory. */
const CONV2D_WEIGHT = 'ttir.conv2d_weight';

/** The operands and results of a group of operations. */
interface Boundary {
  /** Arguments of the function, in their order. */
  readonly inputs: readonly BlockArgument[];
  readonly outputs: readonly Value[];
}

function boundaryOf({ operations, loads }: Subgraph): Boundary {
  const members = new Set<Operation>(operations);
  const all: readonly Operation[] = [...operations, ...loads];
  const inputs = new Set(
    all.flatMap((op) => op.operandValues()).filter((value) => value instanceof BlockArgument),
  );
  return {
    inputs: [...inputs].sort((a, b) => a.index - b.index),
    outputs: all.flatMap((op) =>
      op.results.filter((result) => result.users().some((user) => !members.has(user))),
    ),
  };
}

/** The devices that a function opens, for those that it shares its body with. */
function sharedOps(func: FuncOp): Operation[] {
  return [...func.entry].filter(isShared);
}

/** Loads stand at the head of a function. */
function replaceByLoad(
  func: FuncOp,
  constant: FuncOp,
  subgraph: Subgraph,
  { inputs, outputs }: Boundary,
): void {
  let anchor = func.entry.firstOp;
  while (anchor instanceof LoadCachedOp) anchor = anchor.next;
  const load = LoadCachedOp.create(
    { inputs, callee: SymbolRefAttr.get(constant.symName.value) },
    constant.functionType.results,
    { location: func.location },
  );
  func.entry.insertBefore(load, anchor);
  outputs.forEach((output, i) => output.replaceAllUsesWith(load.getResult(i)));
  for (const op of subgraph.operations.toReversed()) op.erase();
}

function append(block: Block, op: Operation, mapping: IrMapping): void {
  block.append(cloneOp(op, mapping));
}

function returnOutputs(block: Block, outputs: readonly Value[], mapping: IrMapping): void {
  block.append(ReturnOp.create({ operands: outputs.map((output) => mapping.value(output)) }, []));
}

function typeOf({ inputs, outputs }: Boundary): FunctionType {
  return FunctionType.get(
    inputs.map(({ type }) => type),
    outputs.map(({ type }) => type),
  );
}

function keepMarks(from: FuncOp, to: FuncOp, input: BlockArgument, index: number): void {
  const mark = valueAttrs(from, 'arg_attrs', input.index).get(CONV2D_WEIGHT);
  if (mark !== null) setValueAttr(to, 'arg_attrs', index, CONV2D_WEIGHT, mark);
}

/** Moves a group into a function of its own, which stands before the other. */
export function createConstantFunction(func: FuncOp, subgraph: Subgraph, name: string): void {
  const boundary = boundaryOf(subgraph);
  const constant = FuncOp.create(
    {
      symName: StringAttr.get(name),
      symVisibility: StringAttr.get('private'),
      functionType: typeOf(boundary),
    },
    [],
    { location: func.location, attributes: [[FUNCTION_TYPE, StringAttr.get('const_eval')]] },
  );
  const block = constant.body.addBlock();
  const mapping = new IrMapping();
  for (const [i, input] of boundary.inputs.entries()) {
    mapping.values.set(input, block.addArgument(input.type, input.location));
    keepMarks(func, constant, input, i);
  }
  for (const op of [...sharedOps(func), ...subgraph.operations]) append(block, op, mapping);
  returnOutputs(block, boundary.outputs, mapping);
  constant.moveBefore(func);
  replaceByLoad(func, constant, subgraph, boundary);
}

function functionOf(load: LoadCachedOp): FuncOp {
  const found = lookupNearestSymbol(load, load.callee);
  // The verifier has seen to it that loads name functions with bodies.
  return found as FuncOp;
}

/** Copies what another function of constants computes; its results stand for those of the load. */
function appendBody(block: Block, load: LoadCachedOp, mapping: IrMapping): void {
  const { entry } = functionOf(load);
  const local = new IrMapping();
  entry.arguments.forEach((argument, i) => local.values.set(argument, mapping.value(load.getOperand(i))));
  for (const op of entry) {
    if (!(op instanceof ReturnOp)) append(block, op, local);
    else op.operandValues().forEach((value, i) => mapping.values.set(load.getResult(i), local.value(value)));
  }
}

/** Arguments of the function become those that the larger group takes. */
function extendArguments(
  func: FuncOp,
  constant: FuncOp,
  first: LoadCachedOp,
  inputs: Boundary['inputs'],
  mapping: IrMapping,
): void {
  const given = first.operandValues();
  const { entry } = constant;
  const old = [...entry.arguments];
  inputs.forEach((input, i) => {
    const argument = entry.addArgument(input.type, input.location);
    const before = old[given.indexOf(input)];
    if (before === undefined) keepMarks(func, constant, input, i);
    else before.replaceAllUsesWith(argument);
    mapping.values.set(input, argument);
  });
  for (const argument of old) entry.eraseArgument(argument.index);
}

/** The opened devices of the function stand for those of another. */
function shareDevices(func: FuncOp, entry: Block, mapping: IrMapping): void {
  for (const op of sharedOps(func)) {
    const own = [...entry].find(isShared);
    const made = own ?? cloneOp(op, mapping);
    if (own === undefined) entry.prepend(made);
    op.results.forEach((result, i) => mapping.values.set(result, made.getResult(i)));
  }
}

/** Adds a group to the function whose results it uses; functions of further loads are taken over. */
export function extendConstantFunction(func: FuncOp, subgraph: Subgraph): void {
  // Subgraphs that extend a function have at least one load.
  const [first, ...others] = subgraph.loads as [LoadCachedOp, ...LoadCachedOp[]];
  const constant = functionOf(first);
  const boundary = boundaryOf(subgraph);
  const { entry } = constant;
  const mapping = new IrMapping();
  constant.functionType = typeOf(boundary);
  extendArguments(func, constant, first, boundary.inputs, mapping);
  const last = entry.lastOp!;
  last.operandValues().forEach((value, i) => mapping.values.set(first.getResult(i), value));
  last.erase();
  shareDevices(func, entry, mapping);
  for (const load of others) appendBody(entry, load, mapping);
  for (const op of subgraph.operations) append(entry, op, mapping);
  returnOutputs(entry, boundary.outputs, mapping);
  replaceByLoad(func, constant, subgraph, boundary);
  for (const load of subgraph.loads) {
    if (load !== first) functionOf(load).erase();
    load.erase();
  }
}
