import {
  Builder,
  definePass,
  FunctionType,
  isInstance,
  type Operation,
  type PassRun,
  RankedTensorType,
  type Type,
  type Value,
} from '@shardform/ir-core';
import { FuncOp, ReturnOp } from '@shardform/dialect-func';
import { LoadCachedOp } from '@shardform/dialect-ttcore';
import { EmptyOp, MeshPartitionOp, MeshShardOp, ToLayoutOp } from '@shardform/dialect-ttir';
import { type LayoutRequest, makeLayout } from '@shardform/dialect-ttnn';
import { deviceFunctions } from '../device/device-modules.ts';

const onDevice: LayoutRequest = { bufferType: 'dram', isTiled: true };
const inRows: LayoutRequest = { bufferType: 'dram', isTiled: false };
const onHost: LayoutRequest = { bufferType: 'system_memory', isTiled: false };

/** What an operation works on: most on tiles of the device. */
function wantedBy(op: Operation): LayoutRequest {
  if (op instanceof MeshShardOp) return onHost;
  return op instanceof MeshPartitionOp ? inRows : onDevice;
}

/**
 * Gives every tensor a layout. Arguments come in rows, those that are split over the mesh first in the host's memory;
 * results are tiled, except those that were joined from the mesh. Where an operation needs another layout,
 * `ttir.to_layout` makes it.
 */
export const ttnnLayout = definePass({
  name: 'ttnn-layout',
  className: 'TTNNLayout',
  summary: 'gives tensors a layout',
  anchor: 'builtin.module',
  dependentDialects: ['ttir', 'ttnn'],
  run(op, pass) {
    const functions = deviceFunctions(op);
    // Functions of constants come first: their results are loaded by the others.
    for (const func of functions) layOutFunction(func, pass);
  },
});

function layOutFunction(func: FuncOp, pass: PassRun): void {
  for (const argument of func.entry.arguments) {
    const users = argument.users();
    const isSplitFirst = users.length > 0 && users.every((user) => user instanceof MeshShardOp);
    argument.type = withLayout(argument.type, isSplitFirst ? onHost : inRows, func, pass);
  }
  const builder = new Builder(pass.context);
  let returned: readonly Type[] = func.functionType.results;
  for (const op of func.entry) {
    if (op instanceof ReturnOp) {
      for (const { index, value } of op.operands) {
        if (!(value.definingOp instanceof MeshShardOp)) changeOperand(op, index, onDevice, builder, pass);
      }
      returned = op.operandTypes();
      continue;
    }
    const wanted = wantedBy(op);
    for (const { index } of op.operands) {
      const request = op instanceof LoadCachedOp ? inRows : wanted;
      changeOperand(op, index, request, builder, pass);
    }
    const produced = op instanceof LoadCachedOp ? onDevice : wanted;
    for (const result of op.results) result.type = withLayout(result.type, produced, op, pass);
  }
  func.functionType = FunctionType.get(
    func.entry.arguments.map(({ type }) => type),
    returned,
  );
}

function withLayout(type: Type, request: LayoutRequest, op: Operation, pass: PassRun): Type {
  if (!isInstance(RankedTensorType, type) || type.encoding !== null) return type;
  const layout = makeLayout(type.shape, type.elementType, request);
  if (layout !== null) return RankedTensorType.get(type.shape, type.elementType, layout);
  pass.opError(op, `there are no tiles of element type '${String(type.elementType)}'`);
  return type;
}

/** Makes an operand have a layout, by a copy before the operation where it has another. */
function changeOperand(
  op: Operation,
  index: number,
  request: LayoutRequest,
  builder: Builder,
  pass: PassRun,
): void {
  const value = op.getOperand(index);
  const { type } = value;
  if (!isInstance(RankedTensorType, type)) return;
  const wanted = withLayout(RankedTensorType.get(type.shape, type.elementType), request, op, pass);
  if (wanted === type || !isInstance(RankedTensorType, wanted)) return;
  builder.setInsertionPoint(op);
  builder.location = op.location;
  const output = builder.create(EmptyOp, {}, [wanted]).result as Value<RankedTensorType>;
  const input = value as Value<RankedTensorType>;
  op.setOperand(index, builder.create(ToLayoutOp, { input, output }, [wanted]).result);
}
