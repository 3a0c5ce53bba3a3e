import { CallOp, FuncOp, ReturnOp, setValueAttr } from '@shardform/dialect-func';
import { CpuModuleOp, DeviceModuleOp, FUNCTION_TYPE, functionHash } from '@shardform/dialect-ttcore';
import { EmptyOp, ToLayoutOp } from '@shardform/dialect-ttir';
import {
  ArrayAttr,
  Block,
  Builder,
  cloneOp,
  FunctionType,
  i64,
  IntegerAttr,
  IntegerType,
  IrMapping,
  isInstance,
  ModuleOp,
  type Operation,
  type PassRun,
  RankedTensorType,
  StringAttr,
  SymbolRefAttr,
  UnitAttr,
  type Value,
} from '@shardform/ir-core';
import { hostType, signless, useHostTypes } from './host-types.ts';

/** The attribute of calls of functions that the host executes. */
const HOST_CALL = 'ttir.cpu_hoist_call';
/** The attribute by which a function that exists is found again. */
const HASH = 'func_hash';
/** So much of the hash is part of a function's name. */
const HASH_IN_NAME = 8;

/** Operations that become one function of the host. */
export interface HostedGroup {
  /** In the order of the program. */
  readonly operations: readonly Operation[];
  /** What others use of their results. */
  readonly outputs: readonly Value[];
  /** What the function is named after. */
  readonly word: string;
}

/** Returns the module with the functions of the device; `null` before the program has one. */
export function deviceModuleOf(root: ModuleOp): ModuleOp | null {
  const device = [...root.body].find((op) => op instanceof DeviceModuleOp);
  const inner = device?.bodyRegion.entry.firstOp;
  return inner instanceof ModuleOp ? inner : null;
}

/**
 * Makes functions of the host of groups of operations, and calls of them. Functions that compute the same are one.
 * Groups of unsigned integers are refused: such a function does not know that they have no sign.
 */
export function hoistToHost(root: ModuleOp, groups: readonly HostedGroup[], pass: PassRun): void {
  const device = deviceModuleOf(root);
  if (device === null || groups.length === 0) return;
  for (const group of groups) {
    const unsigned = unsignedOperation(group.operations);
    if (unsigned !== undefined) {
      pass.opError(
        unsigned,
        "has unsigned integers, which functions of the host would take for signed ones; convert them to si32 or leave 'ttir.should_hoist' out",
      );
      return;
    }
  }
  const host = hostModuleOf(root);
  for (const group of groups) hoist(group, device, host, new Builder(pass.context));
}

/** Returns an operation of unsigned integers, which code of the host would take for signed ones. */
export function unsignedOperation(operations: readonly Operation[]): Operation | undefined {
  const isUnsigned = ({ type }: Value): boolean =>
    isInstance(RankedTensorType, type) &&
    isInstance(IntegerType, type.elementType) &&
    type.elementType.isUnsigned;
  return operations.find((op) => [...op.operandValues(), ...op.results].some(isUnsigned));
}

function hostModuleOf(root: ModuleOp): ModuleOp {
  const found = [...root.body].find((op) => op instanceof CpuModuleOp)?.bodyRegion.entry.firstOp;
  if (found instanceof ModuleOp) return found;
  const location = { location: root.location };
  const outer = CpuModuleOp.create({}, [], location);
  const inner = ModuleOp.create({}, [], location);
  inner.bodyRegion.append(new Block());
  outer.bodyRegion.append(new Block()).append(inner);
  root.body.append(outer);
  return inner;
}

/** The type of a value; operations of TTIR take and give tensors. */
function tensorType(value: Value): RankedTensorType {
  if (!isInstance(RankedTensorType, value.type))
    throw new Error(`functions of the host take tensors, got ${String(value.type)}`);
  return value.type;
}

function hoist(group: HostedGroup, device: ModuleOp, host: ModuleOp, builder: Builder): void {
  const members = new Set(group.operations);
  const inputs = group.operations.flatMap((op) =>
    op.operandValues().filter(({ definingOp }) => definingOp === null || !members.has(definingOp)),
  );
  const last = group.operations.at(-1)!;
  builder.setInsertionPoint(last.next ?? last);
  builder.location = device.location;
  const converted = (value: Value, type: RankedTensorType): Value => {
    if (value.type === type) return value;
    const output = builder.create(EmptyOp, {}, [type]).result;
    return builder.create(ToLayoutOp, { input: value, output }, [type]).result;
  };
  const operands = inputs.map((value) => converted(value, hostType(tensorType(value))));
  const type = FunctionType.get(
    operands.map((value) => value.type),
    group.outputs.map((value) => hostType(tensorType(value))),
  );
  const definition = definitionOf(group, operands, type, host);
  const declaration = declared(definition, type, group.word, device, host);
  const callee = SymbolRefAttr.get(declaration.symName.value);
  const call = builder.create(CallOp, { callee, operands }, type.results);
  call.setAttr(HOST_CALL, UnitAttr.instance);
  for (const [i, output] of group.outputs.entries())
    output.replaceAllUsesWith(converted(call.getResult(i), tensorType(output)));
  for (const op of group.operations.toReversed()) op.erase();
}

/** The function of the host; its name follows from its hash and is not known yet. */
function definitionOf(
  { operations, outputs }: HostedGroup,
  operands: readonly Value[],
  { results }: FunctionType,
  host: ModuleOp,
): FuncOp {
  const inner = (value: Value): RankedTensorType => signless(tensorType(value));
  const type = FunctionType.get(
    operands.map(inner),
    results.map((result) => (isInstance(RankedTensorType, result) ? signless(result) : result)),
  );
  const func = FuncOp.declaration('anonymous_func', type, null);
  const block = func.body.append(new Block());
  const mapping = new IrMapping();
  const members = new Set(operations);
  for (const op of operations) {
    const copy = cloneOp(op, mapping);
    for (const { index, value } of op.operands) {
      if (value.definingOp !== null && members.has(value.definingOp)) continue;
      const argument = block.addArgument(inner(operands[block.arguments.length]!), host.location);
      copy.setOperand(index, argument);
    }
    useHostTypes(copy);
    block.append(copy);
  }
  block.append(
    ReturnOp.create({ operands: outputs.map((output) => mapping.value(output)) }, [], {
      location: host.location,
    }),
  );
  for (const i of operands.keys())
    setValueAttr(func, 'arg_attrs', i, 'bufferization.access', StringAttr.get('read'));
  const ranks = (values: readonly Value[]): ArrayAttr =>
    ArrayAttr.get(values.map((value) => IntegerAttr.get(tensorType(value).rank, i64)));
  func.setAttr('arg_ranks', ranks(operands));
  func.setAttr('result_ranks', ranks(outputs));
  func.setAttr(FUNCTION_TYPE, StringAttr.get('forward_cpu'));
  return func;
}

/** Returns the device's declaration of a function; both are new unless one computes the same. */
function declared(
  definition: FuncOp,
  type: FunctionType,
  word: string,
  device: ModuleOp,
  host: ModuleOp,
): FuncOp {
  const hash = StringAttr.get(functionHash(definition));
  const known = [...device.body].find((op) => op instanceof FuncOp && op.getAttr(HASH) === hash);
  if (known instanceof FuncOp) {
    definition.erase();
    return known;
  }
  const name = `cpu_hoisted_${word.replaceAll('.', '_')}_${hash.value.slice(0, HASH_IN_NAME)}`;
  definition.symName = StringAttr.get(name);
  const declaration = FuncOp.declaration(name, type);
  declaration.setAttr(FUNCTION_TYPE, StringAttr.get('forward_cpu_declaration'));
  for (const func of [definition, declaration]) func.setAttr(HASH, hash);
  host.body.append(definition);
  device.body.append(declaration);
  return declaration;
}
