import {
  type Block,
  type Context,
  constantLike,
  gapText,
  type Operation,
  type Region,
  returnLike,
  type Value,
  lookUp,
} from '@shardform/ir-core';
import { ClampOp, elementwise, SelectOp } from '@shardform/dialect-stablehlo';
import { ExecutionError } from './execution-error.ts';
import { fuseSteps } from './fuse-steps.ts';
import { type Evaluate, interpretable } from './interpretable.ts';
import { keepsNoOperand, makesResults } from './keeps-no-operand.ts';
import { leavingValues } from './leaving-values.ts';

/** One operation of a region, with its values by their slots in the frame. */
export interface Step {
  readonly op: Operation;
  readonly operands: readonly number[];
  readonly results: readonly number[];
  /** Values of the block that nothing uses after this operation, so that their memory can be freed. */
  readonly dying: readonly number[];
  /** Those of them that are operands and not seen by regions of the operation: what it runs gets them as arguments. */
  readonly handedOver: readonly number[];
  /** True if nothing refers to the operands afterwards but the results. */
  readonly keepsNoOperand: boolean;
  /** True if storage of the results can be used again when nothing in the block refers to it. */
  readonly isReusable: boolean;
  /** Looked up when first executed: an operation that is never reached need not be interpretable. */
  evaluate: Evaluate | null;
}

/** The entry block of a region, ready to be executed again and again. */
export interface RegionPlan {
  /** True if the region is isolated from above and so has a frame of its own. */
  readonly isIsolated: boolean;
  /** Values of the frame: those of the isolated region and of all regions inside it. */
  readonly frameSize: number;
  /** -1 for those that nothing uses. */
  readonly arguments: readonly number[];
  readonly steps: readonly Step[];
  /** The steps with elementwise operations fused, used unless operations are observed one by one. */
  readonly fusedSteps: readonly Step[];
  readonly returned: readonly number[];
  /** Values of the block that are returned, which leave the frame with it. */
  readonly leaving: readonly number[];
  /** True if the region computes each element of its results from the same element of its arguments. */
  readonly isElementwise: boolean;
}

/** The plans of the regions that a run executes; the program must not change meanwhile. */
export class RegionPlans {
  readonly #context: Context;
  readonly #lent: ReadonlySet<Region>;
  readonly #plans = new Map<Region, RegionPlan>();
  /** Slots in the frame, by isolated region. */
  readonly #places = new Map<Region, ReadonlyMap<Value, number>>();

  /** @param lent regions whose results are told when they are dead. */
  constructor(context: Context, lent: ReadonlySet<Region> = new Set()) {
    this.#context = context;
    this.#lent = lent;
  }

  /** Returns whether somebody tells when the results of a region are dead. */
  isLent(region: Region): boolean {
    return this.#lent.has(region);
  }

  of(region: Region): RegionPlan {
    let plan = this.#plans.get(region);
    if (plan === undefined) this.#plans.set(region, (plan = this.#make(region)));
    return plan;
  }

  /** The slot in the frame of a value that a region uses. */
  placeOf(value: Value, region: Region): number {
    return lookUp(this.#placesOf(isolatedRegion(region)), value);
  }

  /** @throws ExecutionError when no loaded package interprets the operation. */
  evaluatorOf(step: Step): Evaluate {
    step.evaluate ??= this.#context.query(interpretable, step.op) ?? null;
    if (step.evaluate !== null) return step.evaluate;
    const { op } = step;
    const known = gapText(this.#context, 'execution', op.definition);
    const reason = known === '' ? ': no loaded package interprets it' : known;
    throw new ExecutionError(op, `op '${op.name}' can't be executed${reason}`);
  }

  #placesOf(root: Region): ReadonlyMap<Value, number> {
    let places = this.#places.get(root);
    if (places === undefined) this.#places.set(root, (places = placesIn(root)));
    return places;
  }

  #make(region: Region): RegionPlan {
    const root = isolatedRegion(region);
    const places = this.#placesOf(root);
    const block = region.entry;
    if (region.blocks.length > 1) {
      throw new ExecutionError(region.parent, 'a region of several blocks can not be executed');
    }
    // Operands are defined in the isolated region: the verifier has seen to it.
    const placeOf = (value: Value): number => lookUp(places, value);
    const dying = lastUses(block);
    const leavingBlock = leavingValues(block, this.#lent.has(region));
    const used = new Set([...dying.values()].flat());
    const steps: Step[] = [];
    let returned: readonly number[] = [];
    let leaving: readonly number[] = [];
    for (const op of block) {
      const operands = op.operands.map(({ value }) => placeOf(value));
      if (op.hasTrait(returnLike)) {
        returned = operands;
        leaving = (dying.get(op) ?? []).map(placeOf);
        break;
      }
      const last = dying.get(op) ?? [];
      steps.push({
        op,
        operands,
        results: op.results.map(placeOf),
        dying: last.map(placeOf),
        handedOver: handedOver(op, last).map(placeOf),
        keepsNoOperand: keepsNoOperand(op),
        isReusable:
          keepsNoOperand(op) && makesResults(op) && op.results.every((result) => !leavingBlock.has(result)),
        evaluate: null,
      });
    }
    return {
      isIsolated: root === region,
      frameSize: places.size,
      arguments: block.arguments.map((argument) => (used.has(argument) ? placeOf(argument) : -1)),
      steps,
      fusedSteps: fuseSteps(steps, this.#context),
      returned,
      leaving,
      isElementwise: steps.every(({ op }) => isElementwise(op)),
    };
  }
}

/** Select and clamp also take scalars and so lack the trait; a constant is the same for all elements. */
function isElementwise(op: Operation): boolean {
  if (op.hasTrait(elementwise) || op instanceof SelectOp || op instanceof ClampOp) return true;
  return op.hasTrait(constantLike) && op.operands.length === 0;
}

function isolatedRegion(region: Region): Region {
  let found = region;
  while (!found.parent.definition.isIsolatedFromAbove && found.parent.parentRegion !== null) {
    found = found.parent.parentRegion;
  }
  return found;
}

function placesIn(root: Region): ReadonlyMap<Value, number> {
  const places = new Map<Value, number>();
  const add = (region: Region): void => {
    for (const block of region.blocks) {
      for (const argument of block.arguments) places.set(argument, places.size);
      for (const op of block) {
        for (const result of op.results) places.set(result, places.size);
        if (!op.definition.isIsolatedFromAbove) op.regions.forEach(add);
      }
    }
  };
  add(root);
  return places;
}

/** The operands among values that die at an operation, without those that its regions see. */
function handedOver(op: Operation, dying: readonly Value[]): readonly Value[] {
  const operands = new Set(op.operands.map(({ value }) => value));
  const handed = dying.filter((value) => operands.has(value));
  if (handed.length === 0 || op.regions.length === 0) return handed;
  const seen = new Set<Value>();
  op.walk((nested) => {
    if (nested !== op) for (const { value } of nested.operands) seen.add(value);
  });
  return handed.filter((value) => !seen.has(value));
}

/** A use inside a region counts as a use of the operation that holds the region. */
function lastUses(block: Block): ReadonlyMap<Operation, readonly Value[]> {
  const lastUser = new Map<Value, Operation>();
  for (const op of block) {
    for (const result of op.results) lastUser.set(result, op);
    op.walk((nested) => {
      for (const { value } of nested.operands) {
        if (value.parentBlock === block) lastUser.set(value, op);
      }
    });
  }
  const byOp = new Map<Operation, Value[]>();
  for (const [value, op] of lastUser) {
    const values = byOp.get(op);
    if (values === undefined) byOp.set(op, [value]);
    else values.push(value);
  }
  return byOp;
}
