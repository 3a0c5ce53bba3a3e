import type { Operation } from '@shardform/ir-core';
import type { CompiledProgram } from '../compiled/compiled-program.ts';
import type { Stage } from '../stages/stage.ts';
import { sourceId, type ValueId } from '../values/value-id.ts';
import { JoinedInstructions } from './joined-instructions.ts';
import type { ProfiledCollective, ProfiledOperation, ProfileReport } from './profile-report.ts';

/** Operations that communicate along the same axes, or that compute, in the order of a step. */
export interface MeasuredRow {
  /** `null` for computation. */
  readonly axis: string | null;
  readonly operations: readonly ProfiledOperation[];
}

/** What was measured of a program, by the operations of the stage that has its compiled form. */
export class ProfileOverlay {
  readonly report: ProfileReport;
  readonly #compiled: CompiledProgram;
  readonly #instructions: JoinedInstructions;
  readonly #measured: ReadonlyMap<string, ProfiledOperation>;
  readonly #collectives: ReadonlyMap<string, ProfiledCollective>;
  #operations: ReadonlyMap<string, Operation> | null = null;
  #byValue: ReadonlyMap<ValueId, readonly ProfiledOperation[]> | null = null;

  constructor(report: ProfileReport, compiled: CompiledProgram) {
    this.report = report;
    this.#compiled = compiled;
    this.#instructions = new JoinedInstructions(compiled.hlo);
    this.#measured = new Map(report.operations.flatMap((own) => own.instructions.map((name) => [name, own])));
    this.#collectives = new Map(report.collectives.map((own) => [own.instruction, own]));
  }

  /** Returns what was measured of the kernel that an operation of the stage is in; `null` for nothing. */
  measured(op: Operation): ProfiledOperation | null {
    const instruction = this.#compiled.instructions.get(op);
    if (instruction === undefined) return null;
    return this.#measured.get(this.#instructions.kernelOf(instruction).name) ?? null;
  }

  /** Returns what was measured of a collective by its instruction; `null` for nothing. */
  collective(instruction: string): ProfiledCollective | null {
    return this.#collectives.get(instruction) ?? null;
  }

  /** Returns the operation of the stage that an instruction was imported as, or the last one that is fused in it; `null` if unknown. */
  operation(instruction: string): Operation | null {
    if (this.#operations === null) {
      const operations = new Map<string, Operation>();
      for (const [op, own] of this.#compiled.instructions)
        operations.set(this.#instructions.kernelOf(own).name, op);
      for (const [op, own] of this.#compiled.instructions) operations.set(own.name, op);
      this.#operations = operations;
    }
    return this.#operations.get(instruction) ?? null;
  }

  /** Returns what was measured of the kernels that a value of the source is computed by, and of the collectives that move it. */
  ofValue(id: ValueId, { values }: Stage): readonly ProfiledOperation[] {
    if (this.#byValue === null) {
      const known = new Map<ValueId, ProfiledOperation[]>();
      for (const own of this.report.operations) {
        const [result] = this.operation(own.instructions[0] ?? '')?.results ?? [];
        if (result === undefined) continue;
        const source = sourceId(values.idOf(result));
        known.set(source, [...(known.get(source) ?? []), own]);
      }
      this.#byValue = known;
    }
    return this.#byValue.get(sourceId(id)) ?? [];
  }

  /** What devices do over a step: computation first, then communication by axis. */
  get rows(): readonly MeasuredRow[] {
    const rows = new Map<string | null, ProfiledOperation[]>([[null, []]]);
    for (const own of this.report.operations) {
      const known = rows.get(own.axis);
      if (known === undefined) rows.set(own.axis, [own]);
      else known.push(own);
    }
    return Array.from(rows, ([axis, operations]) => ({
      axis,
      operations: operations.sort((a, b) => a.startSeconds - b.startSeconds || b.endSeconds - a.endSeconds),
    })).filter(({ operations }) => operations.length > 0);
  }
}
