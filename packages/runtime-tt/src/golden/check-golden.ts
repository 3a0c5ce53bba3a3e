import type { ModuleOp, Operation } from '@shardform/ir-core';
import {
  convert,
  elementCount,
  ExecutionError,
  isArray,
  type NdArray,
  type OpObserver,
  type RunModuleOptions,
} from '@shardform/runtime-sim';
import { DeviceArithmetic, type DeviceArithmeticOptions } from './device-arithmetic.ts';
import { float32Form } from './float32-form.ts';
import { type GoldenBounds, type GoldenMetrics, goldenMetrics } from './golden-metrics.ts';

/** Executes a form of the program on all of its devices. */
export type ProgramRunner = (module: ModuleOp, options: RunModuleOptions) => void;

/** An operation of the program, compared with the reference on a device. */
export interface GoldenRow {
  readonly operation: Operation;
  /** Its position among the operations of the program. */
  readonly index: number;
  readonly device: number;
  /** How often the device executed it; the metrics are those of the least correlation. */
  readonly executions: number;
  readonly metrics: GoldenMetrics;
}

/** What a comparison with the reference found. */
export interface GoldenCheck {
  /** In the order of the program, then by device. */
  readonly rows: readonly GoldenRow[];
  /** The first row whose correlation is below the bound; `null` if there is none. */
  readonly first: GoldenRow | null;
}

/** Options of a comparison with the reference. */
export interface GoldenOptions extends DeviceArithmeticOptions {
  readonly bounds: GoldenBounds;
}

/** Elements that are kept of the reference: about a quarter of a gigabyte. */
const MOST_ELEMENTS = 2 ** 26;

/**
 * Executes a TTIR or TTNN program twice on the same inputs: as the device computes, and with all floats in f32. Each result
 * of each operation on each device is compared with what the reference has there, errors of earlier operations included.
 *
 * @throws ExecutionError also for programs whose results are too many to be kept.
 */
export function checkGolden(
  module: ModuleOp,
  run: ProgramRunner,
  { bounds, ...arithmetic }: GoldenOptions,
): GoldenCheck {
  const form = float32Form(module);
  const golden = new ReferenceResults(form);
  run(form, { observe: golden.observe });
  const rows = new ComparedResults(module, golden, bounds);
  run(module, { observe: rows.observe, noise: new DeviceArithmetic(arithmetic) });
  const sorted = rows.sorted();
  const first = sorted.find(({ metrics }) => metrics.actual_pcc < bounds.pcc) ?? null;
  return { rows: sorted, first };
}

/** Positions of the operations of a program. */
function positions(module: ModuleOp): ReadonlyMap<Operation, number> {
  const known = new Map<Operation, number>();
  module.walk((op) => {
    known.set(op, known.size);
  }, 'pre');
  return known;
}

/** Counts how often a device has executed an operation. */
class Executions {
  readonly #counts = new Map<string, number>();

  next(place: string): number {
    const count = this.#counts.get(place) ?? 0;
    this.#counts.set(place, count + 1);
    return count;
  }
}

class ReferenceResults {
  readonly #index: ReadonlyMap<Operation, number>;
  readonly #arrays = new Map<string, readonly (NdArray | null)[]>();
  readonly #executions = new Executions();
  #elements = 0;

  constructor(module: ModuleOp) {
    this.#index = positions(module);
  }

  readonly observe: OpObserver = (op, results, device) => {
    const arrays = results.map((value) => (isArray(value) ? value : null));
    if (arrays.length === 0) return;
    for (const array of arrays) this.#elements += array === null ? 0 : elementCount(array.shape);
    if (this.#elements > MOST_ELEMENTS)
      throw new ExecutionError(
        op,
        `more than ${MOST_ELEMENTS.toLocaleString('en')} elements are computed, which is too many to be compared one operation after the other; take smaller tensors, or fewer iterations`,
      );
    const place = `${this.#index.get(op) ?? -1} ${device}`;
    this.#arrays.set(`${place} ${this.#executions.next(place)}`, arrays);
  };

  find(index: number, device: number, execution: number): readonly (NdArray | null)[] {
    return this.#arrays.get(`${index} ${device} ${execution}`) ?? [];
  }
}

class ComparedResults {
  readonly #index: ReadonlyMap<Operation, number>;
  readonly #golden: ReferenceResults;
  readonly #bounds: GoldenBounds;
  readonly #rows = new Map<string, GoldenRow>();
  readonly #executions = new Executions();

  constructor(module: ModuleOp, golden: ReferenceResults, bounds: GoldenBounds) {
    this.#index = positions(module);
    this.#golden = golden;
    this.#bounds = bounds;
  }

  readonly observe: OpObserver = (op, results, device) => {
    const index = this.#index.get(op);
    if (index === undefined || results.length === 0) return;
    const place = `${index} ${device}`;
    const execution = this.#executions.next(place);
    const golden = this.#golden.find(index, device, execution);
    for (const [i, value] of results.entries()) {
      const wanted = golden[i] ?? null;
      if (wanted === null || !isArray(value) || wanted.shape.join() !== value.shape.join()) continue;
      // Bits of another format than the reference's are no difference in numbers.
      const actual = value.kind === wanted.kind ? value : convert(value, wanted.kind);
      const metrics = goldenMetrics(wanted, actual, this.#bounds);
      if (metrics === null) continue;
      const known = this.#rows.get(place);
      const isWorse = known === undefined || metrics.actual_pcc < known.metrics.actual_pcc;
      this.#rows.set(place, {
        ...{ operation: op, index, device, executions: execution + 1 },
        metrics: isWorse ? metrics : known.metrics,
      });
    }
  };

  sorted(): GoldenRow[] {
    return [...this.#rows.values()].sort((a, b) => a.index - b.index || a.device - b.device);
  }
}
