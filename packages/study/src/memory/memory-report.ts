import { CostError, type Machine } from '@shardform/cost-model';
import { nameText, resultName, savedText } from '@shardform/inspect';
import type { ModuleOp, Operation, Value } from '@shardform/ir-core';
import {
  type HeldMemory,
  type MemoryEstimate,
  type MemoryPeak,
  type MemoryRules,
  memoryRulesOf,
} from '@shardform/runtime-dist';
import { functionToSimulate } from '../time/function-to-simulate.ts';
import { rootOf } from '../stages/root-of.ts';
import type { Stage } from '../stages/stage.ts';
import type { Study } from '../study.ts';
import type { NamedValueRef } from '../values/value-card.ts';
import { sourceId } from '../values/value-id.ts';
import type { AssignedMemory } from '../compiled/assigned-memory.ts';
import { peakOfParts } from '../time/simulated-time.ts';
import { liveSet } from './live-set.ts';

/** The memory of a device that runs a program. */
export interface MemoryReport {
  readonly estimate: Omit<MemoryEstimate, 'rules'> & {
    /** `null` where XLA itself has assigned the memory. */
    readonly rules: MemoryRules | null;
  };
  /** The first operation while which most is in use, or before which it is; `null` where there are no temporaries. */
  readonly at: MemoryPlace | null;
  /** True if a kernel that stands for no operation precedes it then. */
  readonly isBefore: boolean;
  /** What is held there, the largest first; it adds up to the peak. */
  readonly rows: readonly MemoryRow[];
  /** The bytes in use, gaps aside, operation by operation in the order in which they are executed; none where that is not known. */
  readonly moments: readonly { readonly place: MemoryPlace | null; readonly bytes: number }[];
}

/** An operation of a program with what it computes. */
export interface MemoryPlace {
  /** `dot_general`. */
  readonly operation: string;
  /** Its first result; `null` for none. */
  readonly value: NamedValueRef | null;
  /** Of the program's text; `null` for what passes made. */
  readonly line: number | null;
}

/** A part of the memory that a device holds at the peak. */
export interface MemoryRow {
  readonly kind: HeldMemory['kind'];
  readonly bytes: number;
  /** What is in it; `null` for addresses and gaps. */
  readonly value: NamedValueRef | null;
  /** True for something made from the value, such as a copy in another layout. */
  readonly isDerived: boolean;
  /** The number of an argument or result. */
  readonly index: number | null;
  /** `dot_general`; `null` for arguments, addresses and gaps. */
  readonly operation: string | null;
  /** The name in the user's program. */
  readonly userName: string | null;
  /** The name scopes around the operation. */
  readonly layer: string | null;
  readonly line: number | null;
  /** The operation that makes it; `null` if it is there from the beginning. */
  readonly from: MemoryPlace | null;
  /** The last one that reads it; `null` if it is there until the end. */
  readonly until: MemoryPlace | null;
}

/** The memory of a program, or why it is unknown. */
export type MemoryAnswer = { readonly report: MemoryReport } | { readonly problem: string };

/** Reports the memory of a device when it needs most. */
export function memoryReport(study: Study, stage: Stage, machine: Machine): MemoryAnswer {
  if (study.isPlacedAt(stage.module) || study.isOnMeshesAt(stage.module))
    return { problem: 'devices run different programs; the timeline has the memory of each' };
  const assigned = stage.compiled?.assigned() ?? null;
  if (assigned !== null) return { report: assignedReport(assigned) };
  const { run, facts } = study.measuredAt(stage, machine);
  const { module, local } = study.versionAt(stage, machine);
  try {
    const peak = run?.simulated.peak?.() ?? liveSet({ module, local }, memoryRulesOf(machine));
    if (peak === null) return { problem: facts.problems[0] ?? "the program can't be partitioned" };
    const { estimate, held, moments } = peak;
    const naming = new PlaceNames(study, local);
    const rows = held.map((own) => naming.row(own)).sort((a, b) => b.bytes - a.bytes);
    return {
      report: {
        ...{ estimate, rows, ...naming.fullest(peak) },
        moments: moments.map(({ op, bytes }) => ({ place: naming.place(op), bytes })),
      },
    };
  } catch (error) {
    if (error instanceof CostError) return { problem: error.message };
    throw error;
  }
}

/** What XLA has assigned; it does not tell when most is in use. */
function assignedReport({ parts, rows }: AssignedMemory): MemoryReport {
  const estimate = { ...parts, peak: peakOfParts(parts), rules: null, notes: [] };
  return { estimate, rows, at: null, isBefore: false, moments: [] };
}

/** Operations of passes that are looked through. */
const MOST_STEPS = 8;

/** Names of operations and values of the program of one device, or of that which was given. */
class PlaceNames {
  readonly #study: Study;
  readonly #local: ModuleOp | null;
  readonly #places = new Map<Operation, MemoryPlace>();

  /** @param local the program of one device, if that is known. */
  constructor(study: Study, local: ModuleOp | null) {
    this.#study = study;
    this.#local = local;
  }

  place(op: Operation | null): MemoryPlace | null {
    if (op === null) return null;
    let place = this.#places.get(op);
    if (place === undefined) {
      const [first] = op.results;
      place = {
        operation: shortName(op),
        value: first === undefined ? null : this.#ref(first),
        line: this.#study.lineOfOperation(op),
      };
      this.#places.set(op, place);
    }
    return place;
  }

  /** Where most memory is in use. */
  fullest({ at, held, moments }: MemoryPeak): Pick<MemoryReport, 'at' | 'isBefore'> {
    if (at !== null || held.every(({ kind }) => kind !== 'temporary'))
      return { at: this.place(at), isBefore: false };
    const most = moments.reduce((found, { bytes }) => Math.max(found, bytes), 0);
    const position = moments.findIndex(({ bytes }) => bytes === most);
    const next = moments.slice(position).find(({ op }) => op !== null)?.op ?? null;
    return { at: this.place(next), isBefore: true };
  }

  /** The value of the program as it was given that is returned as a result: passes may have made another one of it. */
  #returned(kind: HeldMemory['kind'], index: number | null): Value | null {
    const func = kind === 'result' && index !== null ? functionToSimulate(this.#study.module) : null;
    return func === null || func.isDeclaration
      ? null
      : (func.entry.getTerminator().operandValues()[index!] ?? null);
  }

  /** The value of the program as it was given that another one is, or that it was made of by operations of passes. */
  #sourceOf(value: Value): Value | null {
    let at: Value | undefined = value;
    for (let steps = 0; at !== undefined && steps < MOST_STEPS; steps++) {
      const source = this.#study.identities.source.find(sourceId(this.#ref(at).id));
      if (source !== null) return source;
      at = at.definingOp?.operandValues()[0];
    }
    return null;
  }

  row({ kind, bytes, value, isDerived, index, from, until }: HeldMemory): MemoryRow {
    const { layerFor, names } = this.#study;
    const ref = value === null ? null : this.#ref(value);
    const source = value === null ? null : (this.#returned(kind, index) ?? this.#sourceOf(value));
    const op = value?.definingOp ?? null;
    const scope = source === null ? null : names.scopedName(source);
    const userName =
      source === null ? null : this.#userName({ kind, bytes, value, index, from, until }, source);
    return {
      ...{ kind, bytes, value: ref, isDerived, index, userName },
      operation: op === null ? null : shortName(op),
      layer: op === null ? null : layerFor(source?.definingOp ?? null, scope),
      line: source === null ? null : this.#study.lineOf(source),
      from: this.place(from),
      until: this.place(until),
    };
  }

  /** The name of what is held: of a result as the program returns it, of layers with the size of one. */
  #userName(held: Omit<HeldMemory, 'isDerived'>, source: Value): string | null {
    const { kind, bytes, value, index, from, until } = held;
    const { module, names } = this.#study;
    if (kind === 'result' && index !== null) {
      const func = functionToSimulate(module);
      const returned = func === null ? null : resultName(func, index);
      if (returned !== null) return returned;
    }
    const name = names.nameOf(value ?? source, source);
    if (name === null) return null;
    const text = nameText(name, bytes);
    const isSaved =
      kind === 'temporary' && this.#isBackward(until) && from !== null && !this.#isBackward(from);
    return isSaved ? savedText(text) : text;
  }

  #isBackward(op: Operation | null): boolean {
    const { identities, names } = this.#study;
    const source = op === null ? null : identities.sourceOf(op);
    return op !== null && source !== null && names.isBackward(op, source);
  }

  #ref(value: Value): NamedValueRef {
    const [study, local] = [this.#study, this.#local];
    // A program of one device is estimated as it was given.
    const around = value.parentBlock?.parentOp ?? null;
    const version = local !== null && around !== null && rootOf(around) === local ? local : study.module;
    return { id: study.valuesOf(version).idOf(value), name: study.namingOf(version).operand(value) };
  }
}

function shortName({ name }: Operation): string {
  return name.slice(name.indexOf('.') + 1);
}
