import { FuncOp, programEntry } from '@shardform/dialect-func';
import { programMesh } from '@shardform/dialect-sdy';
import type { HloModule, Instruction } from '@shardform/hlo-module';
import { importHlo, isPartitioned } from '@shardform/import-hlo';
import { FusedLoc, type ModuleOp, type Operation } from '@shardform/ir-core';
import { recordEntryShardings } from '../reading/entry-shardings.ts';
import { stageChanges } from '../stages/stage-changes.ts';
import type { StepOutcome } from '../stages/stage.ts';
import type { Study } from '../study.ts';
import { isShardOf } from '../values/shard-type.ts';
import { type AttributedCollective, attributeCollectives } from './attribution.ts';
import type { CompiledProgram } from './compiled-program.ts';
import { insertedCollective } from './inserted-collective.ts';
import { SourceIndex } from './source-index.ts';
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
    const found: Record<'operations', Map<Instruction, Operation[]>> = { operations: new Map() };
    const module = importHlo(hlo, context, {
      sourceName: file,
      onOperation(instruction, op) {
        const known = found.operations.get(instruction);
        if (known === undefined) found.operations.set(instruction, [op]);
        else known.push(op);
      },
    });
    if (module === null) return null;
    const problem = strangeness(study, hlo, module);
    if (problem !== null) {
      context.diagnostics.error(module.location, problem);
      return null;
    }
    recordEntryShardings(module, context);
    const compiled = attributed(study, { file, hlo }, found.operations);
    locate(study, module, compiled, found.operations);
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
  const outcome = { step, stage, diagnostics, milliseconds: performance.now() - start };
  study.add(outcome);
  return outcome;
}

/** Why a module is not the compiled form of a program; `null` if it can be. */
function strangeness(study: Study, hlo: HloModule, module: ModuleOp): string | null {
  if (!isPartitioned(hlo))
    return `'${hlo.name}' is a program before partitioning: open it alone, or take the one after all passes ('*after_optimizations.txt')`;
  const [source, own] = [programEntry(study.module), programEntry(module)];
  if (source === null || own === null) return 'one of the programs has no function to begin with';
  const [given, taken] = [source.functionType.inputs, own.functionType.inputs];
  if (given.length !== taken.length)
    return `it has ${taken.length} parameters, the program that is open has ${given.length}: it was not compiled from it`;
  const other = taken.findIndex((type, i) => !isShardOf(type, given[i]!));
  return other === -1
    ? null
    : `parameter ${other} is ${String(taken[other])}, which is not a part of ${String(given[other])} of the program that is open: it was not compiled from it`;
}

function attributed(
  study: Study,
  { file, hlo }: CompiledFile,
  operations: ReadonlyMap<Instruction, readonly Operation[]>,
): CompiledProgram {
  const collectives = attributeCollectives(hlo, study);
  const byOperation = new Map<Operation, AttributedCollective>();
  for (const own of collectives)
    for (const op of operations.get(own.instruction) ?? []) byOperation.set(op, own);
  return {
    ...{ file, hlo, collectives, byOperation },
    described: new Map([...byOperation].map(([op, own]) => [op, insertedCollective(own)])),
    mesh: programMesh(study.module)?.[1] ?? null,
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
