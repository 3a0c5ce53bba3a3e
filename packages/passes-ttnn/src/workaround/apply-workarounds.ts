import {
  Builder,
  isInstance,
  type Operation,
  type OpResult,
  OpTable,
  type PassRun,
  RankedTensorType,
  type Type,
  UnitAttr,
  type Value,
} from '@shardform/ir-core';
import { type DataType, deviceDescription, elementTypeOf, TileType } from '@shardform/dialect-ttcore';
import {
  changedTensor,
  ConstantOp,
  layoutOf,
  type LayoutRequest,
  requestOf,
  TILE,
  ToTensorSpecOp,
} from '@shardform/dialect-ttnn';
import { withCores } from './core-placement.ts';
import { dataWorkarounds } from './data-workarounds.ts';
import { elementwiseWorkarounds } from './elementwise-workarounds.ts';
import { fewerFormats } from './fewer-formats.ts';
import { modelWorkarounds } from './model-workarounds.ts';
import { formatOf, type OperandWorkaround } from './operand-workaround.ts';

const rules = /* @__PURE__ */ new OpTable([
  ...elementwiseWorkarounds,
  ...dataWorkarounds,
  ...modelWorkarounds,
]);
const rulesOfFewerFormats = /* @__PURE__ */ new OpTable(fewerFormats);

/** Marks what functions of constants may keep in the cores' memory. */
const L1_CONSTANT = 'ttnn.const_eval_allowed';

/**
 * Brings operands and results of an operation into the forms that the library needs.
 *
 * @param isEarlier true for the library whose kernels know fewer formats.
 */
export function applyWorkarounds(op: Operation, pass: PassRun, isEarlier: boolean): void {
  const workarounds = (isEarlier ? rulesOfFewerFormats.apply(op) : undefined) ?? rules.apply(op);
  if (workarounds === undefined) return;
  const builder = new Builder(pass.context);
  builder.location = op.location;
  let tensors = 0;
  for (const { index, value } of op.operands) {
    if (!isTensor(value)) continue;
    const workaround = workarounds.operands?.[tensors++];
    const type = workaround && workaroundType(value.type, workaround, op);
    if (type === undefined || type === value.type) continue;
    builder.setInsertionPoint(op);
    const made = builder.create(ToTensorSpecOp, { input: value }, [type]);
    if (workaround?.allowsL1Constants === true) made.setAttr(L1_CONSTANT, UnitAttr.instance);
    op.setOperand(index, made.result);
  }
  for (const [i, result] of op.results.entries()) {
    const workaround = workarounds.results?.[i];
    if (workaround !== undefined && isTensorResult(result)) changeResult(op, result, workaround, builder);
  }
}

function isTensor(value: Value): value is Value<RankedTensorType> {
  return isInstance(RankedTensorType, value.type);
}

function isTensorResult(result: OpResult): result is OpResult<RankedTensorType> {
  return isInstance(RankedTensorType, result.type);
}

/** The result comes as the library makes it, and is changed back for those who use it. */
function changeResult(
  op: Operation,
  result: OpResult<RankedTensorType>,
  workaround: OperandWorkaround,
  builder: Builder,
): void {
  const { type } = result;
  const made = workaroundType(type, workaround, op);
  if (made === type) return;
  result.setType(made);
  // Constants in the host's memory need no device.
  if (op instanceof ConstantOp && layoutOf(made)?.isOnHost === true) op.setOperands([]);
  builder.setInsertionPointAfter(op);
  const back = builder.create(ToTensorSpecOp, { input: result }, [type]);
  for (const use of [...result.uses()]) if (use.owner !== back) use.set(back.result);
}

/** Returns the type that an operand or result of this type is given for the operation. */
export function workaroundType(
  type: RankedTensorType,
  workaround: OperandWorkaround,
  op: Operation,
): RankedTensorType {
  const layout = layoutOf(type);
  if (layout === null) return type;
  const given = requestOf(layout);
  const bufferType = workaround.bufferType ?? given.bufferType;
  const wasOnHost = given.bufferType === 'system_memory';
  const memoryLayout = workaround.memoryLayout ?? (wasOnHost ? undefined : given.memoryLayout);
  const request: LayoutRequest = {
    ...given,
    bufferType,
    isTiled: workaround.isTiled ?? given.isTiled,
    ...(memoryLayout !== undefined && { memoryLayout }),
  };
  const dataType = workaround.dataType ?? formatOf(type);
  const isSame =
    request.isTiled === given.isTiled &&
    bufferType === given.bufferType &&
    (bufferType === 'system_memory' || memoryLayout === given.memoryLayout) &&
    dataType === formatOf(type);
  if (isSame) return type;
  // The type of the numbers follows from their format: signless integers have a sign in memory.
  const format = { elementType: storedType(dataType, type) };
  return changedTensor(type, { ...withCores(request, deviceDescription(op).workerGrid), ...format });
}

/** The element type of tensors in a format. */
function storedType(dataType: DataType | null, type: RankedTensorType): Type {
  if (dataType === null) return type.elementType;
  return dataType.startsWith('bfp')
    ? TileType.get({ shape: [TILE, TILE], dataType })
    : elementTypeOf(dataType);
}
