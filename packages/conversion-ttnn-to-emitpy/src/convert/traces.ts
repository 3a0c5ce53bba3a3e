import {
  AssignGlobalOp,
  CallOpaqueOp,
  ConstantOp,
  GlobalOp,
  GlobalStatementOp,
  IfOp,
  LiteralOp,
  OpaqueAttr,
  OpaqueType,
  SubscriptOp,
} from '@shardform/dialect-emitpy';
import { FuncOp, ReturnOp } from '@shardform/dialect-func';
import { type CaptureOrExecuteTraceOp, layoutOf } from '@shardform/dialect-ttnn';
import {
  ArrayAttr,
  Block,
  type Builder,
  FunctionType,
  IndexType,
  IntegerAttr,
  type ModuleOp,
  StringAttr,
  SymbolRefAttr,
  type Type,
  type Value,
} from '@shardform/ir-core';
import { textsAttr } from '../prepare/names.ts';
import { TENSOR, TENSORS } from './python-types.ts';

const BOOL = OpaqueType.of('bool');
const INT = OpaqueType.of('int');
const index = IndexType.instance;
const CAPTURE = 'run_and_capture_';

/**
 * Makes the function that records at its first call and replays later, with variables of the file for the slots. What is
 * staged is written into its slots at each call.
 *
 * @returns its name.
 */
export function traceWrapper(op: CaptureOrExecuteTraceOp, module: ModuleOp, builder: Builder): string {
  const capture = op.captureCallee.root;
  const suffix = capture.startsWith(CAPTURE) ? capture.slice(CAPTURE.length) : capture;
  const name = `capture_or_execute_${suffix}`;
  builder.setInsertionPoint(module.body.firstOp!);
  const variable = (what: string, initial = 'None'): string => {
    const own = `${what}_${suffix}`;
    builder.create(GlobalOp, { symName: StringAttr.get(own), initialValue: OpaqueAttr.of(initial) }, []);
    return own;
  };
  const first = variable('is_first_call', 'True');
  const id = variable('trace_id');
  const inputs = op.inputs.map((_, i) => variable(`global_input_${i}`));
  const outputs = op.results.map((_, i) => variable(`global_output_${i}`));
  const func = builder.create(
    FuncOp,
    {
      symName: StringAttr.get(name),
      symVisibility: StringAttr.get('private'),
      functionType: FunctionType.get(
        inputs.map(() => TENSOR),
        outputs.map(() => TENSOR),
      ),
    },
    [],
  );
  const entry = func.body.addBlock();
  const given = inputs.map(() => entry.addArgument(TENSOR, op.location));
  builder.setInsertionPointToEnd(entry);
  const refer = (own: string, type: Type): Value =>
    builder.create(GlobalStatementOp, { name: SymbolRefAttr.get(own) }, [type]).result;
  const assign = (own: string, value: Value): void => {
    builder.create(AssignGlobalOp, { name: SymbolRefAttr.get(own), value }, []);
  };
  const call = (callee: string, operands: readonly Value[], types: readonly Type[]): readonly Value[] =>
    builder.create(CallOpaqueOp, { callee: StringAttr.get(callee), operands }, types).results;
  const isFirst = refer(first, BOOL);
  const recorded = refer(id, INT);
  const inputSlots = inputs.map((own) => refer(own, TENSOR));
  const outputSlots = outputs.map((own) => refer(own, TENSOR));
  const isStaged = (i: number): boolean => layoutOf(op.inputs[i]!.type)?.isOnHost !== false;
  const staged = given.filter((_, i) => isStaged(i));
  const choice = builder.create(IfOp, { condition: StringAttr.get('{}'), condArgs: [isFirst] }, []);
  const within = (region: { append(block: Block): Block }): void => {
    builder.setInsertionPointToEnd(region.append(new Block()));
  };

  within(choice.thenRegion);
  assign(first, builder.create(ConstantOp, { value: OpaqueAttr.of('False') }, [BOOL]).result);
  const variables = [...inputs, ...outputs];
  const resident = given.filter((_, i) => !isStaged(i));
  const [slots] = call(op.allocateSlotsCallee.root, resident, [variables.length === 1 ? TENSOR : TENSORS]);
  for (const [i, own] of variables.entries()) {
    // A function of one result returns no list.
    if (variables.length === 1) assign(own, slots!);
    else {
      const at = builder.create(LiteralOp, { value: StringAttr.get(String(i)) }, [index]).result;
      assign(own, builder.create(SubscriptOp, { container: slots!, index: at }, [TENSOR]).result);
    }
  }
  assign(id, call(capture, [...staged, ...inputSlots, ...outputSlots], [INT])[0]!);

  within(choice.elseRegion);
  for (const [i, host] of given.entries()) {
    if (!isStaged(i)) continue;
    const attrs = {
      args: ArrayAttr.get([IntegerAttr.get(0, index), IntegerAttr.get(1, index), OpaqueAttr.of('0')]),
      keywordArgs: textsAttr(['', '', 'cq_id']),
    };
    const callee = StringAttr.get('ttnn.copy_host_to_device_tensor');
    builder.create(CallOpaqueOp, { callee, operands: [host, inputSlots[i]!], ...attrs }, []);
  }
  call(op.executeCallee.root, [recorded], []);

  builder.setInsertionPointToEnd(entry);
  builder.create(ReturnOp, { operands: outputSlots }, []);
  return name;
}
