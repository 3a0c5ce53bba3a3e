import { FuncOp } from '@shardform/dialect-func';
import { argumentName, localProgram } from '@shardform/inspect';
import type { ModuleOp } from '@shardform/ir-core';
import { functionToSimulate } from './function-to-simulate.ts';
import { tokenArguments } from './token-arguments.ts';

/** What a step processes, and how much of it in a second. */
export interface Throughput {
  readonly unit: 'tokens' | 'samples';
  readonly perStep: number;
  /** Where the number is from: `batch['tokens']`, `argument 3` or `--tokens`. */
  readonly source: string;
  /** Of all devices together. */
  readonly perSecond: number;
  readonly perSecondOfDevice: number;
}

/** The size of a step. */
export type StepSize = Pick<Throughput, 'unit' | 'perStep' | 'source'>;

/** A step that was simulated. */
interface SimulatedStep {
  readonly seconds: number;
  readonly devices: number;
}

/**
 * Returns the tokens of a step of a program; `null` for one without token ids, with ids of different numbers, of which each may be meant,
 * and for one that has the sizes of one device.
 */
export function stepTokens(module: ModuleOp): StepSize | null {
  const func = functionToSimulate(module);
  if (!(func instanceof FuncOp) || localProgram(module) !== null) return null;
  const found = tokenArguments(func);
  const [first] = found;
  if (first === undefined || found.some(({ tokens }) => tokens !== first.tokens)) return null;
  const [name, ...others] = found.map(({ index }) => argumentName(func, index) ?? `argument ${index}`);
  const alike = others.length === 0 ? '' : `, as many as in ${others.join(', ')}`;
  return { unit: 'tokens', perStep: first.tokens, source: `${name ?? ''}${alike}` };
}

/** Returns the tokens that a program processes in a second; nothing where they are not known. */
export function throughputFacts(module: ModuleOp, step: SimulatedStep): readonly Throughput[] {
  const size = stepTokens(module);
  const throughput = size === null ? null : throughputOf(size, step);
  return throughput === null ? [] : [throughput];
}

/** Returns how much of steps of a size devices process in a second. */
export function throughputOf(size: StepSize, { seconds, devices }: SimulatedStep): Throughput | null {
  if (seconds === 0) return null;
  const perSecond = size.perStep / seconds;
  return { ...size, perSecond, perSecondOfDevice: perSecond / devices };
}

/** Returns `131,072 tokens/s, 16,384 of each device: 8,192 tokens of a step, from batch['tokens']`. */
export function throughputText({ unit, perStep, source, perSecond, perSecondOfDevice }: Throughput): string {
  const [all, own, step] = [perSecond, perSecondOfDevice, perStep].map(countOf);
  return `${all} ${unit}/s, ${own} of each device: ${step} ${unit} of a step, from ${source}`;
}

/** Three digits of what is small, whole numbers of the rest. */
function countOf(count: number): string {
  return count < 100 ? String(Number(count.toPrecision(3))) : Math.round(count).toLocaleString('en');
}
