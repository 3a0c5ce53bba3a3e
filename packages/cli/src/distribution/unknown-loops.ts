import { locationOf } from '@shardform/inspect';
import type { ModuleOp } from '@shardform/ir-core';
import { ExecutionCounts, programEntries } from '@shardform/runtime-sim';

/** Warnings for loops with an unknown trip count: a simulation executes their bodies once. */
export function unknownLoopWarnings(module: ModuleOp): string[] {
  return new ExecutionCounts(programEntries(module)).unknownLoops.map((loop) => {
    const place = locationOf(loop);
    return `${place === null ? '' : `${place}: `}how often this loop runs depends on data: time and communication of one iteration are counted`;
  });
}

/** Warnings as lines on standard error. */
export function warningLines(warnings: readonly string[]): string {
  return warnings.map((warning) => `warning: ${warning}\n`).join('');
}
