import { WhileOp } from '@shardform/dialect-stablehlo';
import { entryFunction, arrayTypeOf, elementCount, leastWork } from '@shardform/runtime-sim';
import { localProgram } from '@shardform/inspect';
import type { Study } from '../study.ts';

/** How much executing a program is. */
export interface WorkEstimate {
  /** Operations on elements, and a fixed number for each operation; of one iteration of each loop. */
  readonly work: number;
  /** True if loops may take more. */
  readonly hasLoops: boolean;
  /** Elements of all values that operations compute. */
  readonly elements: number;
}

/** Estimates what one execution of a program takes. @throws ExecutionError */
export function estimateWork({ module }: Study): WorkEstimate {
  const program = localProgram(module)?.module ?? module;
  let [hasLoops, elements] = [false, 0];
  program.walk((op) => {
    hasLoops ||= op instanceof WhileOp || op.name === 'scf.while' || op.name === 'scf.for';
    for (const { type } of op.results) {
      const array = arrayTypeOf(type);
      if (array !== null) elements += elementCount(array.shape);
    }
  });
  return { work: leastWork(entryFunction(program).body), hasLoops, elements };
}
