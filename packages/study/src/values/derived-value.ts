import type { Value } from '@shardform/ir-core';
import type { Study } from '../study.ts';
import { sourceId } from './value-id.ts';

/** What passes of partitioning derive from a value of a program. */
export interface DerivedValue {
  /** The name of the operation that makes it. */
  readonly operation: string;
  /** The value of the program as it was given. */
  readonly from: Value;
}

/**
 * Finds what partitioning derives from a value of a program.
 *
 * @param name of it in later stages: `%v4.1`.
 * @returns `null` where no stage has a value of the name.
 */
export function derivedValue(study: Study, name: string): DerivedValue | null {
  const { propagated, collectives, local } = study.partitioned();
  for (const module of [propagated, collectives, local]) {
    if (module === null) continue;
    const [naming, values] = [study.namingOf(module), study.valuesOf(module)];
    const value = values.all.find((own) => naming.operand(own) === name);
    const from = value === undefined ? null : study.identities.source.find(sourceId(values.idOf(value)));
    if (value?.definingOp != null && from !== null) return { operation: value.definingOp.name, from };
  }
  return null;
}
