import { FuncOp, programEntry } from '@shardform/dialect-func';
import {
  CaseOp,
  deviceDescription,
  deviceMesh,
  deviceModules,
  LoadCachedOp,
  SystemDescAttr,
  WhileLoopOp,
} from '@shardform/dialect-ttcore';
import { CaptureOrExecuteTraceOp } from '@shardform/dialect-ttnn';
import { isInstance, lookupNearestSymbol, ModuleOp, type Operation, product } from '@shardform/ir-core';
import { chipRates, type ChipRates, HOST_BYTES } from './chip-rates.ts';
import { kernelBuffers, type KernelBuffers } from './core-memory.ts';
import { liveMemory } from './live-memory.ts';
import { bufferBytes, type DeviceShape, isIn, operationWork, type OperationWork } from './operation-work.ts';

/** What takes most of an operation's time. */
export type Bound = 'compute' | 'DRAM' | 'NoC' | 'Ethernet' | 'PCIe' | 'host' | 'launch';

/** An operation with its time and memory on one device. */
export interface ProfiledOperation {
  readonly operation: Operation;
  readonly func: FuncOp;
  /** In the order of the program, operations without time of their own left out. */
  readonly index: number;
  /** How often a run executes it; 0 for what is computed once, before. */
  readonly executions: number;
  readonly work: OperationWork;
  /** Of one execution. */
  readonly seconds: number;
  readonly bound: Bound;
  /** Bytes of DRAM that tensors take while it runs. */
  readonly dram: number;
  /** Bytes of a core's memory that its kernels and the tensors in it take. */
  readonly l1: number;
  readonly buffers: KernelBuffers;
}

/** The time and memory of a program of TTNN on each of its devices. */
export interface DeviceProfile {
  readonly arch: string;
  /** Rows and columns of cores. */
  readonly grid: readonly number[];
  readonly devices: number;
  readonly rates: ChipRates;
  /** Bytes of DRAM that tensors can have. */
  readonly dramCapacity: number;
  /** Bytes of a core's memory that programs can have. */
  readonly l1Capacity: number;
  readonly operations: readonly ProfiledOperation[];
  /** Loops of unknown length and choices, whose functions are counted once. */
  readonly uncertain: readonly Operation[];
}

/** Estimates what a program of TTNN takes of each device. `null` where there is no function to start with. */
export function deviceProfile(module: ModuleOp): DeviceProfile | null {
  const inner = deviceModules(module)[0] ?? module;
  const entry = programEntry(inner);
  if (entry === null || entry.isDeclaration) return null;
  const { chip, workerGrid } = deviceDescription(inner);
  const mesh = deviceMesh(inner);
  const shape = { cores: product(workerGrid), mesh };
  const rates = chipRates(chip.arch);
  const l1Capacity = chip.l1Size - chip.l1UnreservedBase;
  const walk = new ProfileWalk(shape, rates, l1Capacity, linksOf(inner));
  walk.function(entry, 1, { dram: 0, l1: 0 });
  return {
    arch: chip.arch,
    grid: workerGrid,
    devices: product(mesh),
    rates,
    dramCapacity: chip.numDramChannels * (chip.dramUnreservedEnd - chip.dramUnreservedBase),
    l1Capacity,
    operations: walk.operations,
    uncertain: walk.uncertain,
  };
}

/** Links between the first chip and its neighbour. */
function linksOf(module: ModuleOp): number {
  for (let at: Operation | null = module; at !== null; at = at.parentOp) {
    const system = at.getAttr('ttcore.system_desc');
    if (!isInstance(SystemDescAttr, system)) continue;
    const links = new Map<number, number>();
    for (const [[from], [to]] of system.chipChannels) {
      const other = from === 0 ? to : to === 0 ? from : null;
      if (other !== null) links.set(other, (links.get(other) ?? 0) + 1);
    }
    return Math.max(1, ...links.values());
  }
  return 1;
}

/** What is held besides the tensors of a recording: its function holds these, as its arguments. */
function withoutSlots(
  op: Operation,
  { dram, l1 }: { readonly dram: number; readonly l1: number },
): { readonly dram: number; readonly l1: number } {
  if (!(op instanceof CaptureOrExecuteTraceOp)) return { dram, l1 };
  const passed = new Set([...op.inputs, ...op.results]);
  const bytes = (memory: 'DRAM' | 'L1'): number =>
    [...passed].reduce((sum, value) => sum + (isIn(value, memory) ? bufferBytes(value) : 0), 0);
  return { dram: dram - bytes('DRAM'), l1: l1 - bytes('L1') };
}

class ProfileWalk {
  readonly operations: ProfiledOperation[] = [];
  readonly uncertain: Operation[] = [];
  readonly #shape: DeviceShape;
  readonly #rates: ChipRates;
  readonly #l1Capacity: number;
  readonly #links: number;

  constructor(shape: DeviceShape, rates: ChipRates, l1Capacity: number, links: number) {
    this.#shape = shape;
    this.#rates = rates;
    this.#l1Capacity = l1Capacity;
    this.#links = links;
  }

  /** @param held what the callers hold besides what they pass. */
  function(func: FuncOp, executions: number, held: { readonly dram: number; readonly l1: number }): void {
    const live = liveMemory(func);
    for (const op of func.entry) {
      const own = live.get(op)!;
      const around = { dram: held.dram + own.dram, l1: held.l1 + own.l1 };
      for (const [callee, rounds] of this.#called(op))
        this.function(callee, executions * rounds, withoutSlots(op, around));
      const work = operationWork(op, this.#shape);
      if (work === null) continue;
      const tensors = Math.ceil(around.l1 / this.#shape.cores);
      const buffers = kernelBuffers(op, this.#l1Capacity - tensors);
      const isOnDevice = work.cores > 0;
      this.operations.push({
        operation: op,
        func,
        index: this.operations.length,
        executions,
        work,
        ...this.#time(work),
        dram: around.dram,
        l1: tensors + (isOnDevice ? buffers.bytes : 0),
        buffers,
      });
    }
  }

  /** The functions that an operation runs, and how often; what is computed once does not count. */
  #called(op: Operation): readonly (readonly [FuncOp, number])[] {
    if (op instanceof LoadCachedOp) {
      const found = lookupNearestSymbol(op, op.callee);
      return found instanceof FuncOp ? [[found, 0]] : [];
    }
    if (op instanceof CaptureOrExecuteTraceOp) {
      const trace = op.tracedFunction();
      return trace === null ? [] : [[trace, 1]];
    }
    if (op instanceof WhileLoopOp) {
      const { rounds, body, condition } = op;
      if (rounds === null) this.uncertain.push(op);
      return [body, condition].flatMap((func) => (func === null ? [] : [[func, rounds ?? 1] as const]));
    }
    if (!(op instanceof CaseOp)) return [];
    this.uncertain.push(op);
    return op.branches.flatMap((func) => (func === null ? [] : [[func, 1] as const]));
  }

  #time(work: OperationWork): { readonly seconds: number; readonly bound: Bound } {
    const { clock, dram, nocBytes, ethernet, pcie, launch } = this.#rates;
    const parts: readonly (readonly [Bound, number])[] = [
      ['compute', work.cycles / clock],
      ['DRAM', work.dramBytes / dram],
      ['NoC', work.nocBytes / (nocBytes * clock)],
      ['Ethernet', work.ethernetBytes / (ethernet * this.#links)],
      ['PCIe', work.pcieBytes / pcie],
      ['host', work.hostBytes / HOST_BYTES],
    ];
    const [bound, longest] = parts.reduce((most, own) => (own[1] > most[1] ? own : most));
    const start = work.cores > 0 || work.pcieBytes > 0 ? launch : 0;
    return { seconds: start + longest, bound: start > longest ? 'launch' : bound };
  }
}
