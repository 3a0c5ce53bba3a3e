import {
  type Block,
  cloneOp,
  definePass,
  FunctionType,
  IntegerAttr,
  IrMapping,
  isPure,
  type ModuleOp,
  type Operation,
  StringAttr,
  SymbolRefAttr,
  ui64,
  type Value,
} from '@shardform/ir-core';
import { FuncOp, ReturnOp, valueAttrs } from '@shardform/dialect-func';
import { ArgumentTypeAttr, LoadCachedOp } from '@shardform/dialect-ttcore';
import { creation } from '@shardform/dialect-ttir';
import { deviceModules } from '../device/device-modules.ts';
import { FUNCTION_TYPE } from '../device/mark-functions.ts';

/** Bytes of each core's memory set aside for constants; the value that tt-mlir writes at this level. */
const L1_USAGE = 1024;

/**
 * What depends on constants and parameters only moves into functions of its own, whose results are computed once and
 * then loaded. Operations that use each other's results share a function.
 */
export const constEvalHoist = definePass({
  name: 'const-eval-hoist-transform',
  className: 'ConstEvalHoistTransform',
  summary: 'moves constant computations into functions',
  anchor: 'builtin.module',
  dependentDialects: ['ttcore', 'func'],
  run(op) {
    for (const module of deviceModules(op)) {
      for (const func of [...module.body]) {
        if (!(func instanceof FuncOp) || func.isDeclaration || isConstEval(func)) continue;
        hoist(func);
      }
      markModule(module);
    }
  },
});

function isConstEval(func: FuncOp): boolean {
  const type = func.getAttr(FUNCTION_TYPE);
  return type instanceof StringAttr && type.value === 'const_eval';
}

function markModule(module: ModuleOp): void {
  module.setAttr('ttnn.l1_const_eval_usage', IntegerAttr.get(L1_USAGE, ui64));
}

/** The arguments that are the same at each run. */
function constantArguments(func: FuncOp): Set<Value> {
  return new Set(
    func.entry.arguments.filter((_, i) => {
      const role = valueAttrs(func, 'arg_attrs', i).get('ttcore.argument_type');
      return role instanceof ArgumentTypeAttr && (role.value === 'parameter' || role.value === 'constant');
    }),
  );
}

/** Constant operations, those connected by uses in one group, in program order. */
function constantGroups(block: Block, constants: ReadonlySet<Value>): Operation[][] {
  const groupOf = new Map<Operation, Operation[]>();
  for (const op of block) {
    if (op instanceof LoadCachedOp || !isPure(op) || op.definition.isTerminator || op.regions.length > 0)
      continue;
    const operands = op.operandValues();
    const isRoot = operands.length === 0 && op.hasTrait(creation);
    const isConstant = (value: Value): boolean =>
      constants.has(value) || (value.definingOp !== null && groupOf.has(value.definingOp));
    if (!isRoot && (operands.length === 0 || !operands.every(isConstant))) continue;
    const joined = new Set(operands.flatMap((value) => groupOf.get(value.definingOp!) ?? []));
    const group = [...joined, op];
    for (const member of group) groupOf.set(member, group);
  }
  return [...new Set(groupOf.values())];
}

function hoist(func: FuncOp): void {
  const constants = constantArguments(func);
  constantGroups(func.entry, constants).forEach((group, index) => {
    const members = new Set(group);
    const ordered = group.toSorted((a, b) => (a.isBefore(b) ? -1 : 1));
    const inputs = [
      ...new Set(
        ordered.flatMap((op) => op.operandValues()).filter((value) => !members.has(value.definingOp!)),
      ),
    ];
    const outputs = ordered.flatMap((op) =>
      op.results.filter((result) => result.users().some((user) => !members.has(user))),
    );
    const name = `${func.symName.value}_const_eval_${index}`;
    func.parent!.insertBefore(constEvalFunction(name, ordered, inputs, outputs, func), func);
    const loaded = LoadCachedOp.create(
      { inputs, callee: SymbolRefAttr.get(name) },
      outputs.map(({ type }) => type),
      { location: ordered[0]!.location },
    );
    func.entry.insertBefore(loaded, insertionPoint(func.entry));
    outputs.forEach((output, i) => output.replaceAllUsesWith(loaded.results[i]!));
    for (const op of ordered.toReversed()) op.erase();
  });
}

/** After the loads that stand at the head of the function. */
function insertionPoint(block: Block): Operation | null {
  let op = block.firstOp;
  while (op instanceof LoadCachedOp) op = op.next;
  return op;
}

function constEvalFunction(
  name: string,
  ops: readonly Operation[],
  inputs: readonly Value[],
  outputs: readonly Value[],
  source: FuncOp,
): FuncOp {
  const func = FuncOp.create(
    {
      symName: StringAttr.get(name),
      symVisibility: StringAttr.get('private'),
      functionType: FunctionType.get(
        inputs.map(({ type }) => type),
        outputs.map(({ type }) => type),
      ),
    },
    [],
    { location: source.location, attributes: [[FUNCTION_TYPE, StringAttr.get('const_eval')]] },
  );
  const block = func.body.addBlock();
  const mapping = new IrMapping();
  for (const input of inputs) mapping.values.set(input, block.addArgument(input.type, input.location));
  for (const op of ops) block.append(cloneOp(op, mapping));
  block.append(ReturnOp.create({ operands: outputs.map((output) => mapping.value(output)) }, []));
  return func;
}
