import { builtinPasses } from '@shardform/ir-core';
import { type Execution, ProgramRunner } from '@shardform/program-tests';
import { type NdArray, simulator } from '@shardform/runtime-sim';
import { stablehloPipeline } from '../src/index.ts';

const runner = new ProgramRunner([builtinPasses, stablehloPipeline, simulator]);

/** Executes a program before the pipeline and behind it. */
export function executed(text: string, inputs: readonly NdArray[], options = ''): Execution {
  return runner.execute(text, `stablehlo-pipeline${options}`, inputs);
}
