import { type Diagnostic, type DiagnosticEngine, note } from '../diagnostic/diagnostic.ts';
import type { Location } from '../ir/location.ts';
import type { Operation } from '../ir/operation.ts';
import type { Context } from '../ir/context.ts';

/**
 * Reports errors of one operation. Methods return `false`, so that a check can end with `return report.opError('...')`.
 */
export class OpReport {
  readonly op: Operation;
  readonly context: Context;

  constructor(op: Operation, context: Context) {
    this.op = op;
    this.context = context;
  }

  /** Returns a report of another operation in the same context. */
  on(op: Operation): OpReport {
    return new OpReport(op, this.context);
  }

  private get engine(): DiagnosticEngine {
    return this.context.diagnostics;
  }

  /** Reports `'dialect.op' op MESSAGE` at the operation. */
  opError(message: string): false {
    return this.error(`'${this.op.name}' op ${message}`);
  }

  /** Reports `MESSAGE` at the operation, without naming it. */
  error(message: string): false {
    this.engine.emitOn(this.op, 'error', message);
    return false;
  }

  /** Like {@link OpReport.opError}; the error is emitted by the `note` that follows. */
  opErrorWithNotes(message: string): PendingError {
    return new PendingError(this.engine, this.op, `'${this.op.name}' op ${message}`);
  }

  /** Like {@link OpReport.error}; the error is emitted by the `note` that follows. */
  errorWithNotes(message: string): PendingError {
    return new PendingError(this.engine, this.op, message);
  }
}

/** An error that waits for its note. */
export class PendingError {
  readonly #engine: DiagnosticEngine;
  readonly #op: Operation;
  readonly #message: string;

  constructor(engine: DiagnosticEngine, op: Operation, message: string) {
    this.#engine = engine;
    this.#op = op;
    this.#message = message;
  }

  /** Emits the error with one note. */
  note(location: Location, message: string): false {
    return this.notes([note(location, message)]);
  }

  notes(notes: readonly Diagnostic[]): false {
    this.#engine.emitOn(this.#op, 'error', this.#message, notes);
    return false;
  }
}
