import {
  type Block,
  Builder,
  definePass,
  FunctionType,
  isInstance,
  lookupNearestSymbol,
  type Operation,
  type PassRun,
  RankedTensorType,
  type Type,
  type Value,
} from '@shardform/ir-core';
import { CallOp, FuncOp, ReturnOp } from '@shardform/dialect-func';
import {
  CaseOp,
  CompositeOp,
  deviceModules,
  LoadCachedOp,
  TensorMeshAttr,
  WhileLoopOp,
} from '@shardform/dialect-ttcore';
import {
  BroadcastOp,
  ConcatOp,
  Conv3dOp,
  creation,
  EmptyOp,
  MeshPartitionOp,
  MeshShardOp,
  PermuteOp,
  ReshapeOp,
  RowsGatherOp,
  RowsScatterOp,
  ToLayoutOp,
} from '@shardform/dialect-ttir';
import { changedTensor, layoutOf, type LayoutRequest, makeLayout } from '@shardform/dialect-ttnn';
import { argumentPlacement, isHostFunction } from './argument-placement.ts';

const onDevice: LayoutRequest = { bufferType: 'dram', isTiled: true };
const inRows: LayoutRequest = { bufferType: 'dram', isTiled: false };
const onHost: LayoutRequest = { bufferType: 'system_memory', isTiled: false };

/**
 * Gives every tensor a layout: tiles in DRAM, unless an operation or the caller of a function needs another. Inputs come
 * in rows, and in the host's memory where they are split over the mesh first; results are tiled, except those that were
 * joined from the mesh. Where an operation needs another layout, `ttir.to_layout` makes it.
 */
export const ttnnLayout = definePass({
  name: 'ttnn-layout',
  className: 'TTNNLayout',
  summary: 'gives tensors a layout',
  anchor: 'builtin.module',
  dependentDialects: ['ttir', 'ttnn'],
  run(op, pass) {
    const functions = deviceModules(op).flatMap((module) =>
      [...module.body].filter((inner): inner is FuncOp => inner instanceof FuncOp),
    );
    if (!functions.every((func) => hasOwnRegions(func, pass))) return;
    // Types of all functions are known before calls are looked at.
    for (const func of functions) placeTensors(func, pass);
    for (const func of functions) {
      if (!func.isDeclaration) layOutBlock(func.entry, new Builder(pass.context), pass);
    }
  },
});

/** Dialects whose regions are laid out together with the operations that hold them. */
const LAID_OUT: ReadonlySet<string> = new Set(['func', 'ttcore', 'ttir', 'ttnn']);

/** Refuses regions of other dialects, whose arguments would get layouts that the operations know nothing of. */
function hasOwnRegions(func: FuncOp, pass: PassRun): boolean {
  let isRight = true;
  func.walk((op) => {
    if (op.regions.length === 0 || LAID_OUT.has(op.definition.dialect)) return;
    pass.opError(op, 'has regions, whose tensors can not be laid out; convert it to TTIR first');
    isRight = false;
  });
  return isRight;
}

/** Gives all tensors of a function the layout that they have without any reason for another. */
function placeTensors(func: FuncOp, pass: PassRun): void {
  const { inputs, results } = func.functionType;
  const placed = (type: Type, request: LayoutRequest, at: Operation): Type =>
    withLayout(type, request, at, pass);
  if (func.isDeclaration) {
    const request = isHostFunction(func) ? onHost : onDevice;
    func.functionType = FunctionType.get(
      inputs.map((type) => placed(type, request, func)),
      results.map((type) => placed(type, request, func)),
    );
    return;
  }
  func.walk((op) => {
    for (const result of op.results) result.setType(placed(result.type, onDevice, op));
    for (const region of op.regions) {
      for (const block of region.blocks) {
        for (const argument of block.arguments) {
          const request = op === func ? argumentPlacement(func, argument) : onDevice;
          argument.setType(placed(argument.type, request, op));
        }
      }
    }
  });
  const last = func.entry.lastOp;
  const isJoined = (i: number): boolean =>
    last instanceof ReturnOp && last.getOperand(i).definingOp instanceof MeshShardOp;
  func.functionType = FunctionType.get(
    func.entry.arguments.map(({ type }) => type),
    results.map((type, i) => placed(type, isJoined(i) ? onHost : onDevice, func)),
  );
}

function withLayout(type: Type, request: LayoutRequest, op: Operation, pass: PassRun): Type {
  if (!isInstance(RankedTensorType, type)) return type;
  const { encoding } = type;
  if (encoding !== null && !(encoding instanceof TensorMeshAttr)) return type;
  const layout = makeLayout(type.shape, type.elementType, { ...request, mesh: encoding });
  if (layout !== null) return RankedTensorType.get(type.shape, type.elementType, layout);
  pass.opError(
    op,
    `there are no tiles of element type '${String(type.elementType)}'; compute with bf16 or f32`,
  );
  return type;
}

/** Brings operands and results of the operations of a block into the layouts that they need. */
function layOutBlock(block: Block, builder: Builder, pass: PassRun): void {
  for (const op of block) {
    builder.setInsertionPoint(op);
    builder.location = op.location;
    layOut(op, builder);
    for (const region of op.regions) for (const inner of region.blocks) layOutBlock(inner, builder, pass);
  }
}

function layOut(op: Operation, builder: Builder): void {
  if (op instanceof MeshShardOp) layOutAll(op, onHost, builder);
  else if (op instanceof MeshPartitionOp) layOutAll(op, inRows, builder);
  else if (op instanceof ReturnOp) {
    for (const { index, value } of op.operands) {
      changeOperand(op, index, value.definingOp instanceof MeshShardOp ? onHost : onDevice, builder);
    }
  } else if (op instanceof CallOp && op.hasAttr('ttir.cpu_hoist_call')) {
    layOutAll(op, onHost, builder);
  } else if (op instanceof LoadCachedOp) {
    const callee = lookupNearestSymbol(op, op.callee);
    if (callee instanceof FuncOp) adoptResults(op, callee);
  } else if (op instanceof CompositeOp) layOutComposite(op, builder);
  else if (op instanceof WhileLoopOp) layOutLoop(op, builder);
  else if (op instanceof CaseOp) layOutCase(op, builder);
  else if (op.definition.dialect === 'ttir') layOutForDevice(op, builder);
}

/** Returns true if an operation works on rows: those that take or write rows do, and moves that only they use. */
function isInRows(op: Operation): boolean {
  if (op instanceof RowsGatherOp || op instanceof RowsScatterOp) return true;
  if (!(op instanceof ReshapeOp || op instanceof ConcatOp || op instanceof PermuteOp)) return false;
  const users = op.result.users();
  return users.length > 0 && users.every(isInRows);
}

/** Most operations work on tiles in DRAM. */
function layOutForDevice(op: Operation, builder: Builder): void {
  if (op instanceof ToLayoutOp || op.hasTrait(creation)) return;
  if (isInRows(op)) {
    layOutAll(op, inRows, builder);
    return;
  }
  for (const { index, value } of op.operands) {
    const source = value.definingOp;
    if (source instanceof BroadcastOp || source instanceof ToLayoutOp) continue;
    changeOperand(op, index, onDevice, builder);
  }
  for (const result of op.results) {
    const isTiled =
      op instanceof ReshapeOp ? layoutOf(op.result.type)?.isTiled === true : !(op instanceof Conv3dOp);
    result.setType(changed(result.type, { bufferType: 'dram', isTiled }));
  }
}

/** Gives the results of a call the types that the function returns. */
function adoptResults(op: Operation, callee: FuncOp): void {
  callee.functionType.results.forEach((type, i) => {
    const result = op.results[i];
    if (result !== undefined) result.setType(type);
  });
}

function layOutComposite(op: CompositeOp, builder: Builder): void {
  const callee = lookupNearestSymbol(op, op.decomposition);
  if (!(callee instanceof FuncOp)) return;
  adoptResults(op, callee);
  passArguments(op, callee, builder);
}

/** Gives each result of a loop's body the layout of the argument that the next iteration takes it as. */
function layOutLoop(op: WhileLoopOp, builder: Builder): void {
  const { body } = op;
  if (body === null) return;
  passArguments(op, body, builder);
  const { results } = body.functionType;
  op.outputIndices.numbers().forEach((state, i) => {
    op.getResult(i).setType(results[state]!);
  });
}

/** All functions to choose from take and give tensors in the same layouts. */
function layOutCase(op: CaseOp, builder: Builder): void {
  const [branch] = op.branches;
  if (branch == null) return;
  adoptResults(op, branch);
  passArguments(op, branch, builder, 1);
}

/** Brings operands, but for the first few, into the layouts that a function's arguments have. */
function passArguments(op: Operation, callee: FuncOp, builder: Builder, skipped = 0): void {
  const { inputs } = callee.functionType;
  for (const { index } of op.operands) {
    const type = inputs[index - skipped];
    const layout = type !== undefined && isInstance(RankedTensorType, type) ? layoutOf(type) : null;
    if (layout !== null) {
      changeOperand(op, index, { bufferType: layout.bufferType, isTiled: layout.isTiled }, builder);
    }
  }
}

function layOutAll(op: Operation, request: LayoutRequest, builder: Builder): void {
  for (const { index } of op.operands) changeOperand(op, index, request, builder);
  for (const result of op.results) result.setType(changed(result.type, request));
}

function changed(type: Type, request: LayoutRequest): Type {
  return isInstance(RankedTensorType, type)
    ? changedTensor(type, { ...request, memoryLayout: 'interleaved' })
    : type;
}

/** Makes an operand have a layout, by a copy before the operation where it has another. */
function changeOperand(op: Operation, index: number, request: LayoutRequest, builder: Builder): void {
  const value = op.getOperand(index);
  const wanted = changed(value.type, request);
  if (wanted === value.type) return;
  const output = builder.create(EmptyOp, {}, [wanted]).result;
  // The value has a layout, so that it is a tensor.
  const input = value as Value<RankedTensorType>;
  op.setOperand(index, builder.create(ToLayoutOp, { input, output }, [wanted]).result);
}
