import { type GraphValue, type Kernel, type KernelSequence } from './hlo-graph.ts';
import type { MemoryRules } from './memory-rules.ts';
import { fullestAt, heapSize, type Interval, liveBytes, mostLive } from './heap.ts';
import { KernelOrder } from './kernel-order.ts';

/** Bytes of a program's memory on one device, as XLA's `memory_analysis()` divides them. */
export interface AssignedBytes {
  readonly arguments: number;
  readonly results: number;
  /** Bytes of the results that alias donated arguments. */
  readonly aliased: number;
  readonly temporaries: number;
}

/** A program's memory with what is in it. */
export interface AssignedMemory {
  readonly bytes: AssignedBytes;
  /** Bytes of the table of addresses of several results. */
  readonly tableBytes: number;
  /** The position in the order of kernels at which temporaries need most. */
  readonly fullestAt: number;
  /** The temporaries that are live there; without a value those that hold addresses. */
  readonly live: readonly LiveBuffer[];
  /** By position in the order of kernels, the bytes of temporaries that are live. */
  readonly liveBytes: Float64Array;
  readonly order: KernelOrder;
}

/** Memory of temporaries with the value that is in it at some time. */
export interface LiveBuffer {
  readonly bytes: number;
  readonly value: GraphValue | null;
  /** The position up to which the value is there. */
  readonly end: number;
}

/** A table of addresses has so many bytes for each. */
const ADDRESS = 8;

const LOOP = 'stablehlo.while';
const BRANCHES: ReadonlySet<string> = new Set(['stablehlo.if', 'stablehlo.case']);

interface Buffer {
  readonly bytes: number;
  start: number;
  end: number;
  readonly kind: 'argument' | 'temporary';
  /** The values that are in it, one after the other. */
  readonly values: GraphValue[];
  /** True if it is inside of another buffer. */
  isPart: boolean;
  /** The value that has to be in it at the end of an iteration, if it is carried by a loop. */
  carried: GraphValue | null;
}

/**
 * Assigns buffers to a scheduled program: arguments and results have buffers of their own, except that a result aliases
 * the argument donated for it. A kernel writes its result in place of an operand that is dead after it, if it reads
 * each element before writing it; a loop carries a value in one buffer. Values with disjoint live ranges share memory.
 *
 * @param donated by number of the result, the number of the argument.
 * @param rules on accelerators kernels run one after the other, and gaps between buffers aren't counted.
 */
export function assignBuffers(
  program: KernelSequence,
  donated: ReadonlyMap<number, number>,
  rules: MemoryRules,
): AssignedMemory {
  return new Assignment(program, donated, rules).run();
}

class Assignment {
  readonly #program: KernelSequence;
  readonly #donated: ReadonlyMap<number, number>;
  readonly #order: KernelOrder;
  readonly #rules: MemoryRules;
  readonly #bufferOf = new Map<GraphValue, Buffer>();
  readonly #buffers: Buffer[] = [];
  /** The buffer that a value has to be computed in. */
  readonly #targets = new Map<GraphValue, Buffer>();

  constructor(program: KernelSequence, donated: ReadonlyMap<number, number>, rules: MemoryRules) {
    this.#program = program;
    this.#donated = donated;
    this.#rules = rules;
    // Kernels of CPUs run at the same time.
    this.#order = new KernelOrder(program, rules === 'accelerator');
  }

  run(): AssignedMemory {
    const { parameters, results } = this.#program;
    const { end } = this.#order;
    const hosts = this.#donations();
    this.#sequence(this.#program);
    const own: Interval[] = [];
    const hosting = new Set<Buffer>(hosts.keys());
    let aliased = 0;
    results.forEach((value, i) => {
      const buffer = this.#bufferOf.get(value);
      const donated = this.#donated.get(i);
      if (donated !== undefined && donated in parameters) {
        aliased += value.bytes;
        return;
      }
      if (buffer === undefined || buffer.kind === 'argument' || hosting.has(buffer)) {
        own.push({ bytes: value.bytes, start: end, end });
        return;
      }
      hosting.add(buffer);
      own.push({ bytes: value.bytes, start: buffer.start, end });
    });
    const temporaries = this.#buffers.filter(
      (buffer) => buffer.kind === 'temporary' && !buffer.isPart && !hosting.has(buffer),
    );
    const tableBytes = results.length > 1 ? ADDRESS * results.length : 0;
    const placed = withoutHosted(temporaries, [...hosts.values(), ...hostsOf(own)]);
    const fullest = fullestAt(placed);
    return {
      bytes: {
        arguments: total(parameters),
        results: total(results) + tableBytes,
        aliased,
        temporaries: this.#rules === 'accelerator' ? mostLive(placed) : heapSize(placed),
      },
      tableBytes,
      fullestAt: fullest,
      live: placed
        .filter(({ bytes, start, end }) => bytes > 0 && start <= fullest && fullest <= end)
        .map((buffer) => this.#contentAt(buffer, fullest)),
      liveBytes: liveBytes(placed, end),
      order: this.#order,
    };
  }

  /** What is in a buffer at a position: the last of the values that are live there, or else the one it is kept for. */
  #contentAt({ bytes, start, end, values }: Buffer, at: number): LiveBuffer {
    const madeAt = (value: GraphValue): number => this.#order.producedAt(value) ?? start;
    const live = values.findLast((value) => madeAt(value) <= at && at <= this.#order.lastUse(value));
    return live === undefined
      ? { bytes, value: values.at(-1) ?? null, end }
      : { bytes, value: live, end: this.#order.lastUse(live) };
  }

  /** Has donated arguments' memory written by the results that they are donated for. */
  #donations(): Map<Buffer, Host> {
    const { parameters, results } = this.#program;
    const { end } = this.#order;
    const byParameter = parameters.map((parameter): Buffer => {
      const buffer: Buffer = {
        bytes: parameter.bytes,
        start: -1,
        end,
        kind: 'argument',
        values: [parameter],
        isPart: false,
        carried: null,
      };
      this.#bufferOf.set(parameter, buffer);
      return buffer;
    });
    const hosts = new Map<Buffer, Host>();
    const taken = new Set<GraphValue>();
    for (const [result, argument] of this.#donated) {
      if (!(result in results && argument in parameters)) continue;
      const [value, parameter] = [results[result], parameters[argument]];
      if (value === parameter) continue;
      const buffer = byParameter[argument];
      const made = this.#order.producedAt(value);
      let until = this.#order.lastUse(parameter);
      if (made === undefined || taken.has(value)) {
        hosts.set(buffer, {
          bytes: buffer.bytes,
          taken: [
            [-1, until],
            [end, end],
          ],
        });
        continue;
      }
      taken.add(value);
      if (!this.#order.isOverwritable(parameter, value)) {
        // Its users are not ordered with the kernel that overwrites it: they read a copy.
        const copy = this.#allocate(parameter.bytes, 0, until);
        copy.values.push(parameter);
        this.#bufferOf.set(parameter, copy);
        until = -1;
      }
      this.#targets.set(value, buffer);
      buffer.carried = value;
      hosts.set(buffer, {
        bytes: buffer.bytes,
        taken: [
          [-1, until],
          [made, end],
        ],
      });
    }
    return hosts;
  }

  #sequence(sequence: KernelSequence): void {
    for (const kernel of sequence.kernels) {
      if (kernel.node.kind === LOOP) this.#loop(kernel);
      else if (BRANCHES.has(kernel.node.kind)) this.#branches(kernel);
      else this.#plain(kernel);
    }
  }

  #plain(kernel: Kernel): void {
    const at = this.#order.at(kernel);
    for (const result of kernel.results) {
      const target = this.#targets.get(result);
      const inPlace = this.#inPlace(kernel, result, at);
      // The chain of in-place values that a branch computes its result from is in the result's memory.
      if (target !== undefined && inPlace !== undefined && this.#chosen.has(target)) inPlace.isPart = true;
      this.#bind(result, target ?? inPlace ?? this.#allocate(result.bytes, at, at));
    }
  }

  /** The memory of an operand that is dead after the kernel, if the result may be written there. */
  #inPlace(kernel: Kernel, result: GraphValue, at: number): Buffer | undefined {
    for (const [operand, into] of kernel.shares) {
      const buffer = this.#bufferOf.get(operand);
      if (into !== result || buffer?.bytes !== result.bytes) continue;
      if (buffer.kind === 'temporary' && buffer.carried === null && buffer.end === at) return buffer;
    }
    return undefined;
  }

  #loop(kernel: Kernel): void {
    // Loops have two bodies.
    const [cond, body] = kernel.bodies as readonly [KernelSequence, KernelSequence];
    const [start, at] = [this.#order.startOf(kernel), this.#order.at(kernel)];
    this.#allocate(ADDRESS * body.parameters.length, start, at);
    const used = new Set<Buffer>();
    body.parameters.forEach((parameter, i) => {
      const initial = kernel.node.operands[i];
      const [result, root] = [kernel.results[i], body.results[i]];
      const source = this.#bufferOf.get(initial);
      const isFree =
        source?.kind === 'temporary' &&
        source.carried === null &&
        source.end === this.#order.lastUse(initial) &&
        source.end >= start &&
        source.end <= at &&
        !used.has(source);
      const buffer =
        this.#targets.get(result) ?? (isFree ? source : this.#allocate(parameter.bytes, start, at));
      used.add(buffer);
      this.#bind(cond.parameters[i], buffer);
      this.#bind(result, buffer);
      buffer.end = Math.max(buffer.end, at);
      const outside = buffer.carried;
      buffer.carried = root;
      const own = this.#order.isOverwritable(parameter, root)
        ? buffer
        : this.#allocate(parameter.bytes, this.#order.begin(body), this.#order.lastUse(parameter));
      this.#bind(parameter, own);
      if (this.#order.producedAt(root) !== undefined && !this.#targets.has(root))
        this.#targets.set(root, buffer);
      used.add(buffer);
      this.#after.push([kernel, buffer, outside]);
    });
    this.#sequence(cond);
    this.#sequence(body);
    // Outside, the buffer is what it was before.
    for (const [owner, buffer, outside] of this.#after) if (owner === kernel) buffer.carried = outside;
  }

  /** Results of conditionals: until a branch writes them, their memory is free. */
  readonly #chosen = new Set<Buffer>();
  readonly #after: [Kernel, Buffer, GraphValue | null][] = [];

  #branches(kernel: Kernel): void {
    const [start, at] = [this.#order.startOf(kernel), this.#order.at(kernel)];
    kernel.results.forEach((result, i) => {
      const buffer = this.#targets.get(result) ?? this.#allocate(result.bytes, start, at);
      this.#bind(result, buffer);
      this.#chosen.add(buffer);
      for (const branch of kernel.bodies) {
        const root = branch.results[i];
        if (this.#order.isProducedIn(branch, root) && !this.#targets.has(root))
          this.#targets.set(root, buffer);
      }
    });
    for (const branch of kernel.bodies) this.#sequence(branch);
  }

  #allocate(bytes: number, start: number, end: number): Buffer {
    const buffer: Buffer = {
      bytes,
      start,
      end: Math.max(start, end),
      kind: 'temporary',
      values: [],
      isPart: false,
      carried: null,
    };
    this.#buffers.push(buffer);
    return buffer;
  }

  #bind(value: GraphValue, buffer: Buffer): void {
    this.#bufferOf.set(value, buffer);
    buffer.values.push(value);
    buffer.end = Math.max(buffer.end, this.#order.lastUse(value));
  }
}

/** Memory of a result, and when something is in it. */
interface Host {
  readonly bytes: number;
  readonly taken: (readonly [start: number, end: number])[];
}

function hostsOf(results: readonly Interval[]): Host[] {
  return [...results]
    .sort((a, b) => b.bytes - a.bytes)
    .map(({ bytes, start, end }) => ({ bytes, taken: [[start, end]] }));
}

/** Buffers that no result's memory is free for, the largest first; of several hosts the smallest. */
function withoutHosted(buffers: readonly Buffer[], hosts: readonly Host[]): Buffer[] {
  return [...buffers]
    .sort((a, b) => b.bytes - a.bytes)
    .filter(({ bytes, start, end }) => {
      const host = hosts.findLast(
        (own) => own.bytes >= bytes && own.taken.every(([first, last]) => last < start || first > end),
      );
      host?.taken.push([start, end]);
      return host === undefined;
    });
}

function total(values: readonly GraphValue[]): number {
  return values.reduce((sum, { bytes }) => sum + bytes, 0);
}
