import { CallOp, FuncOp, ReturnOp } from '@shardform/dialect-func';
import {
  dataFlowOf,
  MeshTable,
  NamedComputationOp,
  SdyReturnOp,
  SHARDING,
  TensorShardingPerValueAttr,
} from '@shardform/dialect-sdy';
import {
  type Attribute,
  booleanOption,
  cloneRegionInto,
  type Context,
  definePass,
  IrMapping,
  type ModuleOp,
  type Region,
  StringAttr,
} from '@shardform/ir-core';
import { addEdgesOf } from './add-data-flow-edges.ts';
import { callGraphPostOrder, callsIn, functionsByName, reportRecursion } from '../module/call-graph.ts';
import { originalName } from './flatten-call-graph.ts';
import { completeFunctionShardings } from '../module/func-shardings.ts';
import { refusesNestedMeshes } from '../module/nested-meshes.ts';

/** The host thread that executes a function; functions propagate it to their inlined calls. */
export const EXECUTION_THREAD = 'execution_thread';

/**
 * Turns every call into a named computation with the body of the called function, and erases the functions. The
 * body is moved to the first call and copied to others.
 *
 * @returns false after an error was reported.
 */
export function importFuncCalls(module: ModuleOp, context: Context, addEdges: boolean): boolean {
  if (reportRecursion(module, context)) return false;
  const importer = new CallImporter(module, context);
  for (const func of callGraphPostOrder(module)) {
    for (const call of callsIn(func)) importer.importCall(call);
  }
  importer.eraseCallees();
  if (!addEdges) return true;
  module.walkOf(NamedComputationOp, (op) => {
    const dataFlow = dataFlowOf(op, context);
    if (dataFlow !== null) addEdgesOf(op, dataFlow);
  });
  return true;
}

class CallImporter {
  readonly #context: Context;
  readonly #meshes: MeshTable;
  readonly #functions: ReadonlyMap<string, FuncOp>;
  /** The body of each called function. */
  readonly #bodies = new Map<FuncOp, Region>();

  constructor(module: ModuleOp, context: Context) {
    this.#context = context;
    this.#meshes = new MeshTable(module);
    this.#functions = functionsByName(module);
  }

  importCall(call: CallOp): void {
    const callee = this.#functions.get(call.callee.root);
    if (callee === undefined || callee.isDeclaration === (this.#bodies.get(callee) === undefined)) return;
    const outShardings = call.getAttr(SHARDING);
    const computation = NamedComputationOp.create(
      {
        operands: call.operandValues(),
        name: StringAttr.get(originalName(callee)),
        inShardings: completeFunctionShardings(callee, 'arg_attrs', this.#meshes),
        outShardings: outShardings instanceof TensorShardingPerValueAttr ? outShardings : null,
      },
      call.resultTypes(),
      { location: call.location, attributes: attributesOf(call, callee) },
    );
    this.#fillBody(computation.body, call, callee);
    computation.moveBefore(call);
    call.replaceAllUsesWith(computation.results);
    call.erase();
  }

  eraseCallees(): void {
    for (const func of this.#bodies.keys()) func.erase();
  }

  #fillBody(body: Region, call: CallOp, callee: FuncOp): void {
    const moved = this.#bodies.get(callee);
    if (moved === undefined) {
      body.takeBody(callee.body);
      this.#bodies.set(callee, body);
      replaceReturn(body);
    } else {
      warnOfCopy(call, callee, this.#context);
      cloneRegionInto(moved, body, new IrMapping());
    }
  }
}

/** The discardable attributes of a call but its shardings, and the thread of the function. */
function attributesOf(call: CallOp, callee: FuncOp): [string, Attribute][] {
  const attributes = call
    .sortedDiscardable()
    .filter(([name]) => name !== SHARDING && name !== EXECUTION_THREAD);
  const thread = callee.getAttr(EXECUTION_THREAD);
  return thread === null ? attributes : [...attributes, [EXECUTION_THREAD, thread]];
}

function replaceReturn(body: Region): void {
  const { lastOp } = body.entry;
  if (!(lastOp instanceof ReturnOp)) return;
  body.entry.append(
    SdyReturnOp.create({ results: lastOp.operandValues() }, [], { location: lastOp.location }),
  );
  lastOp.erase();
}

/** Warns once per function. */
function warnOfCopy(call: CallOp, callee: FuncOp, { diagnostics }: Context): void {
  if (!diagnostics.isFirst('sdy-import-func-calls: copied body')) return;
  diagnostics.emitOn(
    call,
    'warning',
    `function @${callee.symName.value} has multiple call ops, we need to clone the function body for each call`,
  );
}

/** `sdy-import-func-calls`. */
export const importFuncCallsPass = /* @__PURE__ */ definePass({
  name: 'sdy-import-func-calls',
  className: 'ImportFuncCallsPass',
  summary: 'Creates a pass that converts a `CallOp` to a `NamedComputationOp`.',
  options: {
    'add-data-flow-edges-on-named-computations': booleanOption(
      'whether to add data flow edges on named computations',
      true,
    ),
  },
  anchor: 'builtin.module',
  dependentDialects: ['sdy'],
  run(module, pass) {
    if (refusesNestedMeshes(module, pass)) return;
    const addEdges = pass.options['add-data-flow-edges-on-named-computations'];
    if (!importFuncCalls(module, pass.context, addEdges)) pass.fail();
  },
});
