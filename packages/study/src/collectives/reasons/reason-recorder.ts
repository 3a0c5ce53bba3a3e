import { AllReduceOp, isCollectiveOp, ReshardOp } from '@shardform/dialect-sdy';
import {
  CallSiteLoc,
  type Context,
  FusedLoc,
  type Location,
  type ModuleOp,
  NameLoc,
  oneLine,
  type Operation,
  type PassInstance,
  type PassInstrumentation,
} from '@shardform/ir-core';
import { type NamedValues, operationKind } from '@shardform/inspect';
import { PlainReasons } from './plain-reasons.ts';
import { reductionDetail, reshardDetail } from './reason-details.ts';

/** Passes that insert communication for one reason. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['sdy-sharding-constraint-to-reshard', 'a sharding constraint asks for it'],
  ['sdy-resolve-single-device-sharding', 'one device computes it for all'],
]);

/** Passes that insert communication. */
const INSERTING_PASSES: ReadonlySet<string> = new Set([
  ...REASONS.keys(),
  'sdy-insert-func-call-reshards',
  'sdy-insert-explicit-reshards',
  'shardform-exchange-borders',
  'sdy-resolve-permutation-factors',
]);

/** Why devices communicate. */
export interface Reason {
  /** In the words of the user's program. */
  readonly text: string;
  /** As the partitioner has it: operands, shardings and factors; `null` where the text is all that is known. */
  readonly detail: string | null;
}

/**
 * Records why communication is inserted, while passes run. The reason is attached to the location of the inserted
 * operation, which the resulting collectives inherit.
 */
export class ReasonRecorder implements PassInstrumentation {
  readonly #context: Context;
  readonly #plain: PlainReasons;
  readonly #reasons = new Map<Location, Reason>();
  readonly #known = new WeakSet<Operation>();
  /** The operations of the program as it was given, by their unique locations. */
  readonly #program = new Map<Location, Operation>();

  /**
   * @param program with unique locations, before it is partitioned.
   * @param names of its values.
   */
  constructor(context: Context, program: ModuleOp, names: NamedValues) {
    this.#context = context;
    this.#plain = new PlainReasons(context, names, ({ location }) => foundAt(this.#program, location));
    program.walk((op) => {
      this.#program.set(op.location, op);
    });
  }

  /** The recorded reason for an operation; `null` if there is none. */
  reasonOf({ location }: Operation): Reason | null {
    return foundAt(this.#reasons, location);
  }

  /** Why devices communicate for an operation; `null` if the program as it was given says so. */
  causeOf(op: Operation): Reason | null {
    const reason = this.reasonOf(op);
    if (reason !== null) return reason;
    const source = foundAt(this.#program, op.location);
    if (source === null) return { text: 'inserted by a pass', detail: null };
    if (source instanceof ReshardOp) return { text: 'a reshard asks for it', detail: null };
    if (operationKind(source) === operationKind(op)) return null;
    return { text: `inserted for ${this.#plain.title(source)}`, detail: `inserted for ${source.name}` };
  }

  beforePass({ pass }: PassInstance, root: Operation): void {
    if (!INSERTING_PASSES.has(pass.name)) return;
    root.walk((op) => {
      if (communicates(op)) this.#known.add(op);
    });
  }

  afterPass({ pass }: PassInstance, root: Operation): void {
    if (!INSERTING_PASSES.has(pass.name)) return;
    const inserted: Operation[] = [];
    root.walk((op) => {
      if (communicates(op) && !this.#known.has(op)) inserted.push(op);
    });
    const given = REASONS.get(pass.name);
    // All reasons are computed before locations change, since these distinguish operands from results.
    const told = inserted.map(
      (op) => [op, given === undefined ? this.#reason(op) : { text: given, detail: null }] as const,
    );
    for (const [op, reason] of told) {
      op.location = NameLoc.get(reason.detail ?? reason.text, op.location);
      this.#reasons.set(op.location, reason);
    }
  }

  #reason(op: Operation): Reason {
    if (op instanceof ReshardOp)
      return { text: oneLine(this.#plain.reshard(op)), detail: reshardDetail(op, this.#context) };
    if (op instanceof AllReduceOp)
      return { text: oneLine(this.#plain.reduction(op)), detail: reductionDetail(op, this.#context) };
    const text = isCollectiveOp(op) ? 'partial values are wanted' : 'parts need elements of their neighbours';
    return { text, detail: null };
  }
}

/**
 * The entry of a location, or of one that it was made of: operations are inlined, cloned and fused after they are
 * inserted.
 */
function foundAt<T>(entries: ReadonlyMap<Location, T>, location: Location): T | null {
  const own = entries.get(location);
  if (own !== undefined) return own;
  if (location instanceof CallSiteLoc) return foundAt(entries, location.callee);
  if (location instanceof NameLoc) return foundAt(entries, location.child);
  if (!(location instanceof FusedLoc)) return null;
  for (const part of location.locations) {
    const found = foundAt(entries, part);
    if (found !== null) return found;
  }
  return null;
}

function communicates(op: Operation): boolean {
  if (op.definition.dialect === 'sdy') return op instanceof ReshardOp || isCollectiveOp(op);
  return op.name === 'stablehlo.collective_permute';
}
