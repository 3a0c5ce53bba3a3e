import type { HloModule, Instruction } from '@shardform/hlo-module';
import { programEntry } from '@shardform/dialect-func';
import { resultName } from '@shardform/inspect';
import { oneLine, type Operation, product, RankedTensorType, type Value } from '@shardform/ir-core';
import type { MemoryPlace, MemoryRow } from '../memory/memory-report.ts';
import type { Study } from '../study.ts';
import type { NamedValueRef } from '../values/value-card.ts';
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

  /** @param numbered the operations of the study by the numbers in names; `null` where it has none. */
  constructor(study: Study, compiled: HloModule, numbered: readonly Operation[] | null) {
    this.#study = study;
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

  /** Returns the name of what an instruction computes. @param part of its result: what was combined has a name for each. */
  content(instruction: Instruction, part = 0): NamedContent {
    const found = this.#index.find(instruction);
    const isCombined = found.length > 1 && instruction.shape.kind === 'tuple';
    const op = found[isCombined ? part : 0]?.[0];
    const scope = scopeOf(instruction, isCombined ? part : 0);
    if (op === undefined || !isPartOf(instruction, part, op))
      return {
        ...UNNAMED,
        operation: this.place(instruction).operation,
        userName: scope,
        layer: this.#study.layerFor(op ?? null, scope),
      };
    const names = this.#valueNames(op.results[0]!);
    return {
      ...{ ...names, isDerived: instruction.opcode === 'copy', operation: shortName(op.name) },
      userName: names.userName ?? scope,
      layer: this.#study.layerFor(op, names.userName ?? scope),
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
    const userName = this.#study.names.userName(value);
    return {
      value: this.#ref(value),
      userName,
      layer: value.definingOp === null ? null : this.#study.layerFor(value.definingOp, userName),
      line: this.#study.lineOf(value),
    };
  }

  #ref(value: Value): NamedValueRef | null {
    const name = this.#study.names.reference(value);
    return name === null ? null : { id: this.#study.identities.source.idOf(value), name };
  }
}

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
  return name === '' ? null : oneLine(name);
}

function shortName(name: string): string {
  return name.slice(name.indexOf('.') + 1);
}
