import { CallOp, FuncOp, ReturnOp } from '@shardform/dialect-func';
import { ManualComputationOp } from '@shardform/dialect-sdy';
import { CustomCallOp } from '@shardform/dialect-stablehlo';
import {
  boolAttr,
  FunctionType,
  type ModuleOp,
  StringAttr,
  SymbolRefAttr,
  SymbolTable,
  type Type,
  type Value,
} from '@shardform/ir-core';
import { FRONTEND_ATTRIBUTES } from '../../lower/frontend-attributes.ts';
import { withFrontendAttributes } from './frontend-attributes.ts';

const BODY = 'xla.sdy.manual_computation_body';
const ENTER = 'xla.sdy.GlobalToLocalShape';
const LEAVE = 'xla.sdy.LocalToGlobalShape';

/** Makes a function of the body of each manual computation, which is called between calls that take the shards and reassemble them. */
export function exportManualComputations(module: ModuleOp): void {
  const symbols = new SymbolTable(module);
  const ops: ManualComputationOp[] = [];
  module.walk((op) => {
    if (op instanceof ManualComputationOp) ops.push(op);
  });
  for (const op of ops) exportManualComputation(op, symbols);
}

function exportManualComputation(op: ManualComputationOp, symbols: SymbolTable): void {
  const { location } = op;
  const axes = ['xla.sdy.manual_axes', StringAttr.get(String(op.manualAxes))] as const;
  const inputs = op.entry.arguments.map(({ type }) => type);
  const terminator = op.entry.lastOp!;
  const results = terminator.operandTypes();

  const body = FuncOp.declaration(BODY, FunctionType.get(inputs, results), null);
  body.location = location;
  const name = symbols.insert(body);
  moveRegion(op, body);

  const border = (
    target: string,
    key: string,
    shardings: string,
    operands: readonly Value[],
    types: readonly Type[],
  ) => {
    if (operands.length === 0 && types.length === 0) return [];
    const entries = [[key, StringAttr.get(shardings)] as const, axes];
    const call = CustomCallOp.create(
      { inputs: operands, callTargetName: StringAttr.get(target), hasSideEffect: boolAttr(true) },
      types,
      { location, attributes: [[FRONTEND_ATTRIBUTES, withFrontendAttributes(null, entries)]] },
    );
    call.moveBefore(op);
    return call.results;
  };
  const locals = border(ENTER, 'xla.sdy.in_shardings', String(op.inShardings), op.operandValues(), inputs);
  const inlineable = withFrontendAttributes(null, [['inlineable', StringAttr.get('false')]]);
  const call = CallOp.create({ operands: locals, callee: SymbolRefAttr.get(name) }, results, {
    location,
    attributes: [[FRONTEND_ATTRIBUTES, inlineable]],
  });
  call.moveBefore(op);
  const globals = border(
    LEAVE,
    'xla.sdy.out_shardings',
    String(op.outShardings),
    call.results,
    op.resultTypes(),
  );
  op.results.forEach((result, i) => {
    const global = globals[i];
    if (global !== undefined) result.replaceAllUsesWith(global);
  });
  op.erase();
}

function moveRegion(op: ManualComputationOp, body: FuncOp): void {
  const terminator = op.entry.lastOp!;
  const ret = ReturnOp.create({ operands: terminator.operandValues() }, [], {
    location: terminator.location,
  });
  ret.moveBefore(terminator);
  terminator.erase();
  body.body.takeBody(op.body);
}
