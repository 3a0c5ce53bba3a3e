import {
  Builder,
  isInstance,
  type Operation,
  type OpResult,
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
import { dataWishes } from './data-wishes.ts';
import { elementwiseWishes } from './elementwise-wishes.ts';
import { modelWishes } from './model-wishes.ts';
import { formatOf, type Wish, type WishRule } from './wish.ts';

const rules: ReadonlyMap<string, WishRule> = /* @__PURE__ */ new Map([
  ...elementwiseWishes,
  ...dataWishes,
  ...modelWishes,
]);

/** Marks what functions of constants may keep in the cores' memory. */
const L1_CONSTANT = 'ttnn.const_eval_allowed';

/** Brings operands and results of an operation into the forms that the library needs. */
export function applyWishes(op: Operation, pass: PassRun): void {
  const wishes = rules.get(op.name)?.(op);
  if (wishes === undefined) return;
  const builder = new Builder(pass.context);
  builder.location = op.location;
  let tensors = 0;
  for (const { index, value } of op.operands) {
    if (!isTensor(value)) continue;
    const wish = wishes.operands?.[tensors++];
    const type = wish && wishedType(value.type, wish, op);
    if (type === undefined || type === value.type) continue;
    builder.setInsertionPoint(op);
    const made = builder.create(ToTensorSpecOp, { input: value }, [type]);
    if (wish?.allowsL1Constants === true) made.setAttr(L1_CONSTANT, UnitAttr.instance);
    op.setOperand(index, made.result);
  }
  for (const [i, result] of op.results.entries()) {
    const wish = wishes.results?.[i];
    if (wish !== undefined && isTensorResult(result)) changeResult(op, result, wish, builder);
  }
}

function isTensor(value: Value): value is Value<RankedTensorType> {
  return isInstance(RankedTensorType, value.type);
}

function isTensorResult(result: OpResult): result is OpResult<RankedTensorType> {
  return isInstance(RankedTensorType, result.type);
}

/** The result comes as the library makes it, and is changed back for those who use it. */
function changeResult(op: Operation, result: OpResult<RankedTensorType>, wish: Wish, builder: Builder): void {
  const { type } = result;
  const made = wishedType(type, wish, op);
  if (made === type) return;
  result.type = made;
  // Constants in the host's memory need no device.
  if (op instanceof ConstantOp && layoutOf(made)?.isOnHost === true) op.setOperands([]);
  builder.setInsertionPointAfter(op);
  const back = builder.create(ToTensorSpecOp, { input: result }, [type]);
  for (const use of [...result.uses()]) if (use.owner !== back) use.set(back.result);
}

/** The type with what is wished for. */
export function wishedType(type: RankedTensorType, wish: Wish, op: Operation): RankedTensorType {
  const layout = layoutOf(type);
  if (layout === null) return type;
  const given = requestOf(layout);
  const bufferType = wish.bufferType ?? given.bufferType;
  const wasOnHost = given.bufferType === 'system_memory';
  const memoryLayout = wish.memoryLayout ?? (wasOnHost ? undefined : given.memoryLayout);
  const request: LayoutRequest = {
    ...given,
    bufferType,
    isTiled: wish.isTiled ?? given.isTiled,
    ...(memoryLayout !== undefined && { memoryLayout }),
  };
  const dataType = wish.dataType ?? formatOf(type);
  const isSame =
    request.isTiled === given.isTiled &&
    bufferType === given.bufferType &&
    (bufferType === 'system_memory' || memoryLayout === given.memoryLayout) &&
    dataType === formatOf(type);
  if (isSame) return type;
  const format = dataType === formatOf(type) ? {} : { elementType: storedType(dataType, type) };
  return changedTensor(type, { ...withCores(request, deviceDescription(op).workerGrid), ...format });
}

/** The element type of tensors in a format. */
function storedType(dataType: DataType | null, type: RankedTensorType): Type {
  if (dataType === null) return type.elementType;
  return dataType.startsWith('bfp') ? TileType.get([TILE, TILE], dataType) : elementTypeOf(dataType);
}
