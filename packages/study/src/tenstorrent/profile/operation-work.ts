import { CallOp } from '@shardform/dialect-func';
import { storedBytes } from '@shardform/dialect-ttcore';
import {
  blockBytes,
  CaptureOrExecuteTraceOp,
  ComputeKernelConfigAttr,
  Conv2dOp,
  LinearOp,
  MatmulOp,
  ReshapeOp,
  ScaledDotProductAttentionOp,
  TILE,
} from '@shardform/dialect-ttnn';
import {
  IntegerAttr,
  isInstance,
  type Operation,
  product,
  RankedTensorType,
  type Value,
} from '@shardform/ir-core';
import { coreWork } from '../core-work.ts';
import { layoutOfValue, memoryOf, wholeMatrix } from '../device-tensor.ts';
import { isReduction, productCycles, tileCycles } from './engine-cycles.ts';

/** What an operation does on one device. */
export interface OperationWork {
  /** Cores that take part; 0 for what the host does. */
  readonly cores: number;
  /** Cycles of the busiest core. */
  readonly cycles: number;
  /** Bytes from and to DRAM. */
  readonly dramBytes: number;
  /** Bytes that the busier NoC of a core delivers. */
  readonly nocBytes: number;
  /** Bytes that a device sends to a neighbour. */
  readonly ethernetBytes: number;
  /** Bytes between the host and the device. */
  readonly pcieBytes: number;
  /** Bytes that the host reads and writes. */
  readonly hostBytes: number;
}

/** What a device is made of, as far as work is shared by it. */
export interface DeviceShape {
  readonly cores: number;
  /** Devices along each axis. */
  readonly mesh: readonly number[];
}

const NOTHING: OperationWork = {
  ...{ cores: 0, cycles: 0, dramBytes: 0, nocBytes: 0 },
  ...{ ethernetBytes: 0, pcieBytes: 0, hostBytes: 0 },
};

/** Operations that read no more of a table than they return. */
const PARTIAL: ReadonlySet<string> = new Set(
  ['embedding', 'gather', 'rows_gather', 'slice_static', 'slice_dynamic', 'mesh_partition'].map(
    (name) => `ttnn.${name}`,
  ),
);
/** Operations that write into their first operand as much as they read of the second. */
const IN_PLACE = /^ttnn\.(?:paged_)?(?:update|fill)_cache$/;
const WITHOUT_WORK: ReadonlySet<string> = new Set(
  ['get_device', 'deallocate', 'create_global_semaphore', 'reset_global_semaphore'].map(
    (name) => `ttnn.${name}`,
  ),
);

/** Returns what an operation of TTNN does on one device; `null` for those that take no time of their own. */
export function operationWork(op: Operation, device: DeviceShape): OperationWork | null {
  const isHostCall = op instanceof CallOp && op.hasAttr('ttir.cpu_hoist_call');
  if ((!op.name.startsWith('ttnn.') && !isHostCall) || WITHOUT_WORK.has(op.name) || isView(op)) return null;
  const [read, written] = [op.operandValues(), op.results];
  const onHost = (value: Value): boolean => layoutOfValue(value)?.isOnHost === true;
  const all = [...read, ...written].filter((value) => layoutOfValue(value) !== null);
  // What it records has work of its own.
  if (op instanceof CaptureOrExecuteTraceOp) {
    const pcieBytes = sum(read.filter(onHost).map(bufferBytes));
    return pcieBytes === 0 ? null : { ...NOTHING, pcieBytes };
  }
  if (all.length > 0 && all.every(onHost)) return { ...NOTHING, hostBytes: sum(all.map(bufferBytes)) };
  if (all.some(onHost)) return { ...NOTHING, pcieBytes: Math.max(...all.map(bufferBytes)) };
  const bytes = accessed(op);
  const inDram = (value: Value): boolean => isIn(value, 'DRAM');
  const dramBytes = sum(bytes.filter(({ value }) => inDram(value)).map((own) => own.bytes));
  return { ...NOTHING, ...shared(op, bytes, device), dramBytes, ethernetBytes: sentBytes(op, device) };
}

/** Returns true if a tensor is another view of a buffer: its tiles and rows stay where they are. */
export function isView(op: Operation): boolean {
  if (!(op instanceof ReshapeOp)) return false;
  const [from, to] = [layoutOfValue(op.input), layoutOfValue(op.result)];
  if (from === null || from.isTiled !== to?.isTiled) return false;
  const [before, after] = [op.input.type.shape, op.result.type.shape];
  // Rows that fill tiles stay in them whatever the outer dimensions are.
  const isAligned = [before.at(-2), after.at(-2)].every((rows) => (rows ?? 1) % TILE === 0);
  const isSameMatrix = before.at(-2) === after.at(-2) || isAligned || !from.isTiled;
  return before.at(-1) === after.at(-1) && isSameMatrix;
}

/** Returns the bytes of all buffers of a tensor on a device; 0 for other values. */
export function bufferBytes(value: Value): number {
  const layout = layoutOfValue(value);
  return layout === null ? 0 : blockBytes(layout) * product(layout.grid.shape);
}

/** Returns whether a tensor is in a memory. */
export function isIn(value: Value, memory: 'DRAM' | 'L1'): boolean {
  const layout = layoutOfValue(value);
  return layout !== null && memoryOf(layout) === memory;
}

interface Access {
  readonly value: Value;
  readonly bytes: number;
  readonly isWrite: boolean;
}

function accessed(op: Operation): Access[] {
  const written = sum(op.results.map(bufferBytes));
  if (IN_PLACE.test(op.name)) {
    const input = op.getOperand(1);
    const bytes = bufferBytes(input);
    return [
      { value: op.getOperand(0), bytes, isWrite: true },
      { value: input, bytes, isWrite: false },
    ];
  }
  const limit = PARTIAL.has(op.name) ? written : Infinity;
  return [
    ...op
      .operandValues()
      .map((value) => ({ value, bytes: Math.min(bufferBytes(value), limit), isWrite: false })),
    ...op.results.map((value) => ({ value, bytes: bufferBytes(value), isWrite: true })),
  ];
}

type CoreShare = Pick<OperationWork, 'cores' | 'cycles' | 'nocBytes'>;

/** How the cores share an operation. */
function shared(op: Operation, bytes: readonly Access[], device: DeviceShape): CoreShare {
  const fidelity = fidelityOf(op);
  const products = productsOf(op);
  const blocks = coreWork(op);
  if ((op instanceof MatmulOp || op instanceof LinearOp) && blocks !== null && blocks.cores.length > 0) {
    const [rows, columns] = blocks.size;
    const inner = innerTiles(op);
    const rounds = Math.ceil(tilesOf(op.result) / (rows * columns) / blocks.cores.length);
    const [first, second, result] = [tileBytes(op.a), tileBytes(op.b), tileBytes(op.result)] as const;
    // Each NoC brings one operand; the one of the second takes the result away.
    const nocBytes =
      rounds * Math.max(rows * inner * first, inner * columns * second + rows * columns * result);
    const cycles = productCycles(rounds * rows * columns * inner, fidelity);
    return { cores: blocks.cores.length, cycles, nocBytes };
  }
  const measure = isReduction(op) ? op.getOperand(0) : op.results[0];
  const units = measure === undefined ? 1 : Math.max(1, tilesOf(measure));
  const cores = Math.min(device.cores, units);
  const perCore = Math.ceil(units / cores);
  const cycles =
    products > 0 ? productCycles(Math.ceil(products / cores), fidelity) : perCore * tileCycles(op, fidelity);
  const moved = (isWrite: boolean): number =>
    sum(bytes.filter((own) => own.isWrite === isWrite).map((own) => own.bytes));
  const nocBytes = Math.max(moved(false), moved(true)) / cores;
  return { cores, cycles, nocBytes };
}

/** Products of tiles that an operation computes; 0 for those that multiply no matrices. */
function productsOf(op: Operation): number {
  if (op instanceof MatmulOp || op instanceof LinearOp) return tilesOf(op.result) * innerTiles(op);
  if (op instanceof Conv2dOp) {
    const summed = product(op.weight.type.shape.slice(1));
    return tilesOf(op.result) * Math.ceil(summed / TILE);
  }
  if (!(op instanceof ScaledDotProductAttentionOp)) return 0;
  const { shape } = op.query.type;
  const [rows, width] = [shape.at(-2) ?? 1, shape.at(-1) ?? 1];
  const keys = op.key.type.shape.at(-2) ?? 1;
  const outer = product(shape.slice(0, -2));
  const tiles = (size: number): number => Math.ceil(size / TILE);
  return 2 * outer * tiles(rows) * tiles(keys) * tiles(width);
}

/** The dimension that a product sums over, in tiles. */
function innerTiles(op: MatmulOp | LinearOp): number {
  const size = op.a.type.shape.at(op.transposeA?.value === 1n ? -2 : -1) ?? 1;
  return Math.ceil(size / TILE);
}

/** Tiles of a tensor, or so much of rows as a tile holds. */
function tilesOf(value: Value): number {
  const layout = layoutOfValue(value);
  if (layout === null || !(value.type instanceof RankedTensorType)) return 1;
  const [rows, columns] = wholeMatrix(layout, value.type.shape);
  return layout.isTiled ? rows * columns : Math.ceil((rows * columns) / (TILE * TILE));
}

function tileBytes(value: Value): number {
  const layout = layoutOfValue(value);
  if (layout === null) return 0;
  const bytes = storedBytes(layout.memref.elementType);
  return layout.isTiled ? bytes : bytes * TILE * TILE;
}

function fidelityOf(op: Operation): string | null {
  const config = op.getAttr('compute_config');
  return isInstance(ComputeKernelConfigAttr, config) ? config.mathFidelity : null;
}

/** Bytes that the busiest link carries, on a line of devices. */
function sentBytes(op: Operation, { mesh }: DeviceShape): number {
  if (op.name === 'ttnn.point_to_point') return bufferBytes(op.getOperand(0));
  if (!/^ttnn\.(?:all_gather|all_reduce|reduce_scatter)$/.test(op.name)) return 0;
  const axis = op.getAttr('cluster_axis');
  const devices = isInstance(IntegerAttr, axis) ? (mesh[axis.number] ?? 1) : product(mesh);
  const [input, output] = [bufferBytes(op.getOperand(0)), bufferBytes(op.getResult(0))];
  if (op.name === 'ttnn.all_gather') return (devices - 1) * input;
  const part = input / devices;
  return op.name === 'ttnn.reduce_scatter' ? (devices - 1) * output : 2 * (devices - 1) * part;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
