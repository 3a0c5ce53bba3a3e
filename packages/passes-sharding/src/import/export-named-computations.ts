import { CallOp, FuncOp, ReturnOp, setAllValueAttrs, valueAttrsList } from '@shardform/dialect-func';
import {
  dataFlowOf,
  type DataFlowOp,
  edgeUserOf,
  MeshTable,
  NamedComputationOp,
  ORIGINAL_FUNC_NAME,
  SHARDING,
  type TensorShardingAttr,
  type TensorShardingPerValueAttr,
} from '@shardform/dialect-sdy';
import {
  type Context,
  definePass,
  FunctionType,
  type ModuleOp,
  StringAttr,
  SymbolRefAttr,
  SymbolTable,
  type Value,
} from '@shardform/ir-core';
import { completeShardings } from '../module/func-shardings.ts';
import { EXECUTION_THREAD } from './import-func-calls.ts';
import { refusesNestedMeshes } from '../module/nested-meshes.ts';

/** Turns every named computation into a private function with its body, and a call of it. */
export function exportNamedComputations(module: ModuleOp, context: Context): void {
  const symbols = new SymbolTable(module);
  const meshes = new MeshTable(module);
  const calls: CallOp[] = [];
  module.walkOf(NamedComputationOp, (op) => {
    const dataFlow = dataFlowOf(op, context);
    if (dataFlow === null) return;
    useEdgeShardings(dataFlow, meshes);
    eraseEdges(dataFlow.blockArgumentOwners);
    calls.push(replaceByCall(op, symbols));
  });
  for (const call of calls) eraseEdges(call.results);
}

/** Shardings live with the edges while they are propagated. */
function useEdgeShardings(dataFlow: DataFlowOp, meshes: MeshTable): void {
  const args = edgeShardings(dataFlow.blockArgumentOwners, meshes);
  if (args !== null) dataFlow.setBlockArgumentShardings(args);
  const results = edgeShardings(dataFlow.resultOwners, meshes);
  if (results !== null) dataFlow.setResultShardings(results);
}

function edgeShardings(owners: readonly Value[], meshes: MeshTable): TensorShardingPerValueAttr | null {
  const shardings = owners.map((owner): TensorShardingAttr | null => edgeUserOf(owner)?.sharding ?? null);
  return completeShardings(
    shardings,
    owners.map(({ type }) => type),
    meshes,
  );
}

function eraseEdges(owners: readonly Value[]): void {
  for (const owner of owners) {
    const edge = edgeUserOf(owner);
    if (edge === null) continue;
    edge.result.replaceAllUsesWith(owner);
    edge.erase();
  }
}

function replaceByCall(op: NamedComputationOp, symbols: SymbolTable): CallOp {
  const func = FuncOp.declaration(op.computationName, FunctionType.get(op.operandTypes(), op.resultTypes()));
  func.location = op.location;
  const name = symbols.insert(func);
  func.setAttr(ORIGINAL_FUNC_NAME, StringAttr.get(op.computationName));
  const thread = op.getAttr(EXECUTION_THREAD);
  if (thread !== null) func.setAttr(EXECUTION_THREAD, thread);
  const { inShardings, outShardings } = op;
  if (inShardings !== null) setArgumentShardings(func, inShardings);
  func.body.takeBody(op.body);
  const terminator = func.entry.lastOp!;
  func.entry.append(
    ReturnOp.create({ operands: terminator.operandValues() }, [], { location: terminator.location }),
  );
  terminator.erase();
  const call = CallOp.create(
    { operands: op.operandValues(), callee: SymbolRefAttr.get(name) },
    op.resultTypes(),
    {
      location: op.location,
      attributes: op.sortedDiscardable().filter(([key]) => key !== EXECUTION_THREAD),
    },
  );
  if (outShardings !== null) call.setAttr(SHARDING, outShardings);
  call.moveBefore(op);
  op.replaceAllUsesWith(call.results);
  op.erase();
  return call;
}

function setArgumentShardings(func: FuncOp, { shardings }: TensorShardingPerValueAttr): void {
  const attrs = valueAttrsList(func, 'arg_attrs');
  setAllValueAttrs(
    func,
    'arg_attrs',
    attrs.map((dictionary, i) => dictionary.with(SHARDING, shardings[i] ?? null)),
  );
}

/** `sdy-export-named-computations`. */
export const exportNamedComputationsPass = /* @__PURE__ */ definePass({
  name: 'sdy-export-named-computations',
  className: 'ExportNamedComputationsPass',
  summary: 'Creates a pass that converts a `NamedComputationOp` to a `CallOp` with a new private function.',
  anchor: 'builtin.module',
  dependentDialects: ['sdy', 'func'],
  run(module, pass) {
    if (refusesNestedMeshes(module, pass)) return;
    exportNamedComputations(module, pass.context);
  },
});
