import type { Operation } from '@shardform/ir-core';
import type { RuntimeValue } from './runtime-value.ts';

/** Changes numbers while a program is executed, as another arithmetic than that of the kernels would. */
export interface Rounding {
  /** Returns what an operation computes with. */
  operands(op: Operation, values: readonly RuntimeValue[]): readonly RuntimeValue[];
  /** Returns what is taken for the results of an operation. @param operands those before {@link Rounding.operands}. */
  results(
    op: Operation,
    operands: readonly RuntimeValue[],
    results: readonly RuntimeValue[],
  ): readonly RuntimeValue[];
}
