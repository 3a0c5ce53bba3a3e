import {
  Block,
  cloneOp,
  DenseArrayAttr,
  FunctionType,
  i32,
  IntegerAttr,
  IrMapping,
  lookupSymbol,
  ModuleOp,
  type Operation,
  RankedTensorType,
  StringAttr,
  SymbolRefAttr,
  type Value,
} from '@shardform/ir-core';
import { FuncOp, ReturnOp } from '@shardform/dialect-func';
import * as shlo from '@shardform/dialect-stablehlo';
import { LoopBoundAttr, WhileLoopOp } from '@shardform/dialect-ttcore';
import { splatOf } from './convert/constants.ts';

/** Rounds from `initial` to below `limit`. */
interface Count {
  readonly initial: number;
  readonly limit: number;
  readonly step: number;
}

function integerOf(value: Value | undefined): number | null {
  const number = value === undefined ? null : splatOf(value);
  return typeof number === 'bigint' ? Number(number) : null;
}

/** How far the counter goes: a sum of the first argument and a constant. */
function stepOf(block: Block, next: Value | undefined): number | null {
  const add = next?.definingOp;
  if (!(add instanceof shlo.AddOp)) return null;
  const [lhs, rhs] = add.operandValues();
  const [counter] = block.arguments;
  if (lhs === counter) return integerOf(rhs);
  return rhs === counter ? integerOf(lhs) : null;
}

/** The rounds of a loop over its first value; `null` when their number is not known. */
function countOf(loop: shlo.WhileOp): Count | null {
  const [cond, body] = [loop.cond.entry, loop.body.entry];
  const test = cond.terminator?.getOperand(0).definingOp;
  if (!(test instanceof shlo.CompareOp) || test.comparisonDirection.value !== 'LT') return null;
  if (test.operandValues()[0] !== cond.arguments[0]) return null;
  const initial = integerOf(loop.operandValues()[0]);
  const limit = integerOf(test.rhs);
  const step = stepOf(body, body.terminator?.operandValues()[0]);
  if (initial === null || limit === null || step === null || step < 1) return null;
  return { initial, limit, step };
}

/** What a body uses from around it: constants, and other values, in the order of their uses. */
function capturesOf(loop: shlo.WhileOp): { readonly constants: Operation[]; readonly values: Value[] } {
  const constants = new Set<Operation>();
  const values = new Set<Value>();
  const inside = new Set<Value>(loop.body.entry.arguments);
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
  for (const op of loop.body.entry) op.walk(visit, 'pre');
  return { constants: [...constants], values: [...values] };
}

function freeName(module: ModuleOp, name: string): string {
  let free = name;
  for (let i = 0; lookupSymbol(module, free) !== null; i++) free = `${name}_${i}`;
  return free;
}

/** The function of one round: it takes the state and what the body uses, and gives the next state. */
function roundFunction(loop: shlo.WhileOp, inputs: readonly Value[], name: string): FuncOp {
  const { constants, values } = capturesOf(loop);
  const body = loop.body.entry;
  const func = FuncOp.create(
    {
      symName: StringAttr.get(name),
      symVisibility: StringAttr.get('private'),
      functionType: FunctionType.get(
        inputs.map(({ type }) => type),
        loop.resultTypes(),
      ),
    },
    [],
    { location: loop.location, attributes: [['tt.function_type', StringAttr.get('forward_device')]] },
  );
  const block = func.body.addBlock();
  const mapping = new IrMapping();
  for (const value of [...body.arguments, ...values]) {
    mapping.values.set(value, block.addArgument(value.type, loop.location));
  }
  for (const op of constants) block.append(cloneOp(op, mapping));
  for (const op of body) {
    if (op !== body.terminator) block.append(cloneOp(op, mapping));
  }
  const next = body.terminator!.operandValues().map((value) => mapping.value(value));
  block.append(ReturnOp.create({ operands: next }, []));
  return func;
}

function functionAround(op: Operation): FuncOp | null {
  let around = op.parentOp;
  while (around !== null && !(around instanceof FuncOp)) around = around.parentOp;
  return around;
}

function outline(loop: shlo.WhileOp, count: Count, module: ModuleOp): void {
  const operands = [...loop.operandValues(), ...capturesOf(loop).values];
  if (!operands.every(({ type }) => type instanceof RankedTensorType)) return;
  const around = functionAround(loop);
  if (around === null) return;
  const name = freeName(module, `${around.symName.value}_counted_loop`);
  const func = roundFunction(loop, operands, name);
  module.body.append(func);
  const states = loop.operands.length;
  const counted = WhileLoopOp.create(
    {
      inputs: operands,
      bodyProgram: SymbolRefAttr.get(name),
      initial: LoopBoundAttr.get({ value: count.initial }),
      limit: LoopBoundAttr.get({ value: count.limit }),
      step: LoopBoundAttr.get({ value: count.step }),
      outputIndices: DenseArrayAttr.get(
        i32,
        Array.from({ length: states }, (_, i) => i),
      ),
      stateCount: IntegerAttr.get(states, i32),
    },
    loop.resultTypes(),
    { location: loop.location },
  );
  loop.parent!.insertBefore(counted, loop);
  loop.replaceAllUsesWith(counted.results);
  loop.erase();
}

/** Loops whose number of rounds is known become calls of a function for each round. */
export function outlineCountedLoops(module: Operation): void {
  if (!(module instanceof ModuleOp)) return;
  const loops: shlo.WhileOp[] = [];
  module.walkOf(shlo.WhileOp, (loop) => {
    loops.push(loop);
  });
  for (const loop of loops) {
    const count = countOf(loop);
    if (count !== null) outline(loop, count, module);
  }
}
