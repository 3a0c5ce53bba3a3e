import { FuncOp, programEntry } from '@shardform/dialect-func';
import { programMesh } from '@shardform/dialect-sdy';
import type { HloModule, Instruction } from '@shardform/hlo-module';
import { importHlo, isPartitioned } from '@shardform/import-hlo';
import { FusedLoc, type ModuleOp, type Operation, RankedTensorType } from '@shardform/ir-core';
import { recordEntryShardings } from '../reading/entry-shardings.ts';
import { stageChanges } from '../stages/stage-changes.ts';
import type { StepOutcome } from '../stages/stage.ts';
import type { Study } from '../study.ts';
import { type PeakMemory, peakOfParts } from '../time/simulated-time.ts';
import { type AssignedMemory, assignedMemory } from './assigned-memory.ts';
import { type AttributedCollective, attributeCollectives } from './attribution.ts';
import { arraysOf, arraysText } from './hlo-shapes.ts';
import { CompiledModule } from './compiled-module.ts';
import type { CompiledProgram } from './compiled-program.ts';
import { insertedCollective } from './compiled-rows.ts';
import { SourceIndex } from './source-index.ts';
import { SourceNames } from './source-names.ts';
import { InstructionSources } from './source-of-instructions.ts';

/** A compiled program, and where it was read from. */
export interface CompiledFile {
  readonly file: string;
  readonly hlo: HloModule;
}

/**
 * Adds the program that XLA has compiled as the last stage of the study of the program that it was compiled from. Its operations have
 * the locations of those that they were made for, so that values have the identities of the source.
 *
 * @param step names the stage.
 */
export function addCompiled(study: Study, step: string, { file, hlo }: CompiledFile): StepOutcome {
  const start = performance.now();
  const { context } = study;
  const { result: stage, diagnostics } = context.diagnostics.capture(() => {
    const problem = notCompiledFrom(study, hlo);
    if (problem !== null) {
      context.diagnostics.error(study.module.location, problem);
      return null;
    }
    const operations = new Map<Instruction, Operation[]>();
    const module = importHlo(hlo, context, {
      sourceName: file,
      onOperation(instruction, op) {
        const known = operations.get(instruction);
        if (known === undefined) operations.set(instruction, [op]);
        else known.push(op);
      },
    });
    if (module === null) return null;
    recordEntryShardings(module, context);
    const compiled = attributed(study, { file, hlo }, module, operations);
    locate(study, module, compiled, operations);
    const values = study.identities.stage(module);
    const before = study.stages.at(-1) ?? study.source;
    return {
      step,
      module,
      values,
      isLocal: true,
      changes: stageChanges(module, values, before, context),
      compiled,
    };
  });
  return study.add({ step, stage, diagnostics, milliseconds: performance.now() - start });
}

/** Returns why a module can't be the compiled form of a program; `null` if it can. */
export function notCompiledFrom(study: Study, hlo: HloModule): string | null {
  if (!isPartitioned(hlo))
    return `'${hlo.name}' is a program before partitioning: open it alone, or take the one after all passes ('*after_optimizations.txt')`;
  const inputs = programEntry(study.module)?.functionType.inputs ?? [];
  const { parameters } = hlo.entry;
  if (inputs.length !== parameters.length)
    return `it has ${countOf(parameters.length)}, the program that is open has ${countOf(inputs.length)}: it was not compiled from it`;
  const other = parameters.find(({ shape, attributes: { parameterNumber = 0 } }) => {
    const type = inputs[parameterNumber];
    if (shape.kind !== 'array' || !(type instanceof RankedTensorType)) return false;
    return !isPart(shape.dimensions, type.shape, hlo.numPartitions);
  });
  if (other === undefined) return null;
  const number = other.attributes.parameterNumber ?? 0;
  return `parameter ${number} is ${arraysText(arraysOf(other.shape))}, which is not a part of ${String(inputs[number])} of the program that is open: it was not compiled from it`;
}

/** Returns whether sizes are those of one of some number of equal parts of a tensor. */
function isPart(own: readonly number[], all: readonly number[], devices: number): boolean {
  return own.length === all.length && own.every((size, d) => isPartSize(size, all[d]!, devices));
}

function isPartSize(size: number, all: number, devices: number): boolean {
  if (size === all) return true;
  const parts = Math.ceil(all / Math.max(1, size));
  return parts <= devices && Math.ceil(all / parts) === size;
}

function countOf(parameters: number): string {
  return `${parameters} parameter${parameters === 1 ? '' : 's'}`;
}

function attributed(
  study: Study,
  { file, hlo }: CompiledFile,
  module: ModuleOp,
  operations: ReadonlyMap<Instruction, readonly Operation[]>,
): CompiledProgram {
  const collectives = attributeCollectives(hlo, study);
  const byOperation = new Map<Operation, AttributedCollective>();
  for (const own of collectives)
    for (const op of operations.get(own.instruction) ?? []) byOperation.set(op, own);
  const instructions = new Map(
    Array.from(operations).flatMap(([instruction, ops]) => ops.map((op) => [op, instruction] as const)),
  );
  const { bufferAllocations: buffers } = hlo;
  let memory: AssignedMemory | null = null;
  const assigned = (): AssignedMemory | null =>
    buffers === undefined
      ? null
      : (memory ??= assignedMemory(
          hlo,
          buffers,
          new SourceNames(study, hlo, null, collectives, new CompiledModule(hlo, study.context)),
        ));
  const peak = (): PeakMemory | null => {
    const parts = assigned()?.parts;
    return parts === undefined
      ? null
      : { bytes: peakOfParts(parts), device: 0, parts, rules: null, notes: [] };
  };
  return {
    ...{ file, hlo, collectives, byOperation, instructions, assigned },
    version: { module, collectives: null, local: module, problems: [], assigned: peak },
    notes: {
      known: new Map([...byOperation].map(([op, own]) => [op, insertedCollective(own)])),
      mesh: programMesh(study.module)?.[1] ?? null,
    },
  };
}

/** Gives operations and arguments the locations of those of the source. */
function locate(
  study: Study,
  module: ModuleOp,
  { hlo, collectives }: CompiledProgram,
  operations: ReadonlyMap<Instruction, readonly Operation[]>,
): void {
  const entry = programEntry(study.module);
  if (!(entry instanceof FuncOp)) return;
  const known = new Map<Instruction, Operation>();
  const combined = new Map<Instruction, readonly (Operation | null)[]>();
  for (const { instruction, moved } of collectives) {
    const first = moved[0]?.op ?? null;
    if (first !== null) known.set(instruction, first);
    combined.set(
      instruction,
      moved.map(({ op }) => op),
    );
  }
  const index = new SourceIndex(study.module, hlo, null);
  const sources = new InstructionSources(hlo, index, entry, known);
  for (const [instruction, ops] of operations) {
    const source = sources.of(instruction);
    if (source === null) continue;
    const parts = combined.get(instruction) ?? [];
    const isWhole = parts.length > 1 && parts.every((op) => op !== null);
    const location = isWhole ? FusedLoc.get(parts.map((op) => op.location)) : source.location;
    for (const op of ops) op.location = location;
  }
  for (const [i, argument] of (programEntry(module)?.entry.arguments ?? []).entries()) {
    const own = entry.entry.arguments[i];
    if (own !== undefined) argument.location = own.location;
  }
}
