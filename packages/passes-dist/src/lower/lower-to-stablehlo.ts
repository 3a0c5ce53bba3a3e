import { FuncOp, ReturnOp } from '@shardform/dialect-func';
import { deviceList, ParOp, type PlacedTensorType, placedTypes, TOPOLOGY } from '@shardform/dialect-dist';
import { DevicePrograms, type DeviceTensor, interpreter } from '@shardform/dialect-stablehlo';
import {
  ArrayAttr,
  type Block,
  Builder,
  type Context,
  FunctionType,
  type Operation,
  OpTable,
  StringAttr,
  SymbolRefAttr,
  SymbolTable,
  TupleType,
  type Type,
  type Value,
  lookUp,
} from '@shardform/ir-core';
import { StrategyError } from '../strategy/flat-strategy.ts';
import { devicesOf, returnedValues } from '../transform/dist-function.ts';
import { lowerPmaps } from '../transform/lower-pmap.ts';
import { unrollPipelines } from '../transform/unroll-pipeline.ts';
import { ComputeBuilder } from './compute-builder.ts';
import { communicationLowerings } from './lower-communication.ts';
import { computeLowerings } from './lower-compute.ts';
import type { ComputePrograms } from './lowering.ts';

const lowerings = /* @__PURE__ */ new OpTable([...computeLowerings, ...communicationLowerings]);

/**
 * Replaces a distributed program by a StableHLO function for each device, `@device_0` and so on, and an entry that runs
 * them in parallel: `@main`, or the program's own name if the module has another `@main`. A transfer becomes a
 * `stablehlo.send` and a `stablehlo.recv` on a channel of their own; collectives become those of StableHLO. Arguments
 * and results of the entry are those of the program, without devices; tuples are flattened.
 *
 * Maps are unrolled first, and pipelines in the order of their schedule. The module's description of the machine is
 * dropped with the last program that is on devices, since StableHLO tools couldn't parse it.
 *
 * @returns the entry.
 * @throws StrategyError for operations that StableHLO can't express; it names operation and device.
 */
export function lowerToStablehlo(func: FuncOp, context: Context): FuncOp {
  const module = func.parentOp;
  if (module === null) throw new Error('the function stands in no module');
  unrollPipelines(func, {}, context);
  lowerPmaps(func, context);
  const devices = devicesOf(func);
  const name = func.symName.value;
  if (devices.length === 0) throw new StrategyError(`@${name} has no tensors on devices`);
  const programs = new DevicePrograms(
    devices,
    func.location,
    context,
    (builder) => new ComputeBuilder(builder),
  );
  const values = new Map<Value, readonly DeviceTensor[]>();
  const { entry } = func.body;
  entry.arguments.forEach((argument, i) => {
    const types = tensorsIn(argument.type, `argument ${i} of @${name}`);
    const parts = types.map(({ tensor, device }) => programs.addArgument(Number(device), tensor));
    values.set(argument, parts);
  });
  lowerBlock(entry, values, programs);
  const inputs = entry.arguments.flatMap((argument) => lookUp(values, argument));
  const results = returnedValues(func).flatMap((value) => lookUp(values, value));
  results.forEach((result) => programs.addResult(result));
  const made = replaceByEntry(func, module, { programs, inputs, results }, context);
  const isLast = module.regions.every((region) =>
    [...region.entry].every((op) => !(op instanceof FuncOp) || devicesOf(op).length === 0),
  );
  if (isLast) module.setAttr(TOPOLOGY, null);
  return made;
}

/** The tensors that values of a type hold. @throws StrategyError for one that no function of a device can have. */
function tensorsIn(type: Type, whose: string): PlacedTensorType[] {
  const tensors = placedTypes([type]);
  if (tensors.length === 0 && !(type instanceof TupleType))
    throw new StrategyError(
      `${whose} is '${String(type)}', which is on no device; dist-import places tensors`,
    );
  const dynamic = tensors.find(({ hasStaticShape }) => !hasStaticShape);
  if (dynamic === undefined) return tensors;
  throw new StrategyError(`${whose} is '${String(dynamic)}', whose shape is not known`);
}

/** Adds what a block's operations do, but for the last, which ends it. */
function lowerBlock(
  block: Block,
  values: Map<Value, readonly DeviceTensor[]>,
  programs: ComputePrograms,
): void {
  for (const op of block) {
    if (op === block.terminator) continue;
    programs.location = op.location;
    if (op instanceof ParOp) {
      lowerBlock(op.entry, values, programs);
      const returned = op.entry.getTerminator().operandValues();
      op.outputs.forEach((output, i) => values.set(output, lookUp(values, returned[i]!)));
      continue;
    }
    const operands = op.operandValues().flatMap((value) => lookUp(values, value));
    let results = lowered(op, operands, programs);
    op.results.forEach((result, i) => {
      const { length } = tensorsIn(result.type, `result ${i} of '${op.name}'`);
      values.set(result, results.slice(0, length));
      results = results.slice(length);
    });
  }
}

/** Adds what an operation does on its devices. @throws StrategyError if StableHLO has no operations for it. */
export function lowered(
  op: Operation,
  operands: readonly DeviceTensor[],
  programs: ComputePrograms,
): readonly DeviceTensor[] {
  const where = deviceList(placedTypes([...op.operandTypes(), ...op.resultTypes()]));
  const which = where === '' ? `'${op.name}'` : `'${op.name}' on device ${where}`;
  let results: readonly DeviceTensor[] | undefined;
  try {
    results = lowerings.apply(op, operands, programs);
  } catch (error) {
    if (!(error instanceof StrategyError)) throw error;
    throw new StrategyError(`${which} has no form in StableHLO: ${error.message}`);
  }
  if (results === undefined) throw new StrategyError(`${which} has no form in StableHLO`);
  return results;
}

interface Lowered {
  readonly programs: ComputePrograms;
  readonly inputs: readonly DeviceTensor[];
  readonly results: readonly DeviceTensor[];
}

/** The indices of tensors ordered by device: those of the first device, then those of the second, and so on. */
function byDevice(tensors: readonly DeviceTensor[]): number[] {
  return [...tensors.keys()].sort((a, b) => tensors[a]!.device - tensors[b]!.device);
}

function replaceByEntry(
  func: FuncOp,
  module: Operation,
  { programs, inputs, results }: Lowered,
  context: Context,
): FuncOp {
  const functions = programs.finish();
  const builder = new Builder(context);
  builder.location = func.location;
  builder.setInsertionPoint(func);
  const symbols = new SymbolTable(module);
  const symName = symbols.lookup('main') === null ? StringAttr.get('main') : func.symName;
  const types = (tensors: readonly DeviceTensor[]): Type[] => tensors.map(({ value }) => value.type);
  const functionType = FunctionType.get(types(inputs), types(results));
  const entry = builder.create(FuncOp, { symName, functionType }, [], { attributes: func.discardable });
  symbols.erase(func);
  symbols.insert(entry);
  const { next } = entry;
  const names = functions.map((own) => SymbolRefAttr.get(symbols.insert(own, next)));
  const { arguments: args } = builder.createBlock(entry.body, functionType.inputs);
  const resultOrder = byDevice(results);
  const run = builder.create(
    interpreter.RunParallelOp,
    {
      inputs: byDevice(inputs).map((i) => args[i]!),
      programs: ArrayAttr.get([ArrayAttr.get(names)]),
    },
    types(resultOrder.map((i) => results[i]!)),
  );
  const returned: Value[] = [];
  resultOrder.forEach((i, at) => (returned[i] = run.getResult(at)));
  builder.create(ReturnOp, { operands: returned });
  return entry;
}
