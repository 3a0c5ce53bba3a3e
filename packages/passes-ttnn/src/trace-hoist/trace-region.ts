import {
  BlockArgument,
  isInstance,
  type Operation,
  RankedTensorType,
  type Tensor,
  type Value,
} from '@shardform/ir-core';
import { type FuncOp, ReturnOp, valueAttrs } from '@shardform/dialect-func';
import { ArgumentTypeAttr, CaseOp, LoadCachedOp, WhileLoopOp } from '@shardform/dialect-ttcore';
import {
  AllocateMoeComputeSemaphoreOp,
  AllocOp,
  ArangeOp,
  CaptureOrExecuteTraceOp,
  ConstantOp,
  CreateGlobalSemaphoreOp,
  EmptyOp,
  FullOp,
  GetDeviceOp,
  GlobalSemaphoreType,
  OnesOp,
  RandOp,
  ZerosOp,
} from '@shardform/dialect-ttnn';

const CREATIONS = [
  AllocateMoeComputeSemaphoreOp,
  AllocOp,
  ArangeOp,
  ConstantOp,
  CreateGlobalSemaphoreOp,
  EmptyOp,
  FullOp,
  OnesOp,
  RandOp,
  ZerosOp,
];

const OUTSIDE = [CaptureOrExecuteTraceOp, GetDeviceOp, LoadCachedOp, ReturnOp];

/** Makes a tensor of nothing but the device: outside, since a recording may not allocate what lives on. */
function isCreation(op: Operation): boolean {
  return CREATIONS.some((definition) => op instanceof definition);
}

function isHoistable(op: Operation): boolean {
  return !isCreation(op) && !OUTSIDE.some((definition) => op instanceof definition);
}

/** The values that a recording takes and makes. */
export interface TraceBoundary {
  /** Constants, parameters, caches and buffers, which lie on the device and are their own slots. */
  readonly resident: readonly Tensor[];
  /** What each run brings anew. */
  readonly staged: readonly Tensor[];
  readonly semaphores: readonly Value[];
  readonly outputs: readonly Tensor[];
}

/** An operation that cannot be recorded where it stands. */
export interface Obstacle {
  readonly op: Operation;
  readonly message: string;
}

/**
 * Returns the operations from the first to the last that can be recorded. What creates tensors among them is moved
 * above.
 */
export function recordedOperations(func: FuncOp): readonly Operation[] | Obstacle {
  const all = [...func.entry];
  const first = all.findIndex(isHoistable);
  if (first < 0) return [];
  const range = all.slice(first, all.findLastIndex(isHoistable) + 1);
  for (const op of range) {
    if (op instanceof WhileLoopOp || op instanceof CaseOp)
      return { op, message: 'is decided at each run, and a trace replays what was done at its first' };
    if (!isHoistable(op) && !isCreation(op))
      return { op, message: 'Non-hoistable op found in the middle of hoistable ops' };
  }
  for (const op of range) if (isCreation(op)) op.moveBefore(range[0]!);
  return range.filter(isHoistable);
}

/** Returns true for tensors. */
export function isTensor(value: Value): value is Tensor {
  return isInstance(RankedTensorType, value.type);
}

function isResident(value: Tensor, func: FuncOp): boolean {
  if (!(value instanceof BlockArgument)) {
    const made = value.definingOp;
    return made instanceof LoadCachedOp || made instanceof EmptyOp || made instanceof AllocOp;
  }
  const attrs = valueAttrs(func, 'arg_attrs', value.index);
  const role = attrs.get('ttcore.argument_type');
  const isConstant =
    role instanceof ArgumentTypeAttr && (role.value === 'parameter' || role.value === 'constant');
  return isConstant || attrs.get('ttcore.kv_cache') !== null;
}

/** Arguments come first, then results, each in the order of the program. */
function order(a: Value, b: Value): number {
  if (a instanceof BlockArgument || b instanceof BlockArgument) {
    if (!(b instanceof BlockArgument)) return -1;
    return a instanceof BlockArgument ? a.index - b.index : 1;
  }
  const [left, right] = [a.definingOp, b.definingOp];
  if (left !== null && right !== null && left !== right) return left.isBefore(right) ? -1 : 1;
  const place = (value: Value): number => left?.results.findIndex((own) => own === value) ?? 0;
  return place(a) - place(b);
}

/** Returns what recorded operations use from outside, and what is used of theirs there. */
export function boundaryOf(operations: readonly Operation[], func: FuncOp): TraceBoundary {
  const members = new Set(operations);
  const used = new Set(operations.flatMap((op) => op.operandValues()));
  const inputs = [...used]
    .filter(({ definingOp }) => definingOp === null || !members.has(definingOp))
    .sort(order);
  const tensors = inputs.filter(isTensor);
  return {
    resident: tensors.filter((value) => isResident(value, func)),
    staged: tensors.filter((value) => !isResident(value, func)),
    semaphores: inputs.filter(({ type }) => isInstance(GlobalSemaphoreType, type)),
    outputs: operations
      .flatMap((op): readonly Value[] => op.results)
      .filter(isTensor)
      .filter((result) => result.users().some((user) => !members.has(user))),
  };
}
