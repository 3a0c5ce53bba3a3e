import { type Execution, ProgramRunner } from '@shardform/program-tests';
import type { NdArray } from '@shardform/runtime-sim';
import { ttSimulator } from '@shardform/runtime-tt';
import { stablehloToTtir } from '../src/index.ts';

const runner = new ProgramRunner([stablehloToTtir, ttSimulator]);

const PASS = 'convert-stablehlo-to-ttir';

/** Executes a program of StableHLO before and after its conversion. */
export function executed(text: string, inputs: readonly NdArray[], pass = PASS): Execution {
  return runner.execute(text, pass, inputs);
}

/** Returns the TTIR that a program becomes as text, or why it becomes none. */
export function convertedText(text: string, pass = PASS): string {
  return runner.textAfter(text, pass);
}

/** Executes a program that has no meaning but by its conversion. */
export function executedAfter(text: string, inputs: readonly NdArray[], pass = PASS): Execution['expected'] {
  return runner.execute(convertedText(text, pass), 'cse', inputs).expected;
}
