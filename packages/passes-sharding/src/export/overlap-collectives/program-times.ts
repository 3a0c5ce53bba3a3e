import {
  assumedMachine,
  FusedKernels,
  kernelKind,
  kernelSeconds,
  type Machine,
  machineDevice,
  type MachineDevice,
} from '@shardform/cost-model';
import { CallOp } from '@shardform/dialect-func';
import { AsyncStartOp, WhileOp } from '@shardform/dialect-stablehlo';
import type { Context, Operation } from '@shardform/ir-core';
import { pricedTrips } from '../../module/loop-trips.ts';
import { CollectiveTimes, devicesOf } from './collective-times.ts';
import type { Task } from './tasks.ts';

/** Seconds. */
export type OperationTime = Pick<Task, 'compute' | 'communication'>;

const NONE: OperationTime = { compute: 0, communication: 0 };

/**
 * The times of the operations of a program for each device, by the cost model: an operation that is fused into its users takes none,
 * and these take that of the fusion. An operation of unknown cost takes the time of its bytes, since a schedule needs to know which
 * operations are longer than others.
 *
 * All times throw MachineError for devices that the machine does not have or link.
 */
export class ProgramTimes {
  readonly #context: Context;
  readonly #device: MachineDevice;
  readonly #collectives: CollectiveTimes;
  readonly #kernels: FusedKernels;
  readonly #functions = new Map<Operation, OperationTime>();

  /** @param machine a program for no machine has the times of the one that `sim` assumes for its number of devices. */
  constructor(program: Operation, context: Context, machine: Machine | null) {
    const own = machine ?? assumedMachine(devicesOf(program));
    this.#context = context;
    this.#device = machineDevice(own);
    this.#collectives = new CollectiveTimes(own);
    this.#kernels = new FusedKernels(context);
  }

  of(op: Operation): OperationTime {
    if (op.definition.isTerminator) return NONE;
    const communication = this.#collectives.of(op);
    if (communication !== null) return { compute: 0, communication };
    if (op instanceof CallOp) return this.#called(op.calledFunction());
    if (op instanceof WhileOp) return this.inside(op, pricedTrips(op));
    if (op instanceof AsyncStartOp || kernelKind(op, this.#context) === 'regions') return this.inside(op);
    const work = this.#kernels.workOf(op);
    return work === null ? NONE : { compute: kernelSeconds(this.#device, work), communication: 0 };
  }

  #called(callee: Operation | null): OperationTime {
    if (callee === null) return { compute: this.#device.launch, communication: 0 };
    const known = this.#functions.get(callee);
    if (known !== undefined) return known;
    this.#functions.set(callee, NONE);
    const time = this.inside(callee);
    this.#functions.set(callee, time);
    return time;
  }

  /** The times of what an operation has in its regions. */
  inside(op: Operation, times = 1): OperationTime {
    let [compute, communication] = [0, 0];
    for (const { blocks } of op.regions)
      for (const block of blocks)
        for (const inner of block) {
          const own = this.of(inner);
          compute += own.compute * times;
          communication += own.communication * times;
        }
    return { compute, communication };
  }
}
