import type { HloModule, Instruction } from '@shardform/hlo-module';
import { programEntry } from '@shardform/dialect-func';
import { nameText, resultName } from '@shardform/inspect';
import { oneLine, type Operation, product, RankedTensorType, type Value } from '@shardform/ir-core';
import type { MemoryPlace, MemoryRow } from '../memory/memory-report.ts';
import type { Study } from '../study.ts';
import type { NamedValueRef } from '../values/value-card.ts';
import type { AttributedCollective } from './attribution.ts';
import type { CompiledModule } from './compiled-module.ts';
import { arraysOf, elementsOf } from './hlo-shapes.ts';
import { withoutNumbers } from './numbered-copy.ts';
import { operationNames } from './operation-names.ts';
import { SourceIndex } from './source-index.ts';

/** The members of a row about memory that name its content. */
export type NamedContent = Pick<
  MemoryRow,
  'value' | 'isDerived' | 'operation' | 'userName' | 'layer' | 'line'
>;

/** Stands for content that is not known. */
export const UNNAMED: NamedContent = {
  ...{ value: null, isDerived: false, operation: null, userName: null, layer: null, line: null },
};

/** Names what instructions of a compiled program compute, as the program that it was compiled from does. */
export class SourceNames {
  readonly #study: Study;
  readonly #index: SourceIndex;
  readonly #imported: CompiledModule;
  readonly #collectives: ReadonlyMap<Instruction, AttributedCollective>;

  /**
   * @param numbered the operations of the study by the numbers in names; `null` where it has none.
   * @param imported the compiled program, in which values are followed through its loops.
   */
  constructor(
    study: Study,
    compiled: HloModule,
    numbered: readonly Operation[] | null,
    collectives: readonly AttributedCollective[],
    imported: CompiledModule,
  ) {
    this.#study = study;
    this.#imported = imported;
    this.#collectives = new Map(collectives.map((own) => [own.instruction, own]));
    this.#index = new SourceIndex(study.module, compiled, numbered);
  }

  /** Returns the name of an argument. */
  argument(index: number): NamedContent {
    const value = programEntry(this.#study.module)?.entry.arguments[index];
    return value === undefined ? UNNAMED : { ...UNNAMED, ...this.#valueNames(value) };
  }

  /** Returns the name of a result. */
  result(index: number): NamedContent {
    const func = programEntry(this.#study.module);
    const value = func?.entry.getTerminator().operandValues()[index];
    if (func === null || value === undefined) return UNNAMED;
    const names = this.#valueNames(value);
    return {
      ...{ ...names, isDerived: false },
      operation: value.definingOp === null ? null : shortName(value.definingOp.name),
      userName: resultName(func, index) ?? names.userName,
    };
  }

  /**
   * Returns the name of what an instruction computes.
   *
   * @param part of its result: what was combined has a name for each.
   */
  content(instruction: Instruction, bytes: number, part = 0): NamedContent {
    const collective = this.#collectives.get(instruction);
    if (collective !== undefined) return this.#moved(collective, part);
    const found = this.#index.find(instruction);
    const isCombined = found.length > 1 && instruction.shape.kind === 'tuple';
    const op = found[isCombined ? part : 0]?.[0];
    const scope = scopeOf(instruction, isCombined ? part : 0);
    const name = this.#imported.nameOf(instruction, part);
    const kept = name === null ? scope : nameText(name, bytes);
    const opcode = computedBy(instruction);
    if (op === undefined || opcode !== shortName(op.name) || !isPartOf(instruction, part, op))
      return {
        ...{ ...UNNAMED, operation: opcode, userName: kept },
        layer: this.#study.layerFor(op ?? null, scope),
      };
    const names = this.#valueNames(op.results[0]!);
    const userName = kept ?? names.userName;
    return {
      ...{ ...names, isDerived: false, operation: opcode, userName },
      layer: names.layer ?? this.#study.layerFor(op, scope),
    };
  }

  /** The name of what a collective moves. */
  #moved({ kind, moved, name }: AttributedCollective, part: number): NamedContent {
    const array = moved[part] ?? moved[0];
    const value = array?.value == null ? null : this.#study.names.referred(array.value);
    const names = value === null ? UNNAMED : this.#valueNames(value);
    const userName = array?.userName ?? (name === null ? null : withoutFunction(name));
    return {
      ...{ ...UNNAMED, ...names, isDerived: true, operation: kind, userName },
      layer: names.layer,
    };
  }

  /** Returns the place of an instruction. */
  place(instruction: Instruction): MemoryPlace {
    const op = this.#index.find(instruction)[0]?.[0];
    return {
      operation: op === undefined ? instruction.opcode.replaceAll('-', '_') : shortName(op.name),
      value: op?.results.length === 1 ? this.#ref(op.results[0]!) : null,
      line: op === undefined ? null : this.#study.lineOfOperation(op),
    };
  }

  #valueNames(value: Value): Pick<NamedContent, 'value' | 'userName' | 'layer' | 'line'> {
    const { names } = this.#study;
    const userName = names.userName(value);
    return {
      value: this.#ref(value),
      userName,
      layer:
        value.definingOp === null ? null : this.#study.layerFor(value.definingOp, names.scopedName(value)),
      line: this.#study.lineOf(value),
    };
  }

  #ref(value: Value): NamedValueRef | null {
    const name = this.#study.names.reference(value);
    return name === null ? null : { id: this.#study.identities.source.idOf(value), name };
  }
}

/** Operations that StableHLO calls otherwise. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['dot', 'dot_general'],
  ['broadcast', 'broadcast_in_dim'],
]);

/** The operation, as StableHLO names it, by which an instruction computes its result: of a fusion, the last one. */
function computedBy(instruction: Instruction): string {
  let at = instruction;
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const inside = at.opcode === 'fusion' ? at.called[0]?.computation.root : undefined;
    const next = inside ?? (at.opcode === 'bitcast' ? at.operands[0] : undefined);
    if (next === undefined || next.opcode === 'parameter') break;
    at = next;
  }
  return OTHER_NAMES.get(at.opcode) ?? at.opcode.replaceAll('-', '_');
}

/** Bitcasts and fusions in fusions that are looked through. */
const MOST_STEPS = 8;

/**
 * Returns whether what an instruction computes can be the part that a device has of the result of an operation: an instruction that
 * several operations were fused into has the name of one of them.
 */
function isPartOf({ shape }: Instruction, part: number, { results }: Operation): boolean {
  const type = results.length === 1 ? results[0]!.type : null;
  const array = arraysOf(shape)[part];
  if (!(type instanceof RankedTensorType) || array === undefined) return false;
  const [whole, own] = [product(type.shape), elementsOf(array)];
  return own > 0 && own <= whole && whole % own === 0;
}

/** The scopes of one of the operations that were combined or fused into an instruction. */
function scopeOf({ metadata }: Instruction, which: number): string | null {
  const name = operationNames(withoutNumbers(metadata?.opName ?? ''))[which] ?? '';
  return name === '' ? null : oneLine(withoutFunction(name));
}

/** Names of the user's program begin inside of the jitted function. */
function withoutFunction(name: string): string {
  return name.replace(/^jit\([^)]*\)\//, '');
}

function shortName(name: string): string {
  return name.slice(name.indexOf('.') + 1);
}
